import DataSources
import Testing

struct MomentRegistryTests {
    /// What somebody keeps, which was so from one moment until just before another.
    private struct Kept {
        let name: Int
        let from: UInt64
        let to: UInt64
        /// The newest moment that needs it.
        let newest: UInt64
    }

    @Test func `a moment is overtaken when another registry joins that has had a newer one`() {
        var (one, two) = (MomentRegistry<Int>(), MomentRegistry<Int>())
        _ = one.began(at: 5)
        _ = two.began(at: 3)
        one.merge(two)
        #expect(one.wasOvertaken(3) && !one.wasOvertaken(5))
        _ = one.began(at: 9)
        #expect(!one.wasOvertaken(5) && !one.wasOvertaken(9))
        var three = MomentRegistry<Int>()
        _ = three.began(at: 7)
        _ = three.ended(at: 7)
        one.merge(three)
        #expect(one.wasOvertaken(5) && !one.wasOvertaken(9))
        one.overtaken(9)
        #expect(one.wasOvertaken(9))
    }

    /// Whoever keeps something is asked when the newest moment that needs it ends, not before, and nobody keeps what no
    /// moment needs.
    @Test(arguments: 0..<300 as Range<UInt64>)
    func `random inputs against arrays`(seed: UInt64) throws {
        var random = Random(seed: seed)
        var (registry, other) = (MomentRegistry<Int>(), MomentRegistry<Int>())
        var (moments, others): ([UInt64], [UInt64]) = ([], [])
        var kept: [Kept] = []
        var now: UInt64 = 1
        for step in 0..<200 {
            let label: Comment = "seed \(seed), step \(step)"
            switch random.below(6) {
            case 0, 1:
                now += UInt64(random.below(3))
                let earlier = registry.began(at: now)
                try #require(earlier == Set(moments.filter { $0 < now }).sorted(), label)
                moments.append(now)
            case 2:
                guard let moment = moments.randomElement(using: &random) else { continue }
                moments.remove(at: moments.firstIndex(of: moment)!)
                let asked = registry.ended(at: moment)
                let isOver = !moments.contains(moment)
                try #require(asked.sorted() == (isOver ? kept.filter { $0.newest == moment }.map(\.name) : []), label)
                if isOver { kept.removeAll { $0.newest == moment } }
            case 3, 4:
                let from = UInt64(random.below(Int(now) + 1))
                let to = from + UInt64(random.below(Int(now) + 2))
                let newest = moments.filter { from <= $0 && $0 < to }.max()
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
                moments += others
                (other, others) = (MomentRegistry(), [])
            }
            try #require(registry.newest == moments.max() ?? 0 && registry.count == Set(moments).count, label)
        }
    }
}
