// swift-tools-version: 6.2
import PackageDescription

let library = Target.Dependency.product(name: "DataSources", package: "DataSources")
let wire = Target.Dependency.product(name: "DataSourcesWire", package: "DataSources")

let package = Package(
    name: "Services",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "DataSources", path: "../../.."),
        .package(path: "../../SQLite"),
        .package(name: "Tutorials", path: ".."),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.4.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        .executableTarget(
            name: "ChoreServer",
            dependencies: [
                library, wire,
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]
        ),
        .executableTarget(
            name: "ChoreReplica",
            dependencies: [
                library, wire,
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]
        ),
        .executableTarget(
            name: "FollowedChores",
            dependencies: [
                library,
                .product(name: "DataSourcesSQLite", package: "SQLite"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ]
        ),
        .testTarget(
            name: "ServiceTests",
            dependencies: [
                "ChoreReplica", "ChoreServer", "FollowedChores",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "Pages", package: "Tutorials"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
