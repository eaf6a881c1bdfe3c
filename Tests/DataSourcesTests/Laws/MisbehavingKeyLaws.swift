import DataSources
import DataSourcesTesting
import Testing

/// Law 15 for operators on optional and several keys, aggregates, single items and sorted sections: whatever ids, keys
/// and closures answer, every refresh ends and every state can be read.
struct MisbehavingKeyLaws {
    static let seeds = MisbehavingOperatorLaws.seeds

    @Test(arguments: seeds) func `law 15: operators on keys go on when ids contradict themselves`(seed: UInt64) throws {
        try check(Odd<Double>.self, seed)
        try check(Odd<UnequalID>.self, seed)
        try check(Odd<EqualID>.self, seed)
        try check(Odd<CollidingID>.self, seed)
        try check(Odd<LyingHashID>.self, seed)
        try check(Odd<FlippingID>.self, seed)
        try check(Odd<RandomID>.self, seed)
    }

    @Test(arguments: seeds) func `law 15: operators on keys go on when ids change in place`(seed: UInt64) throws {
        try check(Odd<ObjectID>.self, seed)
        #if !DATASOURCES_INTERNAL_CHECKS
        try check(OddObject.self, seed)
        #endif
    }

    @Test(arguments: seeds) func `law 15: operators on keys go on when content answers as it likes`(
        seed: UInt64
    ) throws {
        try check(OddContent.self, seed)
    }

    /// Edits a source at random, lets its items misbehave, and reads what every operator makes of it.
    private func check<Item: OddItem>(_ type: Item.Type, _ seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { _ in
            var random = Random(seed: seed)
            let whim = Whim(seed: seed)
            let source = ListSource<Item>()
            let selection = Parameter(Item(1, 0, whim).id)
            let readers = lists(source, whim) + sections(source, whim) + values(source, selection, whim)
            for step in 0..<MisbehavingOperatorLaws.edits {
                let edits = (0..<1 + random.below(12)).map { _ in
                    (random.below(7), random.below(60), Item(random.below(40), random.below(5), whim))
                }
                try await source.transaction { list in
                    for (kind, place, item) in edits { Self.edit(&list, kind, place % (list.count + 1), item) }
                }
                for item in source.snapshot where random.below(5) == 0 { item.misbehave(random.below(40)) }
                selection.set(Item(random.below(40), 0, whim).id)
                for (name, read) in readers {
                    let (count, read) = await read()
                    try #require(count == read, "\(type), seed \(seed), step \(step), \(name)")
                }
            }
        }
    }

    private static func edit<Item: OddItem>(_ list: inout ListDraft<Item>, _ kind: Int, _ place: Int, _ item: Item) {
        switch kind {
        case 0, 1: try? list.insert(item, at: place)
        case 2: list.upsert(item)
        case 3: _ = try? list.remove(at: place)
        case 4: try? list.move(from: place, to: place / 2)
        case 5: try? list.update(at: place) { $0.value += 1 }
        default: if place == 0 { list.removeAll() }
        }
    }

    /// How many items a state says it has, and how many there are.
    private typealias Reader = (name: String, read: @Sendable () async -> (Int, Int))

    private func list<Item>(_ name: String, _ source: DerivedSource<ListSnapshot<Item>>) -> Reader {
        let read: @Sendable () async -> (Int, Int) = {
            let snapshot = await source.snapshot
            return (snapshot.count, snapshot.map { $0 }.count)
        }
        return (name, read)
    }

    private func table<Header, Item>(
        _ name: String, _ source: DerivedSource<SectionedSnapshot<Header, Item>>
    ) -> Reader {
        let read: @Sendable () async -> (Int, Int) = {
            let snapshot = await source.snapshot
            return (snapshot.itemCount, snapshot.reduce(0) { $0 + $1.items.map { $0 }.count })
        }
        return (name, read)
    }

    /// Values have no number of items; that they are read to the end is what counts.
    private func value<Value>(_ name: String, _ source: DerivedSource<ValueSnapshot<Value>>) -> Reader {
        let read: @Sendable () async -> (Int, Int) = {
            let count = await source.snapshot.value == nil ? 0 : 1
            return (count, count)
        }
        return (name, read)
    }

    private func lists<Item: OddItem>(_ source: ListSource<Item>, _ whim: Whim) -> [Reader] {
        let chance: @Sendable (Item) -> Int? = { _ in whim.oneIn(3) ? nil : Int(whim.next() % 3) }
        let sure: @Sendable (Item) -> Int = { _ in Int(whim.next() % 3) }
        let rows = Aggregation<Item, CombinedSummary<Int, ExactVariance>, String>
            .combined(.count, .variance(of: { _ in Double(whim.next() % 3) }, .population)) { "\($0) \($1)" }
        return [
            list("sorted by a key or none, by chance", source.sorted(by: chance)),
            list("sorted by two keys by chance", source.sorted(by: sure, sure)),
            list("newest by a key or none", source.newest(5, by: chance, nils: .first)),
            list("aggregated by a key or none", source.aggregated(by: chance, rows)),
            list("aggregated by two keys", source.aggregated(by: sure, \.value, with: rows)),
            list(
                "aggregated by id, in an order by chance",
                DerivedSource(
                    from: source,
                    through: AggregateByKeyOperator(
                        by: { CompoundKey($0.id, $0.value) }, order: { _, _ in whim.oneIn(2) }, rows
                    ) { Keyed(id: $0, value: $1) })),
            list("joined on two keys", source.joined(with: source, on: \.id, \.value, equals: \.id, \.value)),
            list("fully joined on two keys", source.fullJoined(with: source, on: \.id, sure, equals: \.id, sure)),
        ]
    }

    private func sections<Item: OddItem>(_ source: ListSource<Item>, _ whim: Whim) -> [Reader] {
        let grouped = source.grouped(by: \.id, order: .firstAppearance)
        let pairs = source.grouped(by: { CompoundKey($0.id, $0.value % 2) }, order: .firstAppearance)
        let halves = source.grouped { $0.value % 2 }
        let direction = Parameter(SortDirection.descending)
        return [
            table("grouped by several keys", pairs),
            table("grouped by a key or none", source.grouped(by: { _ in whim.oneIn(3) ? nil : whim.next() % 3 })),
            table("sorted items of groups by id", grouped.sortedItems(by: \.value)),
            table("sorted items of groups by several keys", pairs.sortedItems(by: \.value)),
            table("sorted items", halves.sortedItems(by: \.value, .descending)),
            table("sorted items by chance", halves.sortedItems(by: ItemOrder { _, _ in whim.oneIn(2) })),
            table("sorted items by a value", halves.sortedItems(by: direction) { ItemOrder(by: \.value, $0) }),
        ]
    }

    private func values<Item: OddItem>(
        _ source: ListSource<Item>, _ selection: Parameter<Item.ID>, _ whim: Whim
    ) -> [Reader] {
        let id = Item(3, 0, whim).id
        let grouped = source.grouped(by: \.id, order: .firstAppearance)
        return [
            value("watching", source.watching(id: id)),
            value("watching in sections", grouped.watching(id: id)),
            value("watching the selection", source.watching(id: selection)),
            value("watching the selection in sections", grouped.watching(id: selection)),
            value("contains", source.contains(id: id)),
            value("contains in sections", grouped.contains(id: id)),
            value("allSatisfy by chance", source.allSatisfy { _ in whim.oneIn(2) }),
            value("contains by chance", source.contains { _ in whim.oneIn(2) }),
            value("deviation by chance", source.standardDeviation(of: { _ in whim.oneIn(2) ? .nan : 1 })),
        ]
    }
}
