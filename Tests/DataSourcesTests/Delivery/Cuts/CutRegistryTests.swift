import DataSources
import TestKit
import Testing

struct CutRegistryTests {
    private typealias Registry = CutRegistry<Int, Int>

    @Test func `a cut is overtaken when another registry joins that has had a newer one`() {
        var (one, two) = (Registry(), Registry())
        one.began(at: 5)
        two.began(at: 3)
        one.merge(two)
        #expect(!one.isIntact(3) && one.isIntact(5))
        one.began(at: 9)
        #expect(one.isIntact(5) && one.isIntact(9))
        var three = Registry()
        three.began(at: 7)
        _ = three.ended(at: 7)
        one.merge(three)
        #expect(!one.isIntact(5) && one.isIntact(9))
        one.overtaken(9)
        #expect(!one.isIntact(9))
    }

    @Test func `law 5: a cut keeps one state of each owner, however often somebody asks`() {
        var registry = Registry()
        for cut: UInt64 in [3, 5, 8] { registry.began(at: cut) }
        let isKept = (registry.replaced(1, of: 7, from: 2, until: 6), registry.replaced(2, of: 7, from: 6, until: 8))
        #expect(isKept == (true, false))
        for _ in 0..<100 {
            #expect(registry.shown(by: 7, at: 3) == 1 && registry.shown(by: 7, at: 5) == 1)
            #expect(registry.shown(by: 7, at: 8) == nil && registry.shown(by: 7, at: 4) == nil)
            #expect(registry.first(after: 0, before: 9) == 3 && registry.first(after: 3, before: 5) == nil)
        }
        #expect(registry.keptCount(of: 7) == 2)
        let released = registry.ended(at: 3)
        #expect(released == [7: 1] && registry.keptCount(of: 7) == 1)
        let gone = registry.ownerGone(7)
        #expect(gone == [1] && registry.keptCount(of: 7) == 0)
    }

    @Test(arguments: seeds(100))
    func `random inputs against arrays: a registered cut knows what each owner showed then`(seed: UInt64) throws {
        var random = Random(seed: seed)
        var (registry, other) = (Registry(), Registry())
        var (cuts, others): ([UInt64], [UInt64]) = ([], [])
        // By cut, what the owners showed that have gone on.
        var kept: [UInt64: [Int: Int]] = [:]
        var since: [Int: UInt64] = [:]
        var now: UInt64 = 1
        for step in 0..<200 {
            let label: Comment = "seed \(seed), step \(step)"
            switch random.below(7) {
            case 0, 1:
                now += UInt64(random.below(3))
                registry.began(at: now)
                cuts.append(now)
            case 2:
                guard let cut = cuts.randomElement(using: &random) else { continue }
                cuts.remove(at: cuts.firstIndex(of: cut)!)
                let released = registry.ended(at: cut)
                let isOver = !cuts.contains(cut)
                try #require(released == (isOver ? kept[cut] ?? [:] : [:]), label)
                if isOver { kept[cut] = nil }
            case 3, 4:
                // An owner goes on; never beyond the newest cut, as the clock does not.
                let owner = random.below(4)
                let (from, to) = (since[owner] ?? 0, max(since[owner] ?? 0, now + UInt64(random.below(2))))
                let needing = Set(cuts.filter { from <= $0 && $0 < to })
                let isKept = registry.replaced(step, of: owner, from: from, until: to)
                try #require(isKept == !needing.isEmpty, label)
                for cut in needing { kept[cut, default: [:]][owner] = step }
                since[owner] = to
                now = max(now, to)
            case 5:
                let owner = random.below(4)
                let gone = kept.values.compactMap { $0[owner] }
                try #require(registry.ownerGone(owner).sorted() == gone.sorted(), label)
                for cut in kept.keys { kept[cut]?[owner] = nil }
            default:
                // Another one that is merged in.
                for _ in 0..<random.below(3) {
                    now += UInt64(random.below(2))
                    other.began(at: now)
                    others.append(now)
                }
                registry.merge(other)
                cuts += others
                (other, others) = (Registry(), [])
            }
            try #require(registry.newest == cuts.max() ?? 0 && registry.oldest == cuts.min() ?? 0, label)
            try #require(registry.count == Set(cuts).count, label)
            let (after, before) = (UInt64(random.below(Int(now) + 2)), UInt64(random.below(Int(now) + 3)))
            let first = cuts.filter { after < $0 && $0 < before }.min()
            try #require(registry.first(after: after, before: before) == first, label)
            for owner in 0..<4 {
                let cut = UInt64(random.below(Int(now) + 2))
                try #require(registry.shown(by: owner, at: cut) == kept[cut]?[owner], label)
                try #require(registry.keptCount(of: owner) == kept.values.count { $0[owner] != nil }, label)
            }
        }
    }
}
