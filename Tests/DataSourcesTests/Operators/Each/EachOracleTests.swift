import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Random histories of items and of their sources: after each step, each operator shows what the most obvious code makes
/// of all states, and its updates keep the laws.
struct EachOracleTests {
    typealias Rows = ListSnapshot<Row>

    /// Items with lists and values of their own, which change at random.
    private struct World: Sendable {
        let group = SourceGroup()
        let base: ListSource<Row>
        let houses: Households
        let values = Shared<[Int: Parameter<Int>]>([:])

        init() {
            base = ListSource(in: group)
            houses = Households(in: group, modulus: 2)
        }

        func value(_ row: Row) -> Parameter<Int> {
            let key = houses.key(row)
            return values.change { values in
                if let value = values[key] { return value }
                let value = Parameter(key % 4)
                values[key] = value
                return value
            }
        }

        /// Changes some lists and values at random, and the items to `rows`, or not.
        func edit(to rows: ListSnapshot<Row>, _ step: Int, _ random: inout Random) async throws {
            for turn in 0..<random.below(3) {
                let rows = base.snapshot
                guard let row = rows[random.below(rows.count)] else { continue }
                let (choice, list) = (random.next(), houses.list(row))
                try await list.transaction { list in
                    var random = Random(seed: choice)
                    for part in 0...random.below(3) {
                        try list.editAtRandom(1000 + step * 100 + turn * 10 + part, &random)
                    }
                    if random.below(9) == 0 { try list.replaceAll(with: list.snapshot.shuffled(using: &random)) }
                }
                value(row).set(random.below(4))
            }
            if random.below(3) == 0 { return }
            try await base.transaction { try $0.replaceAll(with: rows) }
        }
    }

    /// Drives a source through histories and compares it with the oracle after some of their steps.
    private func expectFollows<Output: OracleSnapshot>(
        seeds: Range<UInt64>,
        steps: Int = 30,
        _ derive: @escaping @Sendable (World) -> DerivedSource<Output>,
        oracle: @escaping @Sendable (World) -> Output.Content,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws where Output.Content: Equatable {
        for seed in seeds {
            try SeededExecutor.run(seed: seed) { _ in
                let world = World()
                let source = derive(world)
                let subscription = await source.subscribe()
                var follower = Follower(subscription.snapshot, "seed \(seed)")
                var history = RowListHistory(seed: seed)
                var random = Random(seed: seed)
                for step in 0..<steps {
                    try history.edit()
                    try await world.edit(to: history.snapshot, step, &random)
                    if random.below(4) == 0 { continue }
                    let after = await source.snapshot
                    if after.content != oracle(world) {
                        Issue.record(
                            "seed \(seed), step \(step): \(after.content)\nexpected \(oracle(world))",
                            sourceLocation: sourceLocation)
                        return
                    }
                    if after != follower.last, let update = await subscription.next() { follower.given(update) }
                }
                // One derived anew shows the same.
                let expected = await source.snapshot
                #expect(await derive(world).snapshot == expected, sourceLocation: sourceLocation)
            }
        }
    }

    @Test(arguments: seeds(8))
    func `rows with their lists`(block: UInt64) throws {
        try expectFollows(seeds: block * 10..<block * 10 + 10) { world in
            world.base.combinedWithEach { world.houses.find($0) }
        } oracle: { world in
            world.houses.combined(Array(world.base.snapshot))
        }
    }

    @Test(arguments: seeds(8))
    func `rows with the lists of their keys`(block: UInt64) throws {
        try expectFollows(seeds: block * 10..<block * 10 + 10) { world in
            world.base.combinedWithEach(by: { $0.value % 3 }) { world.houses.list(key: $0) }
        } oracle: { world in
            world.base.snapshot.map { CombinedItem($0, world.houses.list(key: $0.value % 3).snapshot) }
        }
    }

    @Test(arguments: seeds(4))
    func `filtered by answers of their own`(block: UInt64) throws {
        try expectFollows(seeds: block * 10..<block * 10 + 10) { world in
            world.base.filterEach { DerivedSource(from: world.value($0), through: Above(limit: 1)) }
        } oracle: { world in
            world.base.snapshot.filter { world.value($0).value > 1 }
        }
    }

    @Test(arguments: seeds(4))
    func `mapped to values of their own`(block: UInt64) throws {
        try expectFollows(seeds: block * 10..<block * 10 + 10) { world in
            world.base.mapEach { world.value($0) }
        } oracle: { world in
            world.base.snapshot.map { Keyed(id: $0.id, value: world.value($0).value) }
        }
    }

    @Test(arguments: 0..<4 as Range<UInt64>, [SortDirection.ascending, .descending])
    func `sorted by keys of their own`(block: UInt64, direction: SortDirection) throws {
        try expectFollows(seeds: block * 10..<block * 10 + 10) { world in
            world.base.sortedByEach(direction) { world.value($0) }
        } oracle: { world in
            let keyed = world.base.snapshot.enumerated().map {
                (place: $0.offset, row: $0.element, key: world.value($0.element).value)
            }
            return keyed.sorted {
                if $0.key == $1.key { return $0.place < $1.place }
                return direction == .ascending ? $0.key < $1.key : $1.key < $0.key
            }.map(\.row)
        }
    }

    @Test(arguments: seeds(4))
    func `grouped by keys of their own`(block: UInt64) throws {
        try expectFollows(seeds: block * 10..<block * 10 + 10) { world in
            world.base.groupedByEach(order: .ascending) { world.value($0) }
        } oracle: { world in
            let rows = world.base.snapshot
            return Set(rows.map { world.value($0).value }).sorted().map { key in
                ItemSection(GroupHeader(key), items: rows.filter { world.value($0).value == key })
            }
        }
    }

    @Test(arguments: seeds(8))
    func `all lists one after the other`(block: UInt64) throws {
        try expectFollows(seeds: block * 10..<block * 10 + 10) { world in
            world.base.flatMapEach { world.houses.list($0) }
        } oracle: { world in
            world.base.snapshot.flatMap { row in world.houses.list(row).snapshot.map { Self.child($0, of: row) } }
        }
    }

    @Test(arguments: seeds(8))
    func `a section of each item and its list`(block: UInt64) throws {
        try expectFollows(seeds: block * 10..<block * 10 + 10) { world in
            world.base.sectionedEach { world.houses.list($0) }
        } oracle: { world in
            world.base.snapshot.map { row in
                ItemSection(row, items: world.houses.list(row).snapshot.map { Self.child($0, of: row) })
            }
        }
    }

    private static func child(_ child: Row, of row: Row) -> Keyed<FlatID<Int, Int>, Row> {
        Keyed(id: FlatID(parent: row.id, child: child.id), value: child)
    }

    /// Whether a number is above a limit.
    private struct Above: SnapshotOperator {
        let limit: Int

        func apply(_ update: Update<ValueSnapshot<Int>>) -> ValueSnapshot<Bool> {
            update.after.value.map { ValueSnapshot($0 > limit) } ?? ValueSnapshot()
        }
    }
}
