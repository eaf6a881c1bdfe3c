// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Board",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "BoardKit", targets: ["BoardKit"]),
        .library(name: "BoardTesting", targets: ["BoardTesting"]),
    ],
    dependencies: [
        .package(path: "../Shared"),
        .package(path: "../SQLite"),
        .package(name: "DataSources", path: "../.."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.4.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.30.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        .executableTarget(
            name: "Board",
            dependencies: [
                "BoardKit",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Console", package: "Shared"),
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        .target(
            name: "BoardKit",
            dependencies: [
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Console", package: "Shared"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "DataSources", package: "DataSources"),
                .product(name: "DataSourcesSQLite", package: "SQLite"),
                .product(name: "DataSourcesWire", package: "DataSources"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            resources: [.copy("Public")]
        ),
        .target(
            name: "BoardTesting",
            dependencies: [
                .product(name: "DataSourcesWire", package: "DataSources"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]
        ),
        .testTarget(
            name: "BoardTests",
            dependencies: [
                "Board", "BoardKit", "BoardTesting",
                .product(name: "Console", package: "Shared"),
                .product(name: "ConsoleTesting", package: "Shared"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "DataSources", package: "DataSources"),
                .product(name: "DataSourcesSQLite", package: "SQLite"),
                .product(name: "DataSourcesWire", package: "DataSources"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
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
