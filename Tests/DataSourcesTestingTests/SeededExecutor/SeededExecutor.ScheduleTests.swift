import DataSourcesTesting
import TestKit
import Testing

struct `Schedule of a seeded executor` {
    typealias Schedule = SeededExecutor.Schedule

    @Test(arguments: ["", "1:1", "12:2 15:1", "1099511627775:16777215"])
    func `its text is read back as the same schedule`(text: String) throws {
        let schedule = try #require(Schedule(text))
        #expect(schedule.description == text)
        #expect(Schedule(deviations: schedule.deviations) == schedule)
    }

    @Test(arguments: [
        "x", "1", "1:", ":1", "1:0", "0:1", "-1:1", "1:-1", "2:1 1:1", "1:1 1:2", "1:1:1", "1:1,2:1", "1.5:1",
    ])
    func `other text is none`(text: String) {
        #expect(Schedule(text) == nil)
    }

    @Test func `numbers that are too large for it are no schedule, or the youngest job`() {
        let (late, wide) = ("1099511627776:1", "1:99999999")
        #expect(Schedule(late) == nil)
        #expect(Schedule(wide) == "1:16777215")
    }

    @Test func `a literal that is none traps`() async {
        await #expect(processExitsWith: .failure) { _ = Schedule(stringLiteral: "soon") }
    }

    @Test func `the empty one runs what came first, first`() throws {
        #expect(try Self.arrivals(.firstInFirstOut) == [0, 1, 2, 3])
    }

    @Test(.exactSteps)
    func `a deviation lets one job overtake older ones, which keep their order`() throws {
        let first = try Self.stepOfFirstArrival()
        #expect(try Self.arrivals(Self.schedule([first: 2])) == [2, 0, 1, 3])
        #expect(try Self.arrivals(Self.schedule([first: 3, first + 1: 1])) == [3, 1, 0, 2])
        #expect(try Self.arrivals(Self.schedule([9_999: 1])) == [0, 1, 2, 3])
    }

    @Test(arguments: someSeeds) func `the schedule of a run with a seed makes the same run`(seed: UInt64) throws {
        let executor = SeededExecutor(seed: seed)
        let order = try executor.run(Self.scenario)
        let follower = SeededExecutor(schedule: executor.schedule)
        #expect(try follower.run(Self.scenario) == order)
        #expect(follower.trace == executor.trace)
        #expect(follower.schedule == executor.schedule)
        #expect(follower.seed == nil)
    }

    @Test func `a deadlock under a schedule says how to follow it again`() throws {
        let gate = Gate()
        let deadlock = try #require(throws: SeededExecutor.Deadlock.self) {
            try SeededExecutor.run(schedule: "2:1", patience: .zero) { _ in await gate.pass() }
        }
        #expect(deadlock.seed == nil)
        #expect("\(deadlock)".hasSuffix("SeededExecutor.run(schedule: \"2:1\", patience: .zero) { executor in ... }"))
        gate.open()
    }

    // MARK: Helpers

    private static func schedule(_ choices: [Int: Int]) -> Schedule {
        Schedule(deviations: choices.sorted { $0.key < $1.key }.map { .init(step: $0.key, choice: $0.value) })
    }

    private static func arrivals(_ schedule: Schedule) throws -> [Int] {
        try SeededExecutor.run(schedule: schedule, scenario)
    }

    /// The step in which the first of the tasks runs when all come in order.
    private static func stepOfFirstArrival() throws -> Int {
        let executor = SeededExecutor(schedule: "")
        return try executor.run { executor in
            let step = Shared(0)
            executor.start { step.change { $0 = executor.steps } }
            await executor.settle()
            return step.value
        }
    }

    @Sendable private static func scenario(_ executor: SeededExecutor) async -> [Int] {
        let order = Shared<[Int]>([])
        for number in 0..<4 {
            executor.start { order.change { $0.append(number) } }
        }
        await executor.settle()
        return order.value
    }
}
