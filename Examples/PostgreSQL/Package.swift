// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "PostgreSQL",
    platforms: [.macOS(.v15)],
    products: [.library(name: "DataSourcesPostgreSQL", targets: ["DataSourcesPostgreSQL"])],
    dependencies: [
        .package(path: "../Shared"),
        .package(name: "DataSources", path: "../.."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        .systemLibrary(
            name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        .target(
            name: "DataSourcesPostgreSQL",
            dependencies: [
                "CPostgres",
                .product(name: "DataSources", package: "DataSources"),
                .product(name: "DataSourcesWire", package: "DataSources"),
            ]
        ),
        .target(name: "PrivateServer", dependencies: [.product(name: "Processes", package: "Shared")]),
        .executableTarget(
            name: "LogFigures",
            dependencies: [
                "DataSourcesPostgreSQL", "PrivateServer",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Console", package: "Shared"),
                .product(name: "DataSourcesWire", package: "DataSources"),
                .product(name: "LogBenchmark", package: "Shared"),
                .product(name: "Processes", package: "Shared"),
            ]
        ),
        .executableTarget(
            name: "Orders",
            dependencies: [
                "DataSourcesPostgreSQL", "PrivateServer",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Console", package: "Shared"),
                .product(name: "DataSources", package: "DataSources"),
                .product(name: "DataSourcesViews", package: "DataSources"),
                .product(name: "Processes", package: "Shared"),
                .product(name: "TerminalViews", package: "Shared"),
            ]
        ),
        .testTarget(
            name: "DataSourcesPostgreSQLTests",
            dependencies: [
                "DataSourcesPostgreSQL", "PrivateServer",
                .product(name: "DataSources", package: "DataSources"),
                .product(name: "DataSourcesWire", package: "DataSources"),
                .product(name: "DataSourcesWireTesting", package: "DataSources"),
            ]
        ),
        .testTarget(
            name: "OrdersTests",
            dependencies: [
                "Orders",
                .product(name: "Console", package: "Shared"),
                .product(name: "ConsoleTesting", package: "Shared"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
}
