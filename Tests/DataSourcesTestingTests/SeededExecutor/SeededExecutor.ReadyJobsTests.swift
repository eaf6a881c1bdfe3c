import DataSourcesTesting
import Testing

struct `Ready jobs of a seeded executor` {
    @Test func `has nothing to run at first`() {
        var ready = SeededExecutor.ReadyJobs<Int>(order: .seed(1))
        #expect(ready.threadBecameFree() == nil)
        #expect(ready.steps == 0)
    }

    @Test func `runs every job once`() {
        for seed in someSeeds {
            #expect(Self.order(seed: seed, jobs: 20).sorted() == Array(0..<20), "seed \(seed)")
        }
    }

    @Test func `the same seed makes the same choices on every machine`() {
        #expect(Self.order(seed: 1, jobs: 8) == [4, 6, 7, 2, 1, 5, 3, 0])
    }

    @Test func `every order of three jobs is chosen by some seed, none much more often than others`() {
        let orders = (0..<6_000 as Range<UInt64>).map { Self.order(seed: $0, jobs: 3) }
        let counts = Dictionary(orders.map { ($0, 1) }, uniquingKeysWith: +)
        #expect(counts.count == 6)
        #expect(counts.values.allSatisfy { (800...1_200).contains($0) })
    }

    @Test func `the trace tells how many jobs there were to choose from`() {
        var alone = SeededExecutor.ReadyJobs<Int>(order: .seed(1))
        var crowded = alone
        alone.jobArrived(0)
        _ = alone.threadBecameFree()
        crowded.jobArrived(0)
        crowded.jobArrived(1)
        _ = crowded.threadBecameFree()
        #expect(alone.trace != crowded.trace)
        #expect(alone.steps == crowded.steps)
    }

    @Test(arguments: someSeeds) func `those that are passed over keep their order, as in a plain list`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var (deviations, step): ([SeededExecutor.Schedule.Deviation], Int) = ([], 0)
        for _ in 0..<400 {
            step += 1 + generator.next(below: 2)
            deviations.append(.init(step: step, choice: 1 + generator.next(below: 40)))
        }
        let schedule = SeededExecutor.Schedule(deviations: deviations)
        var ready = SeededExecutor.ReadyJobs<Int>(order: .schedule(schedule), recordsWidths: true)
        var (list, widths, jobs): ([Int], [Int], Int) = ([], [], 0)
        while ready.steps < 1_000 {
            for _ in 0..<generator.next(below: ready.steps < 500 ? 4 : 2) {
                ready.jobArrived(jobs)
                list.append(jobs)
                jobs += 1
            }
            #expect(ready.youngest == (list.isEmpty ? nil : list.last))
            guard !list.isEmpty else { continue }
            let choice = deviations.first { $0.step == ready.steps + 1 }?.choice ?? 0
            widths.append(list.count)
            #expect(ready.threadBecameFree() == list.remove(at: min(choice, list.count - 1)))
        }
        #expect(ready.widths == widths)
    }

    @Test(arguments: someSeeds) func `the schedule it records makes the same choices`(seed: UInt64) {
        func play(_ order: SeededExecutor.Order) -> (SeededExecutor.ReadyJobs<Int>, [Int]) {
            var (ready, seen): (SeededExecutor.ReadyJobs<Int>, [Int]) = (.init(order: order), [])
            var arrivals = SeededGenerator(seed: seed)
            for job in 0..<300 {
                ready.jobArrived(job)
                for _ in 0..<arrivals.next(below: 3) { seen += ready.threadBecameFree().map { [$0] } ?? [] }
            }
            return (ready, seen)
        }
        let (drawn, first) = play(.seed(seed))
        let (followed, second) = play(.schedule(drawn.schedule))
        #expect(first == second)
        #expect(drawn.trace == followed.trace)
        #expect(drawn.schedule == followed.schedule)
        #expect(drawn.schedule.deviations.count > 50)
    }

    private static func order(seed: UInt64, jobs: Int) -> [Int] {
        var ready = SeededExecutor.ReadyJobs<Int>(order: .seed(seed))
        for job in 0..<jobs { ready.jobArrived(job) }
        return Array(sequence(state: ready) { $0.threadBecameFree() })
    }
}
