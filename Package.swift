// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "DataSources",
    platforms: [.macOS(.v15), .iOS(.v18), .macCatalyst(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "DataSources", targets: ["DataSources"]),
        .library(name: "DataSourcesTesting", targets: ["DataSourcesTesting"]),
        .library(name: "DataSourcesViews", targets: ["DataSourcesViews"]),
        .library(name: "DataSourcesWire", targets: ["DataSourcesWire"]),
        .library(name: "DataSourcesWireTesting", targets: ["DataSourcesWireTesting"]),
    ],
    traits: [
        .trait(
            name: "OptimizedDebug",
            description: "Optimizes the library in debug builds too: clients run faster, the first build takes longer."),
        .default(enabledTraits: ["OptimizedDebug"]),
    ],
    targets: [
        .target(name: "DataSources", dependencies: ["DataSourcesStorage"]),
        .target(name: "DataSourcesStorage"),
        .target(name: "DataSourcesTesting", dependencies: ["DataSources"]),
        .target(name: "DataSourcesViews", dependencies: ["DataSources"]),
        .target(name: "DataSourcesWire", dependencies: ["DataSources"]),
        .target(name: "DataSourcesWireTesting", dependencies: ["DataSources", "DataSourcesWire"]),
        // What the tests share.
        .target(name: "TestKit", dependencies: ["DataSourcesTesting"], path: "Tests/TestKit"),
        .testTarget(name: "DataSourcesTests", dependencies: ["DataSources", "DataSourcesTesting", "TestKit"]),
        .testTarget(name: "DataSourcesTestingTests", dependencies: ["DataSources", "DataSourcesTesting", "TestKit"]),
        .testTarget(
            name: "DataSourcesViewsTests",
            dependencies: ["DataSources", "DataSourcesTesting", "DataSourcesViews", "TestKit"]),
        .testTarget(
            name: "DataSourcesWireTests",
            dependencies: [
                "DataSources", "DataSourcesTesting", "DataSourcesViews", "DataSourcesWire", "DataSourcesWireTesting",
                "TestKit",
            ]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
    // Tests use unsafe code only to provoke and to observe, so it is not marked there.
    guard target.type == .regular else { continue }
    // The library is optimized in a client's debug builds too, with its assertions, unless the client disables the trait.
    target.swiftSettings? += [
        .strictMemorySafety(),
        .unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug, traits: ["OptimizedDebug"])),
    ]
}
