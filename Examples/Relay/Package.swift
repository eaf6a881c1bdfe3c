// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Relay",
    platforms: [.macOS(.v15)],
    products: [.library(name: "DataSourcesRelay", targets: ["DataSourcesRelay"])],
    dependencies: [
        .package(path: "../Board"),
        .package(path: "../Shared"),
        .package(name: "DataSources", path: "../.."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    ],
    targets: [
        .systemLibrary(
            name: "CNats", pkgConfig: "libnats", providers: [.apt(["libnats-dev"]), .brew(["cnats"])]),
        .target(
            name: "DataSourcesRelay",
            dependencies: [
                "CNats",
                .product(name: "DataSources", package: "DataSources"),
                .product(name: "DataSourcesWire", package: "DataSources"),
            ]
        ),
        .target(name: "PrivateCluster", dependencies: [.product(name: "Processes", package: "Shared")]),
        .executableTarget(
            name: "RelayBenchmark",
            dependencies: [
                "DataSourcesRelay", "PrivateCluster",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Console", package: "Shared"),
                .product(name: "DataSourcesWire", package: "DataSources"),
                .product(name: "LogBenchmark", package: "Shared"),
                .product(name: "Processes", package: "Shared"),
            ]
        ),
        .executableTarget(
            name: "Relay",
            dependencies: [
                "DataSourcesRelay", "PrivateCluster",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "BoardKit", package: "Board"),
                .product(name: "Console", package: "Shared"),
                .product(name: "DataSources", package: "DataSources"),
                .product(name: "DataSourcesWire", package: "DataSources"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Processes", package: "Shared"),
            ]
        ),
        .testTarget(
            name: "RelayTests",
            dependencies: [
                "DataSourcesRelay", "Relay",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "BoardKit", package: "Board"),
                .product(name: "BoardTesting", package: "Board"),
                .product(name: "Console", package: "Shared"),
                .product(name: "ConsoleTesting", package: "Shared"),
                .product(name: "DataSources", package: "DataSources"),
                .product(name: "DataSourcesWire", package: "DataSources"),
                .product(name: "DataSourcesWireTesting", package: "DataSources"),
            ]
        ),
        .testTarget(
            name: "DataSourcesRelayTests",
            dependencies: [
                "CNats", "DataSourcesRelay", "PrivateCluster",
                .product(name: "ConsoleTesting", package: "Shared"),
                .product(name: "DataSources", package: "DataSources"),
                .product(name: "DataSourcesWire", package: "DataSources"),
                .product(name: "DataSourcesWireTesting", package: "DataSources"),
                .product(name: "Processes", package: "Shared"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

#if os(Linux)
// Network namespaces.
package.targets += [
    .executableTarget(
        name: "RelayFaults",
        dependencies: [
            "CNats", "DataSourcesRelay", "PrivateCluster",
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
            .product(name: "Console", package: "Shared"),
            .product(name: "DataSources", package: "DataSources"),
            .product(name: "DataSourcesWire", package: "DataSources"),
        ]
    ),
    .testTarget(
        name: "RelayFaultsTests",
        dependencies: [
            "RelayFaults",
            .product(name: "ConsoleTesting", package: "Shared"),
            .product(name: "DataSources", package: "DataSources"),
            .product(name: "DataSourcesWire", package: "DataSources"),
        ]
    ),
]
#endif

for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
}
