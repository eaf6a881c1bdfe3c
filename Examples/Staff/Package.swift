// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Staff",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [.library(name: "StaffModel", targets: ["StaffModel"])],
    dependencies: [.package(name: "DataSources", path: "../..")],
    targets: [
        .target(
            name: "StaffModel",
            dependencies: [
                .product(name: "DataSources", package: "DataSources"),
                .product(name: "DataSourcesViews", package: "DataSources"),
                .product(name: "DataSourcesWire", package: "DataSources"),
            ]
        ),
        .testTarget(
            name: "StaffModelTests",
            dependencies: [
                "StaffModel",
                .product(name: "DataSources", package: "DataSources"),
                .product(name: "DataSourcesTesting", package: "DataSources"),
                .product(name: "DataSourcesViews", package: "DataSources"),
                .product(name: "DataSourcesWire", package: "DataSources"),
            ]
        ),
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
}

#if os(macOS)
// The app without its project: `swift run` opens a window on a Mac. The settings are those of the project. A module must
// not have the name of a type in it.
package.targets.append(
    .executableTarget(
        name: "StaffMac",
        dependencies: [
            "StaffModel",
            .product(name: "DataSources", package: "DataSources"),
            .product(name: "DataSourcesViews", package: "DataSources"),
        ],
        path: "App/Staff",
        swiftSettings: [
            .defaultIsolation(MainActor.self),
            .enableUpcomingFeature("InferIsolatedConformances"),
            .enableUpcomingFeature("MemberImportVisibility"),
            .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        ]
    )
)
#endif
