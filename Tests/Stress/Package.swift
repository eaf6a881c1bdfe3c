// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Stress",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "DataSources", path: "../.."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        .executableTarget(
            name: "stress",
            dependencies: [
                .product(name: "DataSources", package: "DataSources"),
                .product(name: "DataSourcesTesting", package: "DataSources"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)
