// swift-tools-version: 6.2
import PackageDescription

let targets = ["FuzzJSON", "FuzzDecoder", "FuzzDifference", "FuzzDraft"]

let package = Package(
    name: "Fuzzing",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "DataSources", path: "../..")
    ],
    targets: [
        .target(name: "Fuzzing", dependencies: [.product(name: "DataSources", package: "DataSources")]),
        .executableTarget(name: "SeedCorpus", dependencies: ["Fuzzing"]),
    ] + targets.map { .executableTarget(name: $0, dependencies: ["Fuzzing"]) },
    swiftLanguageModes: [.v6]
)
