import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Operators on lists whose items misbehave: whatever ids, keys and closures answer, every refresh must end, and every
/// state must be readable (law 15).
protocol OddOperators: Sendable {
    /// How many lists the operators are derived from.
    static var lists: Int { get }

    /// The derived states to read after each round of edits, and what else changes in each round.
    func derive<Item: OddItem>(
        from lists: [ListSource<Item>], _ whim: Whim
    ) -> (readers: [OddReader], change: @Sendable (inout Random) -> Void)
}

extension OddOperators {
    /// Ids that contradict themselves.
    func checkContradictingIDs(_ seed: UInt64) throws {
        try check(Odd<Double>.self, seed)
        try check(Odd<UnequalID>.self, seed)
        try check(Odd<EqualID>.self, seed)
        try check(Odd<CollidingID>.self, seed)
        try check(Odd<LyingHashID>.self, seed)
        try check(Odd<FlippingID>.self, seed)
        try check(Odd<RandomID>.self, seed)
    }

    /// Ids that change in place.
    func checkChangingIDs(_ seed: UInt64) throws {
        try check(Odd<ObjectID>.self, seed)
        #if !DATASOURCES_INTERNAL_CHECKS
        // The checks trust ids that are integers; within a row of an operator these are those of objects.
        try check(OddObject.self, seed)
        #endif
    }

    /// Content that answers as it likes.
    func checkContent(_ seed: UInt64) throws {
        try check(OddContent.self, seed)
    }

    /// Edits the lists at random, lets their items misbehave, and reads what every operator makes of them.
    private func check<Item: OddItem>(_ type: Item.Type, _ seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { _ in
            var random = Random(seed: seed)
            let whim = Whim(seed: seed)
            let lists = (0..<Self.lists).map { _ in ListSource<Item>() }
            let (readers, change) = derive(from: lists, whim)
            for step in 0..<40 {
                for list in lists {
                    let edits = (0..<1 + random.below(12)).map { _ in
                        OddEdit(
                            kind: random.below(8), position: random.below(60),
                            item: Item(random.below(40), random.below(5), whim)
                        )
                    }
                    try await list.transaction { list in
                        for edit in edits { edit.make(in: &list) }
                    }
                    for item in list.snapshot where random.below(5) == 0 { item.misbehave(random.below(40)) }
                }
                change(&random)
                for reader in readers {
                    let (count, read) = await reader.read()
                    try #require(count == read, "\(type), seed \(seed), step \(step), \(reader.name)")
                }
            }
        }
    }
}

/// A random edit of a list.
private struct OddEdit<Item: OddItem>: Sendable {
    let kind: Int
    let position: Int
    let item: Item

    func make(in list: inout ListDraft<Item>) {
        let position = position % (list.count + 1)
        switch kind {
        case 0, 1, 2: try? list.insert(item, at: position)
        case 3: list.upsert(item)
        case 4: _ = try? list.remove(at: position)
        case 5: try? list.move(from: position, to: self.position / 2 % (list.count + 1))
        case 6: try? list.update(at: position) { $0.value += 1 }
        default: if self.position == 0 { list.removeAll() }
        }
    }
}

/// Reads a derived state to its end.
struct OddReader: Sendable {
    let name: String
    /// How many items the state says it has, and how many there are.
    let read: @Sendable () async -> (Int, Int)

    static func list<Item>(_ name: String, _ source: some DerivableSource<ListSnapshot<Item>>) -> OddReader {
        OddReader(name: name) {
            let snapshot = await source.snapshot
            return (snapshot.count, snapshot.map { $0 }.count)
        }
    }

    static func table<Header, Item>(
        _ name: String, _ source: some DerivableSource<SectionedSnapshot<Header, Item>>
    ) -> OddReader {
        OddReader(name: name) {
            let snapshot = await source.snapshot
            return (snapshot.itemCount, snapshot.reduce(0) { $0 + $1.items.map { $0 }.count })
        }
    }

    /// Values have no number of items; that they are read to the end is what counts.
    static func value<Value>(_ name: String, _ source: some DerivableSource<ValueSnapshot<Value>>) -> OddReader {
        OddReader(name: name) {
            let count = await source.snapshot.value == nil ? 0 : 1
            return (count, count)
        }
    }
}
