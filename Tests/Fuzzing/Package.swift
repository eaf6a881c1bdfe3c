// swift-tools-version: 6.2
import PackageDescription

let targets = ["FuzzJSON", "FuzzDecoder", "FuzzDifference", "FuzzDraft", "FuzzOperator"]

let package = Package(
    name: "Fuzzing",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "DataSources", path: "../..")
    ],
    targets: [
        .target(
            name: "Fuzzing",
            dependencies: [
                .product(name: "DataSources", package: "DataSources"),
                .product(name: "DataSourcesTesting", package: "DataSources"),
            ]
        ),
        .executableTarget(name: "SeedCorpus", dependencies: ["Fuzzing"]),
    ] + targets.map { .executableTarget(name: $0, dependencies: ["Fuzzing"]) },
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    target.swiftSettings = [.enableUpcomingFeature("MemberImportVisibility")]
}
