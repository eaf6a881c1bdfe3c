import DataSources
import Testing

struct CutRegistryTests {
    /// What somebody keeps, which was so from one cut until just before another.
    private struct Kept {
        let name: Int
        let from: UInt64
        let to: UInt64
        /// The newest cut that needs it.
        let newest: UInt64
    }

    @Test func `a cut is overtaken when another registry joins that has had a newer one`() {
        var (one, two) = (CutRegistry<Int>(), CutRegistry<Int>())
        _ = one.began(at: 5)
        _ = two.began(at: 3)
        one.merge(two)
        #expect(one.wasOvertaken(3) && !one.wasOvertaken(5))
        _ = one.began(at: 9)
        #expect(!one.wasOvertaken(5) && !one.wasOvertaken(9))
        var three = CutRegistry<Int>()
        _ = three.began(at: 7)
        _ = three.ended(at: 7)
        one.merge(three)
        #expect(one.wasOvertaken(5) && !one.wasOvertaken(9))
        one.overtaken(9)
        #expect(one.wasOvertaken(9))
    }

    /// Whoever keeps something is asked when the newest cut that needs it ends, not before, and nobody keeps what no
    /// cut needs.
    @Test func `the cuts before another one are those that are registered, each once`() {
        var registry = CutRegistry<Int>()
        #expect(registry.cuts(before: 9) == [])
        for cut: UInt64 in [3, 3, 5, 8] { _ = registry.began(at: cut) }
        #expect(registry.cuts(before: 8) == [3, 5] && registry.cuts(before: 9) == [3, 5, 8])
        #expect(registry.cuts(before: 3) == [])
        _ = registry.ended(at: 5)
        _ = registry.ended(at: 3)
        #expect(registry.cuts(before: 9) == [3, 8])
    }

    @Test(arguments: 0..<300 as Range<UInt64>)
    func `random inputs against arrays`(seed: UInt64) throws {
        var random = Random(seed: seed)
        var (registry, other) = (CutRegistry<Int>(), CutRegistry<Int>())
        var (cuts, others): ([UInt64], [UInt64]) = ([], [])
        var kept: [Kept] = []
        var now: UInt64 = 1
        for step in 0..<200 {
            let label: Comment = "seed \(seed), step \(step)"
            switch random.below(6) {
            case 0, 1:
                now += UInt64(random.below(3))
                let earlier = registry.began(at: now)
                try #require(earlier == Set(cuts.filter { $0 < now }).sorted(), label)
                cuts.append(now)
            case 2:
                guard let cut = cuts.randomElement(using: &random) else { continue }
                cuts.remove(at: cuts.firstIndex(of: cut)!)
                let asked = registry.ended(at: cut)
                let isOver = !cuts.contains(cut)
                try #require(asked.sorted() == (isOver ? kept.filter { $0.newest == cut }.map(\.name) : []), label)
                if isOver { kept.removeAll { $0.newest == cut } }
            case 3, 4:
                let from = UInt64(random.below(Int(now) + 1))
                let to = from + UInt64(random.below(Int(now) + 2))
                let newest = cuts.filter { from <= $0 && $0 < to }.max()
                try #require(registry.needs(from, until: to, for: step) == (newest != nil), label)
                if let newest { kept.append(Kept(name: step, from: from, to: to, newest: newest)) }
            default:
                // Another one that is merged in.
                for _ in 0..<random.below(3) {
                    now += UInt64(random.below(2))
                    _ = other.began(at: now)
                    others.append(now)
                }
                registry.merge(other)
                cuts += others
                (other, others) = (CutRegistry(), [])
            }
            try #require(registry.newest == cuts.max() ?? 0 && registry.count == Set(cuts).count, label)
        }
    }
}
