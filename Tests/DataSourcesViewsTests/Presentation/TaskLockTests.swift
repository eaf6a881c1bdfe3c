import DataSourcesTesting
import TestKit
import Testing

@testable import DataSourcesViews

struct TaskLockTests {
    @Test func `one task holds the lock at a time, and cancelled ones never do`() throws {
        try SeededExecutor.explore(seeds: seeds(100)) { executor in
            let (lock, holders, taken) = (TaskLock(), Shared(0), Shared(0))
            let tasks = (0..<4).map { number in
                Task(executorPreference: executor) {
                    guard await lock.lock() else { return false }
                    let others = holders.change { count in
                        count += 1
                        return count - 1
                    }
                    #expect(others == 0)
                    await Task.yield()
                    holders.change { $0 -= 1 }
                    taken.change { $0 += 1 }
                    lock.unlock()
                    return true
                }
            }
            tasks[2].cancel()
            var had = 0
            for task in tasks where await task.value { had += 1 }
            #expect(had == taken.value && had >= 3)
            #expect(lock.tryLock() && !lock.tryLock())
        }
    }
}
