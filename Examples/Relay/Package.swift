// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Relay",
    platforms: [.macOS(.v15)],
    products: [.library(name: "DataSourcesRelay", targets: ["DataSourcesRelay"])],
    dependencies: [
        .package(path: "../Shared"),
        .package(name: "DataSources", path: "../.."),
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
        .target(name: "PrivateCluster"),
        .testTarget(
            name: "DataSourcesRelayTests",
            dependencies: [
                "CNats", "DataSourcesRelay", "PrivateCluster",
                .product(name: "ConsoleTesting", package: "Shared"),
                .product(name: "DataSources", package: "DataSources"),
                .product(name: "DataSourcesWire", package: "DataSources"),
                .product(name: "DataSourcesWireTesting", package: "DataSources"),
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
