// swift-tools-version: 6.2
import PackageDescription

// An app that derives sources, to measure what the library costs its compiler: see `.ci/compile-time`.
let package = Package(
    name: "CompileTime",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "DataSources", path: "../..")],
    targets: [
        .executableTarget(name: "Client", dependencies: [.product(name: "DataSources", package: "DataSources")])
    ]
)
