// swift-tools-version: 6.2
import PackageDescription

// The programs that check DataSources from outside, as its users see it. Each folder holds the targets of one purpose.
// Build one product at a time: `.ci/fuzz` and `.ci/sanitize` pass flags that are right for one program only.
let library = Target.Dependency.product(name: "DataSources", package: "DataSources")
let views = Target.Dependency.product(name: "DataSourcesViews", package: "DataSources")
let testing = Target.Dependency.product(name: "DataSourcesTesting", package: "DataSources")
let wire = Target.Dependency.product(name: "DataSourcesWire", package: "DataSources")
let wireTesting = Target.Dependency.product(name: "DataSourcesWireTesting", package: "DataSources")
let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

// Where Apple's frameworks are missing, modules with the names of their types take their place.
#if os(macOS)
let appleFrameworks: [String] = []
#else
let appleFrameworks = ["AppKit", "Combine", "SwiftUI", "UIKit"]
#endif

let package = Package(
    name: "Programs",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "DataSources", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        // Programs as others write them, in language modes that the library does not use itself.
        .program("MainActorClient", in: "Clients", [library], .newApp),
        .program("PlainClient", in: "Clients", [library, views]),
        .program("Swift5Client", in: "Clients", [library], [.swiftLanguageMode(.v5)]),
        .program("AppleNamesClient", in: "Clients", [library, testing] + appleFrameworks.map { .target(name: $0) }),
        .testTarget(
            name: "MainActorClientTests",
            dependencies: [library, testing],
            path: "Clients/MainActorClientTests",
            swiftSettings: .newApp
        ),

        // What the scripts of .ci parse and compare.
        .target(name: "Checking", path: "Checks/Checking", swiftSettings: .strict),
        .program("checks", in: "Checks", ["Checking", arguments], .strict),
        .testTarget(
            name: "CheckingTests",
            dependencies: ["Checking"],
            path: "Checks/CheckingTests",
            swiftSettings: .strict
        ),

        .target(
            name: "Fuzzing", dependencies: [library, testing, wire], path: "Fuzzing/Fuzzing", swiftSettings: .members),
        .program("SeedCorpus", in: "Fuzzing", ["Fuzzing"], .members),
        .program("FuzzJSON", in: "Fuzzing", ["Fuzzing"], .members),
        .program("FuzzDecoder", in: "Fuzzing", ["Fuzzing"], .members),
        .program("FuzzDifference", in: "Fuzzing", ["Fuzzing"], .members),
        .program("FuzzDraft", in: "Fuzzing", ["Fuzzing"], .members),
        .program("FuzzOperator", in: "Fuzzing", ["Fuzzing"], .members),
        .program("FuzzWire", in: "Fuzzing", ["Fuzzing"], .members),

        // Valgrind can read neither the shared libraries of Swift nor what debuggers need.
        .target(name: "Counting", path: "Gates/Counting"),
        .program(
            "gates", in: "Gates", ["Counting", library, views, wire, arguments],
            [.unsafeFlags(["-static-stdlib"], .when(platforms: [.linux]))],
            [.unsafeFlags(["-static-stdlib", "-Xlinker", "-s"], .when(platforms: [.linux]))]
        ),

        .target(
            name: "Simulation",
            dependencies: [library, wire, testing],
            path: "Simulation/Simulation",
            swiftSettings: .strict
        ),
        .program("simulate", in: "Simulation", ["Simulation", testing, arguments], .strict),
        .program("soak", in: "Simulation", [library, testing, arguments], .strict),

        .program("stress", in: "Stress", [library, views, wire, wireTesting, testing, arguments]),
    ] + appleFrameworks.map { .target(name: $0, path: "Clients/StandIns/\($0)") },
    swiftLanguageModes: [.v6]
)

extension Target {
    /// An executable whose sources are in `folder/name`.
    fileprivate static func program(
        _ name: String,
        in folder: String,
        _ dependencies: [Dependency],
        _ settings: [SwiftSetting] = [],
        _ linking: [LinkerSetting] = []
    ) -> Target {
        .executableTarget(
            name: name,
            dependencies: dependencies,
            path: "\(folder)/\(name)",
            swiftSettings: settings,
            linkerSettings: linking
        )
    }
}

extension [SwiftSetting] {
    fileprivate static let members: Self = [.enableUpcomingFeature("MemberImportVisibility")]

    /// What the library itself has.
    fileprivate static let strict: Self =
        members + [
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("InternalImportsByDefault"),
            .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        ]

    /// What a new app project has.
    fileprivate static let newApp: Self =
        members + [
            .defaultIsolation(MainActor.self),
            .enableUpcomingFeature("InferIsolatedConformances"),
            .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        ]
}
