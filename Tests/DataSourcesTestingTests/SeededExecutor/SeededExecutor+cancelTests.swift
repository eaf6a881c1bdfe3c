import DataSourcesTesting
import Testing

struct `Cancelling at a step` {
    @Test(arguments: someSeeds) func `happens after as many steps as it says, not earlier or later`(seed: UInt64) throws
    {
        let whole = SeededExecutor(seed: seed)
        try whole.run { await Self.worker(on: $0, seen: Shared(0)).value }
        for step in 1...whole.steps + 2 {
            let executor = SeededExecutor(seed: seed)
            let seen = Shared(0)
            try executor.run { executor in
                let worker = Self.worker(on: executor, seen: seen)
                executor.cancel(worker, atStep: step)
                await worker.value
            }
            // Every step up to the cancelling one saw the task uncancelled.
            #expect(seen.value < step, "step \(step)")
            if step > whole.steps { #expect(seen.value > 0, "step \(step)") }
        }
    }

    @Test(arguments: 5...60) func `just the jobs before the step have run`(step: Int) throws {
        let (begun, cancelledAfter) = (Shared(0), Shared(0))
        try SeededExecutor.run(seed: 1) { executor in
            let task = Task(executorPreference: executor) {
                await withTaskCancellationHandler {
                    // Each yield is one job, and jobs are what is counted here.
                    for _ in 0..<100 { await Task.yield() }
                } onCancel: {
                    cancelledAfter.change { $0 = executor.steps }
                }
            }
            // Not to settle: then the task would be at its end.
            await Task.yield()
            begun.change { $0 = executor.steps }
            executor.cancel(task, atStep: begun.value + step)
            await task.value
        }
        #expect(cancelledAfter.value == begun.value + step - 1)
    }

    @Test func `tries every point of a scenario`() throws {
        let whole = SeededExecutor(schedule: .firstInFirstOut)
        try whole.run { await Self.worker(on: $0, seen: Shared(0)).value }
        let seen = try (1...whole.steps).map { step in
            let seen = Shared(0)
            try SeededExecutor.run(schedule: .firstInFirstOut) { executor in
                let worker = Self.worker(on: executor, seen: seen)
                executor.cancel(worker, atStep: step)
                await worker.value
            }
            return seen.value
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
                // Each yield is one step, and steps are when they are cancelled.
                Task(executorPreference: executor) { for _ in 0..<200 { await Task.yield() } }
            }
            let now = executor.steps
            for (task, step) in zip(tasks, [200, 50, 50]) { executor.cancel(task, atStep: now + step) }
            var states: [[Bool]] = []
            while executor.steps < now + 220 {
                // A look now and then: a sleep would last until the tasks are at their end.
                await Task.yield()
                states.append(tasks.map(\.isCancelled))
                let isDue = executor.steps >= now + 49
                #expect(!tasks[1].isCancelled || isDue)
            }
            #expect(tasks.map(\.isCancelled) == [true, true, true])
            #expect(states.contains([false, true, true]))
        }
    }

    /// A task of ten steps; it counts how often it has gone on without being cancelled.
    private static func worker(on executor: SeededExecutor, seen: Shared<Int>) -> Task<Void, Never> {
        Task(executorPreference: executor) {
            for _ in 0..<10 {
                // One job, so that there are as many points at which to cancel as there are yields.
                await Task.yield()
                if Task.isCancelled { return }
                seen.change { $0 += 1 }
            }
        }
    }
}
