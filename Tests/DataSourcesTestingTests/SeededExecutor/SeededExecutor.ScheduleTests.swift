import DataSourcesTesting
import Testing

struct `Schedule of a seeded executor` {
    @Test func `has nothing to run at first`() {
        var schedule = SeededExecutor.Schedule<Int>(seed: 1)
        #expect(schedule.threadBecameFree() == nil)
        #expect(schedule.steps == 0)
    }

    @Test func `runs every job once`() {
        for seed in someSeeds {
            #expect(Self.order(seed: seed, jobs: 20).sorted() == Array(0..<20), "seed \(seed)")
        }
    }

    @Test func `the same seed makes the same choices on every machine`() {
        #expect(Self.order(seed: 1, jobs: 8) == [4, 5, 6, 2, 1, 7, 3, 0])
    }

    @Test func `every order of three jobs is chosen by some seed, none much more often than others`() {
        let orders = (0..<6_000 as Range<UInt64>).map { Self.order(seed: $0, jobs: 3) }
        let counts = Dictionary(orders.map { ($0, 1) }, uniquingKeysWith: +)
        #expect(counts.count == 6)
        #expect(counts.values.allSatisfy { (800...1_200).contains($0) })
    }

    @Test func `the trace tells how many jobs there were to choose from`() {
        var alone = SeededExecutor.Schedule<Int>(seed: 1)
        var crowded = alone
        alone.jobArrived(0)
        _ = alone.threadBecameFree()
        crowded.jobArrived(0)
        crowded.jobArrived(1)
        _ = crowded.threadBecameFree()
        #expect(alone.trace != crowded.trace)
        #expect(alone.steps == crowded.steps)
    }

    private static func order(seed: UInt64, jobs: Int) -> [Int] {
        var schedule = SeededExecutor.Schedule<Int>(seed: seed)
        for job in 0..<jobs { schedule.jobArrived(job) }
        return Array(sequence(state: schedule) { $0.threadBecameFree() })
    }
}
