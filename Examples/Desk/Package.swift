// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Desk",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "DataSources", path: "../.."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        .systemLibrary(name: "CGtk", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"]), .brew(["gtk4"])]),
        .target(
            name: "GtkDisplays",
            dependencies: [
                "CGtk",
                .product(name: "DataSources", package: "DataSources"),
                .product(name: "DataSourcesViews", package: "DataSources"),
            ]
        ),
        .executableTarget(
            name: "Desk",
            dependencies: ["GtkDisplays", .product(name: "ArgumentParser", package: "swift-argument-parser")]
        ),
        .testTarget(name: "DeskTests", dependencies: ["Desk", "GtkDisplays"]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
}
