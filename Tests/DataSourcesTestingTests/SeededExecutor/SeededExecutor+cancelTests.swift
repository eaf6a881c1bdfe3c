import DataSourcesTesting
import TestKit
import Testing

struct `Cancelling at a step` {
    @Test(arguments: someSeeds) func `happens after as many steps as it says, not earlier or later`(seed: UInt64) throws
    {
        let (whole, looks) = (SeededExecutor(seed: seed), Shared<[Int]>([]))
        try whole.run { await Self.worker(on: $0, looks: looks).value }
        for step in 1...whole.steps + 2 {
            let executor = SeededExecutor(seed: seed)
            let seen = Shared<[Int]>([])
            try executor.run { executor in
                let worker = Self.worker(on: executor, looks: seen)
                executor.cancel(worker, atStep: step)
                await worker.value
            }
            // Every look before that step found the task uncancelled, and none from there on did.
            #expect(seen.value == looks.value.filter { $0 < step }, "step \(step)")
        }
    }

    @Test(arguments: 5...60) func `just the jobs before the step have run`(step: Int) throws {
        let (begun, cancelledAfter) = (Shared(0), Shared(0))
        try SeededExecutor.run(seed: 1) { executor in
            let task = Task(executorPreference: executor) {
                await withTaskCancellationHandler {
                    // Two jobs each time, more than there are steps.
                    for _ in 0..<50 { await giveWay() }
                } onCancel: {
                    cancelledAfter.change { $0 = executor.steps }
                }
            }
            // Not to settle: then the task would be at its end.
            await giveWay()
            begun.change { $0 = executor.steps }
            executor.cancel(task, atStep: begun.value + step)
            await task.value
        }
        #expect(cancelledAfter.value == begun.value + step - 1)
    }

    @Test func `tries every point of a scenario`() throws {
        let whole = SeededExecutor(schedule: .firstInFirstOut)
        try whole.run { await Self.worker(on: $0, looks: Shared([])).value }
        let seen = try (1...whole.steps).map { step in
            let seen = Shared<[Int]>([])
            try SeededExecutor.run(schedule: .firstInFirstOut) { executor in
                let worker = Self.worker(on: executor, looks: seen)
                executor.cancel(worker, atStep: step)
                await worker.value
            }
            return seen.value.count
        }
        #expect(seen == seen.sorted())
        #expect(Set(seen).count == 11)
    }

    @Test func `a step that is behind means at once`() throws {
        try SeededExecutor.run(seed: 1) { executor in
            let task = Task(executorPreference: executor) { await executor.settle() }
            executor.cancel(task, atStep: executor.steps)
            #expect(task.isCancelled)
            await task.value
        }
    }

    @Test func `it comes before time passes`() throws {
        try SeededExecutor.run(seed: 1) { executor in
            let task = Task(executorPreference: executor) {
                try await executor.clock.sleep(for: .seconds(1))
            }
            await executor.settle()
            executor.cancel(task, atStep: executor.steps + 1)
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(executor.clock.now == .start)
        }
    }

    @Test func `several are cancelled, each at its own step`() throws {
        try SeededExecutor.run(seed: 1) { executor in
            let tasks = (0..<3).map { _ in
                // Two steps each time, so that each alone takes as many as there are before the last cancellation.
                Task(executorPreference: executor) { for _ in 0..<100 { await giveWay() } }
            }
            let now = executor.steps
            for (task, step) in zip(tasks, [200, 50, 50]) { executor.cancel(task, atStep: now + step) }
            var states: [[Bool]] = []
            while executor.steps < now + 220 {
                // A look now and then: a sleep would last until the tasks are at their end.
                await giveWay()
                let step = executor.steps - now
                states.append(tasks.map(\.isCancelled))
                #expect(states.last == [step >= 200, step >= 50, step >= 50], "step \(step)")
            }
            #expect(Set(states) == [[false, false, false], [false, true, true], [true, true, true]])
        }
    }

    /// A task that looks ten times whether it is cancelled, and notes at which steps it was not.
    private static func worker(on executor: SeededExecutor, looks: Shared<[Int]>) -> Task<Void, Never> {
        Task(executorPreference: executor) {
            for _ in 0..<10 {
                // No sleep: it would come back only when a cancellation is the last thing that is left.
                await giveWay()
                if Task.isCancelled { return }
                looks.change { $0.append(executor.steps) }
            }
        }
    }
}
