// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Quickstart",
    platforms: [.macOS(.v15)],
    // Without traits the library is not optimized in a debug build, and the first build takes 40 % of the time.
    dependencies: [.package(name: "DataSources", path: "../..", traits: [])],
    targets: [
        .executableTarget(
            name: "Quickstart",
            dependencies: [.product(name: "DataSources", package: "DataSources")]
        )
    ],
    swiftLanguageModes: [.v6]
)
