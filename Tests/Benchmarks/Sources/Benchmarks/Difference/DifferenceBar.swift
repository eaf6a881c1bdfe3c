/// What a difference should not cost more than: a multiple of a floor.
struct DifferenceBar {
    let floor: Floor
    let limit: Double

    /// The bar of a workload with ids of a kind; `nil` where none is set.
    static func of(_ workload: Workload, _ kind: IdentityKind) -> DifferenceBar? {
        switch kind {
        case .int: of(workload, blocks: (.hashing, 1.2, 0.65))
        case .uuid: of(workload, blocks: (.hashing, 0.45, 0.20))
        case .string: DifferenceKit.strings[workload].map { DifferenceBar(floor: .hashing, limit: 0.6 * $0.ratio) }
        case .hashable: DifferenceKit.hashed[workload].map { DifferenceBar(floor: .hashing, limit: 0.6 * $0.ratio) }
        }
    }

    private static func of(
        _ workload: Workload, blocks: (floor: Floor, small: Double, large: Double)
    ) -> DifferenceBar? {
        switch (workload.shape, workload.size) {
        case (.blocks, 5_000): DifferenceBar(floor: blocks.floor, limit: blocks.small)
        case (.blocks, 100_000): DifferenceBar(floor: blocks.floor, limit: blocks.large)
        case (.same, 100_000), (.append, 100_000), (.update, 100_000): DifferenceBar(floor: .comparing, limit: 2)
        case (.shuffle, 10_000): DifferenceBar(floor: .hashingUUIDs, limit: 1.2)
        case (.shuffle, 100_000): DifferenceBar(floor: .hashingUUIDs, limit: 1.7)
        case (.reverse, 10_000): DifferenceBar(floor: .hashingUUIDs, limit: 0.9)
        case (.replace, _): DifferenceBar(floor: .hashingUUIDs, limit: 0.8)
        case (.scatter, 100_000): DifferenceBar(floor: .hashingUUIDs, limit: 0.25)
        default: nil
        }
    }

    /// A sectioned list of which 1 % changed, and one of which one section was edited.
    static let sections = DifferenceBar(floor: .hashingUUIDs, limit: 0.4)
    static let editedSection = DifferenceBar(floor: .hashingUUIDs, limit: 0.02)
}

/// What DifferenceKit took when the project measured seventeen libraries: CPU milliseconds, least of all rounds.
///
/// From `diff.md`, where DifferenceKit (02ca196) ran in the same process as the same floor. Its occurrence table hashes
/// whatever the id is, so its figures for UUIDs hold for any id of sixteen bytes that is `Hashable` and no more.
private enum DifferenceKit {
    struct Figure {
        let milliseconds: Double
        /// The floor's in the same run.
        let hashing: Double

        init(_ milliseconds: Double, over hashing: Double) {
            self.milliseconds = milliseconds
            self.hashing = hashing
        }

        var ratio: Double { milliseconds / hashing }
    }

    /// Section 3, "Minimum CPU ms", UUID.
    static let hashed: [Workload: Figure] = [
        Workload(.same, 100_000): Figure(51.2, over: 6.02),
        Workload(.blocks, 5_000): Figure(1.99, over: 0.419),
        Workload(.blocks, 100_000): Figure(62.4, over: 6.28),
        Workload(.append, 1_000): Figure(0.313, over: 0.0601),
        Workload(.append, 10_000): Figure(2.69, over: 0.539),
        Workload(.append, 100_000): Figure(41.6, over: 5.04),
        Workload(.append, 1_000_000): Figure(604, over: 49.9),
        Workload(.insertFirst, 100_000): Figure(57.8, over: 5.9),
        Workload(.update, 100_000): Figure(51.5, over: 6.1),
        Workload(.shuffle, 10_000): Figure(2.96, over: 0.522),
        Workload(.shuffle, 100_000): Figure(43, over: 4.95),
        Workload(.reverse, 10_000): Figure(2.52, over: 0.542),
        Workload(.replace, 10_000): Figure(2.71, over: 0.533),
        Workload(.replace, 100_000): Figure(33.6, over: 5.14),
        Workload(.rotate, 10_000): Figure(2.92, over: 0.522),
        Workload(.scatter, 10_000): Figure(2.9, over: 0.564),
        Workload(.scatter, 100_000): Figure(45.3, over: 5.48),
    ]

    /// Section 8, "String ids (36 chars) + String payload"; the shapes that are not there have no bar.
    static let strings: [Workload: Figure] = [
        Workload(.blocks, 5_000): Figure(2.26, over: 0.394),
        Workload(.blocks, 100_000): Figure(104, over: 8.75),
        Workload(.append, 100_000): Figure(82.1, over: 8.96),
        Workload(.update, 100_000): Figure(107, over: 11),
        Workload(.shuffle, 10_000): Figure(7.08, over: 1.5),
        Workload(.shuffle, 100_000): Figure(138, over: 8.19),
        Workload(.replace, 100_000): Figure(55.3, over: 8.22),
        Workload(.scatter, 100_000): Figure(96, over: 8.06),
    ]
}
