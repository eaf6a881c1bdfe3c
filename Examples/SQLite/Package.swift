// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "SQLite",
    platforms: [.macOS(.v15)],
    products: [.library(name: "DataSourcesSQLite", targets: ["DataSourcesSQLite"])],
    dependencies: [
        .package(path: "../Shared"),
        .package(name: "DataSources", path: "../.."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]),
        .target(
            name: "DataSourcesSQLite",
            dependencies: [
                "CSQLite",
                .product(name: "DataSources", package: "DataSources"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ]
        ),
        .executableTarget(
            name: "Ledger",
            dependencies: [
                "DataSourcesSQLite",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Console", package: "Shared"),
                .product(name: "DataSources", package: "DataSources"),
                .product(name: "DataSourcesViews", package: "DataSources"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "TerminalViews", package: "Shared"),
            ]
        ),
        .testTarget(
            name: "DataSourcesSQLiteTests",
            dependencies: [
                "DataSourcesSQLite",
                .product(name: "DataSources", package: "DataSources"),
                .product(name: "DataSourcesTesting", package: "DataSources"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ]
        ),
        .testTarget(
            name: "LedgerTests",
            dependencies: [
                "DataSourcesSQLite",
                "Ledger",
                .product(name: "Console", package: "Shared"),
                .product(name: "DataSources", package: "DataSources"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "TerminalViews", package: "Shared"),
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
