// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "ProcessBoard",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "DataSources", path: "../..")],
    targets: [
        .executableTarget(name: "ProcessBoard", dependencies: [.product(name: "DataSources", package: "DataSources")]),
        .testTarget(
            name: "ProcessBoardTests",
            dependencies: ["ProcessBoard", .product(name: "DataSources", package: "DataSources")]
        ),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
}
