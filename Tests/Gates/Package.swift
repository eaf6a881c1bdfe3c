// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Gates",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "DataSources", path: "../.."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        .target(name: "Counting"),
        .executableTarget(
            name: "gates",
            dependencies: [
                "Counting",
                .product(name: "DataSources", package: "DataSources"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: [.unsafeFlags(["-static-stdlib"], .when(platforms: [.linux]))],
            // Valgrind can read neither the shared libraries of Swift nor what debuggers need.
            linkerSettings: [.unsafeFlags(["-static-stdlib", "-Xlinker", "-s"], .when(platforms: [.linux]))]
        ),
    ],
    swiftLanguageModes: [.v6]
)
