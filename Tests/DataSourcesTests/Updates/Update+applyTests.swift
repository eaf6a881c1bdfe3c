import DataSources
import TestKit
import Testing

/// Law 1 for arrays that mirror a list: what is copied, what is released, and when.
struct UpdateApplyTests {
    private func address(_ items: [Counted]) -> UnsafeRawPointer? {
        items.withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) }
    }

    @Test(arguments: seeds(6))
    func `an array that owns its items is edited in place, and each item is released once`(seed: UInt64) throws {
        let census = Counted.Census()
        var random = Random(seed: seed)
        do {
            var items = (0..<200).map { census.item($0) }
            var mirror = items
            mirror.reserveCapacity(1_000)
            mirror[0] = items[0]
            for round in 0..<20 {
                var next = items
                next.removeAll { _ in random.below(9) == 0 }
                for _ in 0..<random.below(6) where next.count > 1 {
                    next.insert(next.remove(at: random.below(next.count)), at: random.below(next.count))
                }
                for new in 0..<random.below(30) {
                    next.insert(census.item(1_000 * (round + 1) + new), at: random.below(next.count + 1))
                }
                for place in next.indices where random.below(20) == 0 { next[place] = census.item(next[place].id) }
                let (before, after) = (try ListSnapshot(items), try ListSnapshot(next))
                let place = address(mirror)
                try Update(from: before, to: after)?.apply(to: &mirror)
                #expect(address(mirror) == place, "seed \(seed), round \(round)")
                guard mirror == next else {
                    Issue.record("law 1, seed \(seed), round \(round)")
                    return
                }
                items = next
            }
            #expect(census.count == items.count, "seed \(seed): what is alive is in the array")
        }
        #expect(census.count == 0, "seed \(seed)")
    }

    @Test func `another owner of the array keeps its items`() throws {
        let before = try ListSnapshot((0..<100).map { Row($0) })
        let after = try ListSnapshot((0..<90).reversed().map { Row($0) })
        let update = try #require(Update(from: before, to: after))
        var mirror = Array(before)
        let kept = mirror
        try update.apply(to: &mirror)
        #expect(mirror == Array(after))
        #expect(kept == Array(before))
    }

    @Test func `an update of sections shares their lists with an equal array`() throws {
        let sections = (0..<10).map { section in
            ItemSection(Heading(section), items: (0..<50).map { Row(section * 100 + $0) })
        }
        var draft = try SectionedDraft(sections)
        let before = draft.snapshot
        try draft.insertItem(Row(-1), at: ItemPath(section: 3, item: 7))
        let after = draft.snapshot
        var mirror = sections
        try #require(Update(from: before, to: after)).apply(to: &mirror)
        #expect(mirror == after.content)
        #expect(mirror[3].items.isIdentical(to: try #require(after[section: 3]).items))
        #expect(!mirror[4].items.isIdentical(to: try #require(after[section: 4]).items), "untouched")
    }
}
