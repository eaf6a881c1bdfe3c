import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Law 15 for derived sources: whatever ids, keys and closures answer, every refresh ends and every state can be read.
struct MisbehavingOperatorLaws: OddOperators {
    static let seeds = TestKit.seeds(2)

    @Test(arguments: seeds) func `law 15: operators go on when ids contradict themselves`(seed: UInt64) throws {
        try checkContradictingIDs(seed)
    }

    @Test(arguments: seeds) func `law 15: operators go on when ids change in place`(seed: UInt64) throws {
        try checkChangingIDs(seed)
    }

    @Test(arguments: seeds) func `law 15: operators go on when content and closures answer as they like`(
        seed: UInt64
    ) throws {
        try checkContent(seed)
    }

    @Test func `law 15: when ids have changed in place, operators still show every item once`() throws {
        try SeededExecutor.run(seed: 1) { _ in try await Self.followObjectsWithOtherIDs() }
    }

    private static func followObjectsWithOtherIDs() async throws {
        let whim = Whim(seed: 1)
        let source = try ListSource((0..<200).map { OddObject($0, $0 % 7, whim) })
        let shown = shown(of: source)
        for read in shown { _ = await read() }
        for object in source.snapshot { object.id = 1_000 - object.id }
        // Each operator is told of these objects by ids that it does not know.
        for number in [3, 70, 150] { try await source.remove(at: number) }
        for read in shown { #expect(await read() == 197) }
    }

    private static func shown(of source: ListSource<OddObject>) -> [@Sendable () async -> Int] {
        let sorted = source.sorted { $0.id < $1.id }
        let grouped = source.grouped(by: \.value)
        let joined = source.joined(with: source, on: \.id, equals: \.id)
        let tree = source.tree { $0.id % 10 == 0 ? nil : $0.id / 10 * 10 }
        return [
            { await sorted.snapshot.count },
            { await grouped.snapshot.itemCount },
            { await joined.snapshot.count },
            { await tree.snapshot.count },
        ]
    }

    // MARK: Every operator

    static let lists = 2

    func derive<Item: OddItem>(
        from sources: [ListSource<Item>], _ whim: Whim
    ) -> (readers: [OddReader], change: @Sendable (inout Random) -> Void) {
        (lists(sources[0], sources[1], whim) + sections(sources[0], sources[1], whim), { _ in })
    }

    private func lists<Item: OddItem>(
        _ source: ListSource<Item>, _ other: ListSource<Item>, _ whim: Whim
    ) -> [OddReader] {
        let count = Parameter(7)
        return [
            .list("filter", source.filter { $0.value < 4 }),
            .list("a filter that lies", source.filter { _ in whim.oneIn(2) }),
            .list("map", source.map { $0 }),
            .list("compactMap", source.compactMap { $0.value < 3 ? $0 : nil }),
            .list("sorted", source.sorted { $0.value < $1.value }),
            .list("sorted by chance", source.sorted { _, _ in whim.oneIn(2) }),
            .list("reversed", source.reversed()),
            .list("limited", source.prefix(5)),
            .list("limited by a value", source.prefix(count)),
            .list("window", source.window(ListWindow(start: 3, count: 4))),
            .list("newest", source.newest(6)),
            .list("union", source.union(other)),
            .list("intersection", source.intersection(other)),
            .list("subtracting", source.subtracting(other)),
            .list("joined by id", source.joined(with: other, on: \.id, equals: \.id)),
            .list(
                "joined by chance",
                source.joined(with: other, on: { _ in whim.next() % 3 }, equals: { _ in whim.next() % 3 })),
            .list("fully joined by id", source.fullJoined(with: other, on: \.id, equals: \.id)),
            .list("joined to one", source.joined(toOne: other, on: \.id)),
            .list("left joined to one by chance", source.leftJoined(toOne: other, on: { _ in other.snapshot[0]?.id })),
            .list("tree", source.tree { [first = source] item in first.snapshot[item.value]?.id }),
            .list("flattened groups", source.grouped(by: \.id, order: .firstAppearance).flattened()),
        ]
    }

    private func sections<Item: OddItem>(
        _ source: ListSource<Item>, _ other: ListSource<Item>, _ whim: Whim
    ) -> [OddReader] {
        let grouped = source.grouped(by: \.id, order: .firstAppearance)
        // A set of more could trap by itself.
        let ids = other.collected().map { Set($0.prefix(1).map(\.id)) }
        return [
            .table("grouped by id", grouped),
            .table("grouped by chance", source.grouped(by: { _ in whim.next() % 4 }, order: .firstAppearance)),
            .table("mapped items", grouped.map { $0 }),
            .table("filtered items", grouped.filter { $0.value < 3 }),
            .table("hidden empty sections", grouped.filter { $0.value < 3 }.hidingEmptySections()),
            .table("limited sections", grouped.prefix(perSection: 2)),
            .table("composite", CompositeSource(grouped, grouped)),
            .table("sectioned into a list", source.sectioned(into: other, by: { $0.value > 2 ? $0.id : nil })),
            .table(
                "sectioned into a list and a rest",
                source.sectioned(into: other, elsewhere: Item(3, 3, whim), by: { $0.value > 2 ? $0.id : nil })),
            .table("sorted sections", grouped.sortedSections(by: ItemOrder { _, _ in whim.oneIn(2) })),
            .table("collapsed sections", grouped.collapsingSections(ids)),
        ]
    }
}
