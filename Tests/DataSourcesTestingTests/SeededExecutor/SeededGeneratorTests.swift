import DataSourcesTesting
import Testing

struct `Seeded generator` {
    @Test func `yields the published sequence of SplitMix64`() {
        var generator = SeededGenerator(seed: 1_234_567)
        let numbers = (0..<5).map { _ in generator.next() }
        #expect(
            numbers == [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423,
                4_593_380_528_125_082_431,
                16_408_922_859_458_223_821,
            ]
        )
    }

    @Test func `a copy continues on its own`() {
        var original = SeededGenerator(seed: 0)
        _ = original.next()
        var copy = original
        let next = copy.next()
        _ = copy.next()
        #expect(original.next() == next)
    }

    @Test func `neighbouring seeds begin differently`() {
        let firsts = (0..<1_000 as Range<UInt64>).map { seed in
            var generator = SeededGenerator(seed: seed)
            return generator.next()
        }
        #expect(Set(firsts).count == 1_000)
    }

    @Test(arguments: [1, 2, 3, 7, 1_000]) func `a bounded number is always below its bound`(bound: Int) {
        var generator = SeededGenerator(seed: UInt64(bound))
        let numbers = (0..<10_000).map { _ in generator.next(below: bound) }
        #expect(numbers.allSatisfy { (0..<bound).contains($0) })
        #expect(Set(numbers).count == bound)
    }
}
