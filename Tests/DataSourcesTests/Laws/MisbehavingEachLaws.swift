import DataSources
import DataSourcesTesting
import Testing

/// Law 15 for sources per item: whatever ids, keys, contents and closures answer, every refresh ends and every state can
/// be read.
struct MisbehavingEachLaws {
    static let seeds = MisbehavingOperatorLaws.seeds

    @Test(arguments: seeds) func `law 15: sources per item go on when ids contradict themselves`(seed: UInt64) throws {
        try check(Odd<Double>.self, seed)
        try check(Odd<UnequalID>.self, seed)
        try check(Odd<EqualID>.self, seed)
        try check(Odd<CollidingID>.self, seed)
        try check(Odd<LyingHashID>.self, seed)
        try check(Odd<FlippingID>.self, seed)
        try check(Odd<RandomID>.self, seed)
    }

    @Test(arguments: seeds) func `law 15: sources per item go on when ids change in place`(seed: UInt64) throws {
        try check(Odd<ObjectID>.self, seed)
        #if !DATASOURCES_INTERNAL_CHECKS
        try check(OddObject.self, seed)
        #endif
    }

    @Test(arguments: seeds) func `law 15: sources per item go on when content answers as it likes`(seed: UInt64) throws
    {
        try check(OddContent.self, seed)
    }

    private typealias Reader = (name: String, read: @Sendable () async -> (Int, Int))

    /// Edits a source and its items' sources at random, lets the items misbehave, and reads what every operator makes
    /// of it.
    private func check<Item: OddItem>(_ type: Item.Type, _ seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { _ in
            var random = Random(seed: seed)
            let whim = Whim(seed: seed)
            let base = ListSource<Item>()
            let children = (0..<4).map { _ in ListSource<Item>() }
            let values = (0..<4).map { Parameter($0) }
            let readers = readers(base, children, values, whim)
            for step in 0..<MisbehavingOperatorLaws.edits {
                for edited in [base] + children where random.below(3) > 0 {
                    let edits = (0..<1 + random.below(8)).map { _ in
                        (
                            kind: random.below(8), place: random.below(60),
                            item: Item(random.below(40), random.below(5), whim)
                        )
                    }
                    try await edited.transaction { list in
                        for edit in edits { Self.make(edit, in: &list) }
                    }
                    for item in edited.snapshot where random.below(5) == 0 { item.misbehave(random.below(40)) }
                }
                values[random.below(4)].set(random.below(3))
                for (name, read) in readers {
                    let (count, found) = await read()
                    try #require(count == found, "\(type), seed \(seed), step \(step), \(name)")
                }
            }
        }
    }

    private static func make<Item: OddItem>(
        _ edit: (kind: Int, place: Int, item: Item), in list: inout ListDraft<Item>
    ) {
        let place = edit.place % (list.count + 1)
        switch edit.kind {
        case 0, 1, 2: try? list.insert(edit.item, at: place)
        case 3: list.upsert(edit.item)
        case 4: _ = try? list.remove(at: place)
        case 5: try? list.move(from: place, to: edit.place / 2 % (list.count + 1))
        case 6: try? list.update(at: place) { $0.value += 1 }
        default: if edit.place == 0 { list.removeAll() }
        }
    }

    private func list<Item>(_ name: String, _ source: DerivedSource<ListSnapshot<Item>>) -> Reader {
        (
            name,
            {
                let snapshot = await source.snapshot
                return (snapshot.count, snapshot.map { $0 }.count)
            }
        )
    }

    private func table<Header, Item>(
        _ name: String, _ source: DerivedSource<SectionedSnapshot<Header, Item>>
    ) -> Reader {
        (
            name,
            {
                let snapshot = await source.snapshot
                return (snapshot.itemCount, snapshot.reduce(0) { $0 + $1.items.map { $0 }.count })
            }
        )
    }

    private func readers<Item: OddItem>(
        _ base: ListSource<Item>, _ children: [ListSource<Item>], _ values: [Parameter<Int>], _ whim: Whim
    ) -> [Reader] {
        let byID = base.combinedWithEach(by: \.id) { _ in children[Int(whim.next() % 4)] }
        return [
            list("rows", base.combinedWithEach { children[abs($0.value) % 4] }),
            list("rows by chance", base.combinedWithEach { _ in children[Int(whim.next() % 4)] }),
            list("rows by id", byID),
            list("rows by a key of chance", base.combinedWithEach(by: { _ in Int(whim.next() % 3) }) { children[$0] }),
            list("filtered", base.filterEach { _ in whim.oneIn(2) ? Parameter(true) : Parameter(false) }),
            list("mapped", base.mapEach { values[abs($0.value) % 4] }),
            list("sorted", base.sortedByEach { _ in values[Int(whim.next() % 4)] }),
            list("merged", base.flatMapEach { children[abs($0.value) % 4] }),
            list("merged by chance", base.flatMapEach { _ in children[Int(whim.next() % 4)] }),
            list("merged by id", byID.flattenedEach()),
            table("sections", base.sectionedEach { children[abs($0.value) % 4] }),
            table("sections by chance", base.sectionedEach { _ in children[Int(whim.next() % 4)] }),
            table("grouped", base.groupedByEach(order: .ascending) { values[abs($0.value) % 4] }),
        ]
    }
}
