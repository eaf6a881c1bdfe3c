import DataSources
import DataSourcesTesting
import TestKit
import Testing

struct GroupByKeysTests {
    @Sendable private static func key(_ row: Row) -> Int? { row.value % 3 == 0 ? nil : row.value % 3 }

    private static func groups<Key: Hashable>(
        _ rows: [Row], by key: (Row) -> Key, _ areInOrder: (Key, Key) -> Bool
    ) -> [ItemSection<GroupHeader<Key>, Row>] {
        let keys = Set(rows.map(key)).sorted(by: areInOrder)
        return keys.map { wanted in
            ItemSection(GroupHeader(wanted), items: rows.filter { key($0) == wanted })
        }
    }

    @Test(arguments: NilOrder.allCases)
    func `by an optional key, random histories: a section for none, first or last`(nils: NilOrder) throws {
        try expectFollows(seeds: seeds(10)) {
            GroupOperator<GroupHeader<Int?>, Row>(
                .withItems(.ascending(nils: nils)) { key, _ in GroupHeader(key) }, labelBits: 9,
                key: { .some(Self.key($0)) })
        } oracle: { rows in
            let none = nils == .first ? Int.min : Int.max
            return Self.groups(rows, by: Self.key) { $0 ?? none < $1 ?? none }
        }
        try expectFollows(seeds: seeds(10)) {
            GroupOperator<GroupHeader<Int?>, Row>(
                .withItems(.descending(nils: nils)) { key, _ in GroupHeader(key) }, key: { .some(Self.key($0)) })
        } oracle: { rows in
            let none = nils == .first ? Int.max : Int.min
            return Self.groups(rows, by: Self.key) { $0 ?? none > $1 ?? none }
        }
    }

    @Test(arguments: NilOrder.allCases) func `by an optional key, all small histories`(nils: NilOrder) throws {
        try expectFollowsAll(upTo: 3, values: 3) { start, update in
            var operation = GroupOperator<GroupHeader<Int?>, Row>(
                .withItems(.ascending(nils: nils)) { key, _ in GroupHeader(key) }, key: { .some(Self.key($0)) })
            if let first = Update(from: ListSnapshot(), to: start) { _ = operation.apply(first) }
            let none = nils == .first ? Int.min : Int.max
            let expected = Self.groups(update.after.content, by: Self.key) { $0 ?? none < $1 ?? none }
            #expect(operation.apply(update).content == expected)
        }
    }

    @Test func `by several keys, random histories`() throws {
        typealias Key = CompoundKey<Int, Int>
        try expectFollows(seeds: seeds(10)) {
            GroupOperator<GroupHeader<Key>, Row>(
                .withItems(.ascending) { key, _ in GroupHeader(key) }, key: { Key($0.value % 2, $0.id % 2) })
        } oracle: { rows in
            Self.groups(rows, by: { Key($0.value % 2, $0.id % 2) }) { $0.components < $1.components }
        }
    }

    struct Customer: Identifiable, Equatable, Sendable {
        let id: Int
        var country: String
        var team: Int?
    }

    @Test func `the id of a section is nil or a key of several parts`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let source = try ListSource([
                Customer(id: 1, country: "b", team: 2), Customer(id: 2, country: "a"),
                Customer(id: 3, country: "a", team: 1), Customer(id: 4, country: "b", team: 2),
            ])
            #expect(await source.grouped(by: \.team).snapshot.map(\.id) == [1, 2, nil])
            #expect(await source.grouped(by: \.team, nils: .first).snapshot.map(\.id) == [nil, 1, 2])
            let descending = source.grouped(by: \.team, order: .descending(nils: .last))
            #expect(await descending.snapshot.map(\.id) == [2, 1, nil])
            let both = source.grouped(by: \.country, \.id)
            #expect(
                await both.snapshot.map(\.id) == [
                    CompoundKey("a", 2), CompoundKey("a", 3), CompoundKey("b", 1), CompoundKey("b", 4),
                ])
            let arrived = source.grouped(by: { CompoundKey($0.country, $0.team) }, order: .firstAppearance)
            #expect(await arrived.snapshot.map { $0.items.map(\.id) } == [[1, 4], [2], [3]])
            let team = source.grouped(by: \.team)
            #expect(await team.snapshot[section: 2]?.items.map(\.id) == [2])
            try await source.update(id: 2) { $0.team = 2 }
            #expect(await team.snapshot.map { $0.items.map(\.id) } == [[3], [1, 2, 4]])
        }
    }
}
