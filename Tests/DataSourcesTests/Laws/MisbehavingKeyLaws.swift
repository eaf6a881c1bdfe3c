import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Law 15 for operators on optional and several keys, aggregates, single items and sorted sections: whatever ids, keys
/// and closures answer, every refresh ends and every state can be read.
struct MisbehavingKeyLaws: OddOperators {
    static let seeds = MisbehavingOperatorLaws.seeds

    @Test(arguments: seeds) func `law 15: operators on keys go on when ids contradict themselves`(seed: UInt64) throws {
        try checkContradictingIDs(seed)
    }

    @Test(arguments: seeds) func `law 15: operators on keys go on when ids change in place`(seed: UInt64) throws {
        try checkChangingIDs(seed)
    }

    @Test(arguments: seeds) func `law 15: operators on keys go on when content answers as it likes`(
        seed: UInt64
    ) throws {
        try checkContent(seed)
    }

    static let lists = 1

    func derive<Item: OddItem>(
        from sources: [ListSource<Item>], _ whim: Whim
    ) -> (readers: [OddReader], change: @Sendable (inout Random) -> Void) {
        let source = sources[0]
        let selection = Parameter(Item(1, 0, whim).id)
        return (
            lists(source, whim) + sections(source, whim) + values(source, selection, whim),
            { random in selection.set(Item(random.below(40), 0, whim).id) }
        )
    }

    private func lists<Item: OddItem>(_ source: ListSource<Item>, _ whim: Whim) -> [OddReader] {
        let chance: @Sendable (Item) -> Int? = { _ in whim.oneIn(3) ? nil : Int(whim.next() % 3) }
        let sure: @Sendable (Item) -> Int = { _ in Int(whim.next() % 3) }
        let twoKeys = { @Sendable (item: Item) in CompoundKey(item.id, item.value) }
        let sureKeys = { @Sendable (item: Item) in CompoundKey(item.id, sure(item)) }
        let rows = Aggregation<Item, CombinedSummary<Int, ExactVariance>, String>
            .combined(.count, .variance(of: { _ in Double(whim.next() % 3) }, .population)) { "\($0) \($1)" }
        return [
            .list("sorted by a key or none, by chance", source.sorted(by: chance)),
            .list("sorted by two keys by chance", source.sorted(by: sure, sure)),
            .list("newest by a key or none", source.newest(5, by: chance, nils: .first)),
            .list("aggregated by a key or none", source.aggregated(by: chance, rows)),
            .list("aggregated by two keys", source.aggregated(by: sure, \.value, with: rows)),
            .list(
                "aggregated by id, in an order by chance",
                DerivedSource(
                    from: source,
                    through: AggregateByKeyOperator(
                        by: { CompoundKey($0.id, $0.value) }, order: { _, _ in whim.oneIn(2) }, rows
                    ) { Keyed(id: $0, value: $1) })),
            .list("joined on two keys", source.joined(with: source, on: twoKeys, equals: twoKeys)),
            .list("fully joined on two keys", source.fullJoined(with: source, on: sureKeys, equals: sureKeys)),
        ]
    }

    private func sections<Item: OddItem>(_ source: ListSource<Item>, _ whim: Whim) -> [OddReader] {
        let grouped = source.grouped(by: \.id, order: .firstAppearance)
        let pairs = source.grouped(by: { CompoundKey($0.id, $0.value % 2) }, order: .firstAppearance)
        let halves = source.grouped { $0.value % 2 }
        let direction = Parameter(SortDirection.descending)
        return [
            .table("grouped by several keys", pairs),
            .table("grouped by a key or none", source.grouped(by: { _ in whim.oneIn(3) ? nil : whim.next() % 3 })),
            .table("sorted items of groups by id", grouped.sortedItems(by: \.value)),
            .table("sorted items of groups by several keys", pairs.sortedItems(by: \.value)),
            .table("sorted items", halves.sortedItems(by: \.value, .descending)),
            .table("sorted items by chance", halves.sortedItems(by: ItemOrder { _, _ in whim.oneIn(2) })),
            .table("sorted items by a value", halves.sortedItems(by: direction) { ItemOrder(by: \.value, $0) }),
        ]
    }

    private func values<Item: OddItem>(
        _ source: ListSource<Item>, _ selection: Parameter<Item.ID>, _ whim: Whim
    ) -> [OddReader] {
        let id = Item(3, 0, whim).id
        let grouped = source.grouped(by: \.id, order: .firstAppearance)
        return [
            .value("watching", source.watching(id: id)),
            .value("watching in sections", grouped.watching(id: id)),
            .value("watching the selection", source.watching(id: selection)),
            .value("watching the selection in sections", grouped.watching(id: selection)),
            .value("contains", source.contains(id: id)),
            .value("contains in sections", grouped.contains(id: id)),
            .value("allSatisfy by chance", source.allSatisfy { _ in whim.oneIn(2) }),
            .value("contains by chance", source.contains { _ in whim.oneIn(2) }),
            .value("deviation by chance", source.standardDeviation(of: { _ in whim.oneIn(2) ? .nan : 1 })),
        ]
    }
}
