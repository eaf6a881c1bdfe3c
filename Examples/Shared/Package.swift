// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Shared",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "Console", targets: ["Console"]),
        .library(name: "ConsoleTesting", targets: ["ConsoleTesting"]),
        .library(name: "LogBenchmark", targets: ["LogBenchmark"]),
        .library(name: "Processes", targets: ["Processes"]),
        .library(name: "TerminalViews", targets: ["TerminalViews"]),
    ],
    dependencies: [
        .package(name: "DataSources", path: "../.."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        .target(
            name: "Console",
            dependencies: [.product(name: "ArgumentParser", package: "swift-argument-parser")]
        ),
        .target(
            name: "LogBenchmark",
            dependencies: [
                "Console", "Processes",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "DataSources", package: "DataSources"),
                .product(name: "DataSourcesWire", package: "DataSources"),
            ]
        ),
        .target(name: "Processes"),
        .target(
            name: "TerminalViews",
            dependencies: [
                "Console",
                .product(name: "DataSources", package: "DataSources"),
                .product(name: "DataSourcesViews", package: "DataSources"),
            ]
        ),
        .target(
            name: "ConsoleTesting",
            dependencies: ["Console", .product(name: "ArgumentParser", package: "swift-argument-parser")]
        ),
        .testTarget(
            name: "ConsoleTests",
            dependencies: ["Console", .product(name: "ArgumentParser", package: "swift-argument-parser")]
        ),
        .testTarget(
            name: "TerminalViewsTests",
            dependencies: [
                "Console", "ConsoleTesting", "TerminalViews",
                .product(name: "DataSources", package: "DataSources"),
                .product(name: "DataSourcesViews", package: "DataSources"),
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
