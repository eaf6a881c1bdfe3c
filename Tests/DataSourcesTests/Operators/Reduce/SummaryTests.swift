import DataSources
import TestKit
import Testing

struct SummaryTests {
    @Test func `a multiset knows its extremes, whatever comes and goes`() {
        for seed in seeds(4) {
            var random = Random(seed: seed)
            var set = OrderedMultiset<Int>()
            var plain: [Int] = []
            for step in 0..<20_000 {
                // It grows to some thousand values, and shrinks to none.
                let grows = random.below(100) < (step % 10_000 < 5000 ? 80 : 10)
                if grows || plain.isEmpty {
                    let value = random.below(seed % 2 == 0 ? 100_000 : 300)
                    set.insert(value)
                    plain.append(value)
                } else {
                    let place =
                        random.below(4) == 0 ? plain.firstIndex(of: plain.min() ?? 0) : random.below(plain.count)
                    let value = plain.remove(at: place ?? 0)
                    set.remove(value)
                }
                if step % 7 == 0, set.first != plain.min() || set.last != plain.max() {
                    Issue.record("seed \(seed), step \(step)")
                    return
                }
            }
            for value in plain.shuffled(using: &random) { set.remove(value) }
            #expect(set.first == nil && set.last == nil)
            set.remove(1)
            set.insert(1)
            #expect(set.first == 1 && set.last == 1)
        }
    }

    @Test func `an exact sum leaves no trace of what has gone`() {
        var sum = ExactSum()
        for number in [1e300, 0.1, -1e-300, 0.2, .infinity, .nan, .leastNonzeroMagnitude] { sum.add(number) }
        #expect(sum.value.isNaN)
        sum.remove(.nan)
        #expect(sum.value == .infinity)
        for number in [.infinity, 1e300, -1e-300] { sum.remove(number) }
        #expect(sum.value == 0.1 + 0.2 && sum.count == 3)
        sum.remove(0.1)
        sum.remove(0.2)
        #expect(sum.value == .leastNonzeroMagnitude)
        sum.remove(.leastNonzeroMagnitude)
        #expect(sum.value == 0 && sum.count == 0)
    }

    @Test func `an exact sum of one or two numbers is what floating point gives`() {
        var random = Random(seed: 1)
        for _ in 0..<20_000 {
            // Any bits, and pairs of about one size, which cancel or tie.
            let first = Double(bitPattern: random.next())
            let near = Double(
                sign: random.below(2) == 0 ? .plus : .minus,
                exponentBitPattern: UInt(max(0, Int(first.exponentBitPattern) - random.below(60))),
                significandBitPattern: random.below(3) == 0 ? 0 : random.next() & 0xF_FFFF_FFFF_FFFF
            )
            let second = random.below(4) == 0 ? Double(bitPattern: random.next()) : near
            guard first.isFinite, second.isFinite else { continue }
            var sum = ExactSum()
            sum.add(first)
            #expect(sum.value == first)
            sum.add(second)
            if sum.value != first + second {
                Issue.record("\(first) + \(second) = \(first + second), not \(sum.value)")
            }
            sum.remove(first)
            if sum.value != second { Issue.record("\(first) goes, \(second) stays, not \(sum.value)") }
        }
    }

    @Test func `an exact sum does not round in between`() {
        var sum = ExactSum()
        for _ in 0..<10 { sum.add(0.1) }
        #expect(sum.value == 1)
        sum.add(1e16)
        for _ in 0..<1000 { sum.add(1) }
        sum.remove(1e16)
        #expect(sum.value == 1001)
        for number in [Double.greatestFiniteMagnitude, .greatestFiniteMagnitude] { sum.add(number) }
        #expect(sum.value == .infinity)
        sum.remove(.greatestFiniteMagnitude)
        #expect(sum.value == .greatestFiniteMagnitude)
    }
}
