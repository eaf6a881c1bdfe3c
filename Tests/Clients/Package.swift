// swift-tools-version: 6.2
import PackageDescription

// Programs as others write them, in the language modes that this package does not use itself. Each runs the README's
// program, which CI compares, and catches errors in generic code, which an optimizing compiler has to get through.
let package = Package(
    name: "Clients",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "DataSources", path: "../..")],
    targets: [
        .executableTarget(
            name: "MainActorClient",
            dependencies: [.product(name: "DataSources", package: "DataSources")],
            swiftSettings: .newApp
        ),
        .executableTarget(
            name: "Swift5Client",
            dependencies: [.product(name: "DataSources", package: "DataSources")],
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),
        .testTarget(
            name: "MainActorClientTests",
            dependencies: [
                .product(name: "DataSources", package: "DataSources"),
                .product(name: "DataSourcesTesting", package: "DataSources"),
            ],
            swiftSettings: .newApp
        ),
    ],
    swiftLanguageModes: [.v6]
)

extension [SwiftSetting] {
    /// What a new app project has.
    fileprivate static var newApp: [SwiftSetting] {
        [
            .defaultIsolation(MainActor.self),
            .enableUpcomingFeature("InferIsolatedConformances"),
            .enableUpcomingFeature("MemberImportVisibility"),
            .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        ]
    }
}
