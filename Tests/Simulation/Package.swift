// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Simulation",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "DataSources", path: "../.."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        .target(
            name: "Simulation",
            dependencies: [
                .product(name: "DataSources", package: "DataSources"),
                .product(name: "DataSourcesTesting", package: "DataSources"),
            ]
        ),
        .executableTarget(
            name: "simulate",
            dependencies: [
                "Simulation",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        .executableTarget(
            name: "soak",
            dependencies: [
                .product(name: "DataSources", package: "DataSources"),
                .product(name: "DataSourcesTesting", package: "DataSources"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
}
