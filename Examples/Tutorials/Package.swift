// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Tutorials",
    platforms: [.macOS(.v15)],
    products: [.library(name: "Pages", targets: ["Pages"])],
    // Without traits the library is not optimized in a debug build, and the first build takes 40 % of the time.
    dependencies: [.package(name: "DataSources", path: "../..", traits: [])],
    targets: [
        .tutorial("FirstSource", ["DataSources"]),
        .tutorial("Sections", ["DataSources"]),
        .tutorial("LiveViews", ["DataSources"]),
        .tutorial("OwnSource", ["DataSources"]),
        .tutorial("ListOnScreen", ["DataSources", "DataSourcesViews"]),
        .tutorial("CacheTest", ["DataSourcesTesting"]),
        .testTarget(
            name: "CacheTests",
            dependencies: ["CacheTest", .product(name: "DataSourcesTesting", package: "DataSources")]
        ),
        // Reads the pages, and runs the programs, for the tests here and in Services.
        .target(name: "Pages"),
        .testTarget(
            name: "TutorialTests",
            dependencies: ["FirstSource", "Sections", "LiveViews", "OwnSource", "ListOnScreen", "CacheTest", "Pages"]
        ),
    ],
    swiftLanguageModes: [.v6]
)

extension Target {
    static func tutorial(_ name: String, _ products: [String]) -> Target {
        .executableTarget(name: name, dependencies: products.map { .product(name: $0, package: "DataSources") })
    }
}
