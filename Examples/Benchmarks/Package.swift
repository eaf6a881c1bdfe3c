// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "DataSources", path: "../.."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
    ],
    targets: [
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "Counters",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "DataSources", package: "DataSources"),
                .product(name: "OrderedCollections", package: "swift-collections"),
            ]
        ),
        .target(name: "Counters"),
    ],
    swiftLanguageModes: [.v6]
)
