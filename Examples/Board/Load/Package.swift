// swift-tools-version: 6.2
import PackageDescription

// A package of its own: `swift run --package-path Examples/Board` then starts the board without a name.
let package = Package(
    name: "BoardLoad",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(path: "../../Shared"),
        .package(name: "DataSources", path: "../../.."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    ],
    targets: [
        .executableTarget(
            name: "BoardLoad",
            dependencies: [
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Console", package: "Shared"),
                .product(name: "DataSources", package: "DataSources"),
                .product(name: "DataSourcesWire", package: "DataSources"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "Processes", package: "Shared"),
            ]
        )
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
