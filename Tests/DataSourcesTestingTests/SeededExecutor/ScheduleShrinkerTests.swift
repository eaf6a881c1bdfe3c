import DataSourcesTesting
import Testing

struct `Schedule shrinker` {
    typealias Schedule = SeededExecutor.Schedule
    typealias Deviation = SeededExecutor.Schedule.Deviation

    @Test(arguments: someSeeds) func `finds the few deviations that matter among many`(seed: UInt64) {
        let needed = [Deviation(step: 7, choice: 1), Deviation(step: 31, choice: 2), Deviation(step: 40, choice: 1)]
        let shrinker = Self.shrinker(seed: seed, including: needed, budget: 2_000) { schedule in
            needed.allSatisfy(schedule.deviations.contains)
        }
        #expect(shrinker.best.schedule == Schedule(deviations: needed))
        #expect(shrinker.trials <= 2_000)
    }

    @Test(arguments: someSeeds) func `lowers a choice to the least that fails`(seed: UInt64) {
        let shrinker = Self.shrinker(seed: seed, including: [Deviation(step: 20, choice: 3)], budget: 500) { schedule in
            schedule.deviations.contains { $0.step == 20 && $0.choice >= 2 }
        }
        #expect(shrinker.best.schedule == "20:2")
        #expect(shrinker.isMinimal)
    }

    @Test func `what fails in order needs no deviation and one trial`() {
        let shrinker = Self.shrinker(seed: 1, including: [], budget: 500) { _ in true }
        #expect(shrinker.best.schedule == "")
        #expect(shrinker.isMinimal)
        #expect(shrinker.trials == 1)
    }

    /// Where no single deviation of the given ones fails, but another one does.
    @Test func `finds a schedule with fewer deviations that has none of the given ones`() {
        let given: Schedule = "5:1 9:1"
        let shrinker = ScheduleShrinker(shrinking: Self.trial(given, fails: true), budget: 1_000) { schedule in
            Self.trial(schedule, fails: schedule == given || schedule == "33:2")
        }
        #expect(shrinker.best.schedule == "33:2")
        #expect(shrinker.isMinimal)
    }

    @Test func `says that it is minimal only when all that are shorter were tried`() {
        let given: Schedule = "5:1 9:1"
        let outcomes = [100, 119, 130].map { budget in
            let shrinker = ScheduleShrinker(shrinking: Self.trial(given, fails: true), budget: budget) { schedule in
                Self.trial(schedule, fails: schedule == given)
            }
            return shrinker.isMinimal && shrinker.best.schedule == given
        }
        // The empty schedule, and 3 choices at each of 40 steps.
        #expect(outcomes == [false, false, true])
    }

    @Test(arguments: [0, 1, 2, 10, 50]) func `never tries more than the budget, nor one schedule twice`(budget: Int) {
        var (needed, tried): (Set<Int>, [Schedule]) = ([3, 17, 18, 30], [])
        needed.insert(39)
        let shrinker = Self.shrinker(
            seed: 3,
            including: needed.sorted().map { Deviation(step: $0, choice: 3) },
            budget: budget
        ) { schedule in
            tried.append(schedule)
            return needed.isSubset(of: schedule.deviations.map(\.step))
        }
        #expect(shrinker.trials == tried.count)
        #expect(tried.count <= budget)
        #expect(Set(tried).count == tried.count)
        #expect(needed.isSubset(of: shrinker.best.schedule.deviations.map(\.step)))
    }

    // MARK: Helpers

    /// A scenario of 40 steps with 4 jobs to choose from at each.
    private static func trial(_ schedule: Schedule, fails: Bool) -> ScheduleShrinker.Trial {
        .init(schedule: schedule, steps: 40, widths: Array(repeating: 4, count: 40), failure: fails ? "" : nil)
    }

    /// Shrinks a random schedule with some deviations in it.
    private static func shrinker(
        seed: UInt64,
        including needed: [Deviation],
        budget: Int,
        fails: @escaping (Schedule) -> Bool
    ) -> ScheduleShrinker {
        var generator = SeededGenerator(seed: seed)
        let deviations = (1...40).compactMap { step in
            needed.first { $0.step == step }
                ?? (generator.next(below: 3) == 0 ? nil : Deviation(step: step, choice: 1 + generator.next(below: 3)))
        }
        return ScheduleShrinker(shrinking: trial(Schedule(deviations: deviations), fails: true), budget: budget) {
            trial($0, fails: fails($0))
        }
    }
}
