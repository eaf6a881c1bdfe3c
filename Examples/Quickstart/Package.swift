// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Quickstart",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "DataSources", path: "../..")],
    targets: [
        .executableTarget(
            name: "Quickstart",
            dependencies: [.product(name: "DataSources", package: "DataSources")]
        )
    ],
    swiftLanguageModes: [.v6]
)
