/// A part of the run: what `--list` lists and `--filter` chooses.
struct BenchmarkGroup: Sendable {
    let name: String
    let abstract: String
    /// The names of its rows, or what they have in common: `--filter` finds the group by them too.
    let rows: [String]
    /// Whether each row has a process of its own.
    var isMeasuredRowByRow = false
    let measure: @Sendable (_ report: inout Report, _ quick: Bool) async throws -> Void

    func matches(filter: String) -> Bool {
        name.matches(filter: filter) || rows.contains { $0.matches(filter: filter) }
    }

    /// All groups, in the order in which they run.
    static let all = values + derived + screens + wire + delivery

    /// What a list costs by itself.
    private static let values = [
        BenchmarkGroup(
            name: "edits", abstract: "one edit of a long list, 100 of them, appending: commit and difference",
            rows: EditBenchmark.rows, measure: { EditBenchmark.measure(into: &$0, quick: $1) }),
        BenchmarkGroup(
            name: "whole", abstract: "loading a list, and replacing one by another",
            rows: LoadBenchmark.rows + SnapshotBenchmark.rows,
            measure: { report, quick in
                try LoadBenchmark.measure(into: &report, quick: quick)
                try SnapshotBenchmark.measure(into: &report, quick: quick)
            }),
        BenchmarkGroup(
            name: "reading", abstract: "iterating, subscripts, positions by id", rows: ReadingBenchmark.rows,
            measure: { try ReadingBenchmark.measure(into: &$0, quick: $1) }),
        BenchmarkGroup(
            name: "mirror", abstract: "a plain array that follows a list; updates of a shuffled list",
            rows: MirrorBenchmark.rows, measure: { try MirrorBenchmark.measure(into: &$0, quick: $1) }),
        BenchmarkGroup(
            name: "memory", abstract: "bytes per item, of the index, of retained snapshots, of derived sources",
            rows: MemoryBenchmark.rows,
            measure: { try await MemoryBenchmark.measure(into: &$0, quick: $1) }),
        BenchmarkGroup(
            name: "difference", abstract: "whole new array in, W0 to W9, ids of four kinds",
            rows: DifferenceBenchmark.rows, measure: { try DifferenceBenchmark.measure(into: &$0, quick: $1) }),
        BenchmarkGroup(
            name: "arrays", abstract: "replaceAll until the subscriber has the update, beside the same by hand",
            rows: ArrayBenchmark.rows, measure: { try await ArrayBenchmark.measure(into: &$0, quick: $1) }),
        BenchmarkGroup(
            name: "sections", abstract: "the same with 100 sections, W6", rows: SectionedBenchmark.rows,
            measure: { try SectionedBenchmark.measure(into: &$0, quick: $1) }),
        BenchmarkGroup(
            name: "debug", abstract: "what users of debug builds wait for; see --release", rows: DebugBenchmark.rows,
            measure: { try DebugBenchmark.measure(into: &$0, quick: $1) }),
        BenchmarkGroup(
            name: "traces", abstract: "recorded editing sessions, character by character", rows: TraceBenchmark.rows,
            measure: { try TraceBenchmark.measure(into: &$0, quick: $1) }),
    ]

    /// What it costs to be derived from.
    private static let derived = [
        BenchmarkGroup(
            name: "derived", abstract: "one change through filter, map, sorted, grouped, limited, window, and a chain",
            rows: DerivedBenchmark.rows, isMeasuredRowByRow: true,
            measure: { await DerivedBenchmark.measure(into: &$0, quick: $1) }),
        BenchmarkGroup(
            name: "end to end", abstract: "a change until the subscriber has the update, through the newer operators",
            rows: EndToEndBenchmark.rows, isMeasuredRowByRow: true,
            measure: { try await EndToEndBenchmark.measure(into: &$0, quick: $1) }),
        BenchmarkGroup(
            name: "asked", abstract: "what people ask for in public threads, beside the same by hand",
            rows: AskedBenchmark.rows, isMeasuredRowByRow: true,
            measure: { try await AskedBenchmark.measure(into: &$0, quick: $1) }),
        BenchmarkGroup(
            name: "origins", abstract: "one change in one of 10 to 100,000 sources, through merged and composite",
            rows: ManyOriginsBenchmark.rows, isMeasuredRowByRow: true,
            measure: { try await ManyOriginsBenchmark.measure(into: &$0, quick: $1) }),
        BenchmarkGroup(
            name: "views", abstract: "a commit with 200 subscribers that have a filter, an order and a prefix each",
            rows: ManyViewsBenchmark.rows, isMeasuredRowByRow: true,
            measure: { try await ManyViewsBenchmark.measure(into: &$0, quick: $1) }),
    ]

    /// What it costs to be shown.
    private static let screens = [
        BenchmarkGroup(
            name: "presentation", abstract: "time on a display's actor: one change, a new list; many presentations",
            rows: PresentationBenchmark.rows, isMeasuredRowByRow: true,
            measure: { try await PresentationBenchmark.measure(into: &$0, quick: $1) })
    ]

    /// What it costs to be carried to other processes.
    private static let wire = [
        BenchmarkGroup(
            name: "wire", abstract: "steps of a board and of editing sessions as frames: bytes, writing, reading",
            rows: WireBenchmark.rows, measure: { try WireBenchmark.measure(into: &$0, quick: $1) })
    ]

    /// What it costs to be followed.
    private static let delivery = [
        BenchmarkGroup(
            name: "stalled", abstract: "subscribers that do not ask: memory, and what they cost a commit",
            rows: ["stopped subscriber", "subscribers that are not waiting"],
            measure: { try await StalledBenchmark.measure(into: &$0, quick: $1) }),
        BenchmarkGroup(
            name: "sharing", abstract: "differences computed for many subscribers",
            rows: ["differences"], measure: { try await SharingBenchmark.measure(into: &$0, quick: $1) }),
        BenchmarkGroup(
            name: "lockstep", abstract: "deliveries to 1 to 10,000 subscribers, beside streams and channels",
            rows: ["Lockstep"], measure: { try await LockstepBenchmark.measure(into: &$0, quick: $1) }),
        BenchmarkGroup(
            name: "burst", abstract: "commits one after the other while many wait",
            rows: ["Burst"], measure: { try await BurstBenchmark.measure(into: &$0, quick: $1) }),
        BenchmarkGroup(
            name: "slow", abstract: "one subscriber 100 times slower", rows: ["slow subscriber"],
            measure: { try await SlowSubscriberBenchmark.measure(into: &$0, quick: $1) }),
        BenchmarkGroup(
            name: "mixed", abstract: "each subscriber at its own pace", rows: ["mixed speeds"],
            measure: { try await MixedSpeedsBenchmark.measure(into: &$0, quick: $1) }),
        BenchmarkGroup(
            name: "latency", abstract: "commits while a difference of whole lists runs", rows: ["commit latency"],
            measure: { try await CommitLatencyBenchmark.measure(into: &$0, quick: $1) }),
        BenchmarkGroup(
            name: "main actor", abstract: "commits from the main actor, beside a call of a bare actor",
            rows: ["main actor"], measure: { try await MainActorBenchmark.measure(into: &$0, quick: $1) }),
        BenchmarkGroup(
            name: "subscribers", abstract: "bytes per subscriber", rows: ["bytes per waiting subscriber"],
            measure: { try await SubscriberMemoryBenchmark.measure(into: &$0, quick: $1) }),
    ]
}
