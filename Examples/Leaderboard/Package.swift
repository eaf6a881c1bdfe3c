// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Leaderboard",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "DataSources", path: "../..")],
    targets: [
        .executableTarget(name: "Leaderboard", dependencies: [.product(name: "DataSources", package: "DataSources")]),
        .testTarget(
            name: "LeaderboardTests",
            dependencies: ["Leaderboard", .product(name: "DataSources", package: "DataSources")]
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
