import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// The lock on the seeded executor.
///
/// ``AsyncLockMachineTests`` has its decisions, `AsyncLockInterleavings` its windows.
struct AsyncLockTests {
    /// Who holds the lock, and who has held it.
    private struct Ledger {
        var holders = 0
        var most = 0
        var order: [Int] = []
        var refused: [Int] = []

        mutating func took(_ number: Int) {
            holders += 1
            most = max(most, holders)
            order.append(number)
        }
    }

    private let lock = AsyncLock()
    private let ledger = Shared(Ledger())

    /// Takes the lock, holds it for a while and releases it; notes when it is refused.
    private func pass(_ number: Int, holding time: Duration = .zero, _ executor: SeededExecutor) async {
        guard await lock.acquire({ "the lock" }) else {
            ledger.change { $0.refused.append(number) }
            return
        }
        ledger.change { $0.took(number) }
        // Cancelled or not, the lock is held until here.
        try? await executor.clock.sleep(for: time)
        ledger.change { $0.holders -= 1 }
        lock.release()
    }

    @Test(arguments: seeds(30))
    func `one task holds it at a time, and all come through`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            await withDiscardingTaskGroup { group in
                for number in 0..<8 {
                    group.addTask(priority: number % 2 == 0 ? .high : .low) {
                        for _ in 0..<3 { await pass(number, holding: .milliseconds(number % 3), executor) }
                    }
                }
            }
        }
        #expect(ledger.value.most == 1 && ledger.value.holders == 0, "seed \(seed)")
        #expect(ledger.value.order.sorted() == (0..<24).map { $0 / 3 }, "seed \(seed)")
    }

    @Test(arguments: seeds(15))
    func `tasks of one class are served in the order in which they came`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let isMine = await lock.acquire { "the lock" }
            #expect(isMine)
            let waiters = await queue(0..<8, executor)
            lock.release()
            for waiter in waiters { await waiter.value }
        }
        #expect(ledger.value.order == Array(0..<8), "seed \(seed)")
    }

    @Test(arguments: seeds(15))
    func `of two classes each is served in its order`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            _ = await lock.acquire { "the lock" }
            let waiters = await queue(0..<10, executor) { $0 % 2 == 0 ? .high : .low }
            lock.release()
            for waiter in waiters { await waiter.value }
        }
        let order = ledger.value.order
        #expect(order.filter { $0 % 2 == 0 } == [0, 2, 4, 6, 8], "seed \(seed)")
        #expect(order.filter { $0 % 2 == 1 } == [1, 3, 5, 7, 9], "seed \(seed)")
    }

    @Test(arguments: seeds(15))
    func `who has released it does not overtake those that wait`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            _ = await lock.acquire { "the lock" }
            let waiters = await queue(0..<3, executor)
            // The first one has been woken, and has not run.
            lock.release()
            await pass(3, executor)
            for waiter in waiters { await waiter.value }
        }
        #expect(ledger.value.order == [0, 1, 2, 3], "seed \(seed)")
    }

    /// Starts tasks that wait for the lock, one after the other.
    private func queue(
        _ numbers: Range<Int>, _ executor: SeededExecutor, priority: (Int) -> TaskPriority? = { _ in nil }
    ) async -> [Task<Void, Never>] {
        var tasks: [Task<Void, Never>] = []
        for number in numbers {
            tasks.append(
                Task(executorPreference: executor, priority: priority(number)) { await pass(number, executor) }
            )
            await executor.settle()
        }
        return tasks
    }

    // MARK: Cancellation

    @Test(arguments: 0..<3) func `law 13: a waiter that is cancelled is refused, and the others stay in order`(
        place: Int
    ) throws {
        try SeededExecutor.run(seed: 0) { executor in
            _ = await lock.acquire { "the lock" }
            let waiters = await queue(0..<3, executor)
            waiters[place].cancel()
            await waiters[place].value
            #expect(ledger.value.refused == [place] && ledger.value.order == [])
            lock.release()
            for waiter in waiters { await waiter.value }
        }
        #expect(ledger.value.order == [0, 1, 2].filter { $0 != place })
    }

    @Test(arguments: seeds(15))
    func `law 13: a waiter that is cancelled as the lock is released passes it on`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            _ = await lock.acquire { "the lock" }
            let waiters = await queue(0..<3, executor)
            // The first one has been woken, and has not run.
            lock.release()
            waiters[0].cancel()
            for waiter in waiters { await waiter.value }
        }
        #expect(ledger.value.refused == [0] && ledger.value.order == [1, 2], "seed \(seed)")
    }

    @Test(arguments: seeds(15))
    func `law 13: a holder that is cancelled keeps the lock, and releases it as ever`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let holder = Task(executorPreference: executor) { await pass(0, holding: .seconds(1), executor) }
            await executor.settle()
            let waiters = await queue(1..<4, executor)
            holder.cancel()
            for task in [holder] + waiters { await task.value }
            #expect(executor.clock.now.sinceStart == .zero)
        }
        #expect(ledger.value.order == [0, 1, 2, 3] && ledger.value.most == 1, "seed \(seed)")
    }

    @Test func `a cancelled task takes a free lock, and is refused one that is taken`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let free = Task(executorPreference: executor) { await pass(0, executor) }
            free.cancel()
            await free.value
            _ = await lock.acquire { "the lock" }
            let taken = Task(executorPreference: executor) { await pass(1, executor) }
            taken.cancel()
            await taken.value
            lock.release()
        }
        #expect(ledger.value.order == [0] && ledger.value.refused == [1])
    }

    @Test(arguments: seeds(60))
    func `law 13: whoever is cancelled, whenever, everyone returns and the lock is free`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            var random = Random(seed: seed)
            let tasks = (0..<8).map { number in
                Task(executorPreference: executor, priority: number % 3 == 0 ? .high : .low) {
                    for _ in 0..<2 { await pass(number, holding: .milliseconds(1), executor) }
                }
            }
            for _ in 0..<4 {
                try await executor.clock.sleep(for: .milliseconds(random.below(5)))
                tasks[random.below(8)].cancel()
            }
            for task in tasks { await task.value }
            let isFree = await lock.acquire { "the lock" }
            #expect(isFree, "seed \(seed)")
        }
        let ledger = ledger.value
        #expect(ledger.most == 1 && ledger.order.count + ledger.refused.count == 16, "seed \(seed)")
    }
}
