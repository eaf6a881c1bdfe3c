import DataSources
import DataSourcesTesting
import TestKit
import Testing

struct AsyncEventTests {
    private let event = AsyncEvent()
    private let returns = Shared(0)

    /// Starts a task that waits for the event, and lets it come to rest.
    private func waiter(_ executor: SeededExecutor) async -> Task<Void, Never> {
        let task = Task(executorPreference: executor) {
            await event.wait { "the event" }
            returns.change { $0 += 1 }
        }
        await executor.settle()
        return task
    }

    @Test func `a task that waits goes on when the event happens, and not before`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let task = await waiter(executor)
            #expect(returns.value == 0)
            event.fire()
            await task.value
            #expect(returns.value == 1)
        }
    }

    @Test func `an event that has happened, once or twice, lets everyone through at once`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            event.fire()
            _ = await waiter(executor)
            event.fire()
            _ = await waiter(executor)
            #expect(returns.value == 2)
        }
    }

    @Test func `law 13: a task that is cancelled waits no more, and another may wait after it`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let first = await waiter(executor)
            first.cancel()
            await first.value
            let second = await waiter(executor)
            #expect(returns.value == 1)
            event.fire()
            await second.value
        }
    }

    @Test func `law 13: a task that is cancelled before it waits returns, and the event may still happen`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let task = Task(executorPreference: executor) { await event.wait { "the event" } }
            task.cancel()
            await task.value
            event.fire()
            _ = await waiter(executor)
            #expect(returns.value == 1)
        }
    }

    @Test(arguments: seeds(60))
    func `a task returns, however the event and its cancellation meet its wait`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let task = Task(executorPreference: executor) { await event.wait { "the event" } }
            let canceller = Task(executorPreference: executor) { task.cancel() }
            let firing = Task(executorPreference: executor) { event.fire() }
            for task in [task, canceller, firing] { await task.value }
            // It is remembered, whoever was there.
            await event.wait { "the event" }
        }
    }

    @Test func `a task that is still waiting is named in the report of a deadlock`() throws {
        let deadlock = try #require(throws: SeededExecutor.Deadlock.self) {
            try SeededExecutor.run(seed: 1, patience: .zero) { _ in await event.wait { "the event of the test" } }
        }
        #expect(deadlock.unfinishedTasks.map(\.waitsFor) == [["the event of the test"]])
        event.fire()
    }
}
