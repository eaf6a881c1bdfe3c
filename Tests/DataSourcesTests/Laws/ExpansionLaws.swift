import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// The laws that apply to a value: 4 and 10 through the parameter that holds it, and 15.
struct ExpansionLaws {
    @Test(arguments: seeds(30))
    func `random edits: it has the ids of a set, or all but those; what cancels out is equal`(seed: UInt64) {
        var random = Random(seed: seed)
        let startsWithAll = random.below(2) == 0
        var (expansion, expanded) = startsWithAll ? (Expansion<Int>.all, Set(0..<10)) : (Expansion<Int>(), [])
        for _ in 0..<60 {
            let id = random.below(10)
            switch random.below(3) {
            case 0: #expect(expansion.expand(id) == expanded.insert(id).inserted)
            case 1: #expect(expansion.collapse(id) == (expanded.remove(id) != nil))
            default:
                expansion.toggle(id)
                if expanded.remove(id) == nil { expanded.insert(id) }
            }
            #expect((0..<10).filter { expansion.contains($0) } == expanded.sorted())
            #expect(expansion.contains(99) == startsWithAll)
            let same = startsWithAll ? Expansion.all(except: Set(0..<10).subtracting(expanded)) : Expansion(expanded)
            #expect(expansion == same && expansion.hashValue == same.hashValue)
        }
    }

    @Test func `laws 3 and 4: an expansion that is changed and changed back is no update`() async {
        let expansion = Parameter(Expansion<Int>())
        let subscription = expansion.subscribe()
        expansion.update { $0.expand(1) }
        expansion.update { $0.collapse(1) }
        expansion.update { $0.toggle(2) }
        #expect(await subscription.next()?.after.value == Expansion([2]))
    }

    @Test(arguments: seeds(10))
    func `law 15: whatever ids answer, it can be changed, read, compared and followed`(seed: UInt64) throws {
        try check(UnequalID.self, seed)
        try check(EqualID.self, seed)
        try check(LyingHashID.self, seed)
        try check(FlippingID.self, seed)
        try check(RandomID.self, seed)
        try check(Double.self, seed)
        try check(ObjectID.self, seed)
    }

    private func check<ID: OddID>(_ type: ID.Type, _ seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { _ in
            var random = Random(seed: seed)
            let whim = Whim(seed: seed)
            let ids = (0..<30).map { ID($0 % 20, whim) }
            let source = ListSource<Odd<ID>>()
            let expansion = Parameter(random.below(2) == 0 ? Expansion<ID>() : .all)
            let rows = source.tree(parent: { $0.value == 0 ? nil : ids[$0.value % 30] }, expanded: expansion)
            for step in 0..<60 {
                let id = ids[random.below(30)]
                expansion.update { expansion in
                    switch step % 4 {
                    case 0: expansion.expand(id)
                    case 1: expansion.collapse(id)
                    default: expansion.toggle(id)
                    }
                }
                let item = Odd<ID>(random.below(20), random.below(6), whim)
                try await source.transaction { draft in _ = draft.upsert(item) }
                (id as? ObjectID)?.number = random.below(20)
                let snapshot = await rows.snapshot
                #expect(snapshot.map { $0 }.count == snapshot.count)
                _ = expansion.value == Expansion(ids)
                _ = expansion.value.description
            }
        }
    }
}
