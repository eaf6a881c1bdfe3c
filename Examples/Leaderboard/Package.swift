// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Leaderboard",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(path: "../Shared"),
        .package(name: "DataSources", path: "../.."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        .executableTarget(
            name: "Leaderboard",
            dependencies: [
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Console", package: "Shared"),
                .product(name: "DataSources", package: "DataSources"),
                .product(name: "DataSourcesViews", package: "DataSources"),
                .product(name: "TerminalViews", package: "Shared"),
            ]
        ),
        .testTarget(
            name: "LeaderboardTests",
            dependencies: [
                "Leaderboard",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Console", package: "Shared"),
                .product(name: "ConsoleTesting", package: "Shared"),
                .product(name: "DataSources", package: "DataSources"),
                .product(name: "DataSourcesViews", package: "DataSources"),
                .product(name: "TerminalViews", package: "Shared"),
            ]
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
