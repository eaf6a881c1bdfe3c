import DataSources
import DataSourcesTesting
import Testing

/// The lock that suspends, on the seeded executor: in every order that a seed chooses.
struct AsyncLockTests {
    @Test(arguments: 0..<200 as Range<UInt64>)
    func `law 2: one task holds it at a time, and tasks of one class get it in the order in which they came`(
        seed: UInt64
    ) throws {
        let count = 8
        try SeededExecutor.run(seed: seed) { executor in
            let (lock, log) = (AsyncLock(), Shared(Log()))
            for task in 0..<count {
                executor.start(name: "task \(task)") {
                    log.change { $0.came.append(task) }
                    guard await lock.acquire({ "the lock" }) else { return }
                    log.change { $0.took(task) }
                    await Self.letOthersRun()
                    log.change { $0.holders -= 1 }
                    lock.release()
                }
            }
            await executor.settle()
            #expect(log.value.mostHolders == 1)
            #expect(log.value.took == log.value.came)
            #expect(log.value.took.count == count)
        }
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func `law 13: a cancelled task gets no lock or releases it, and never keeps it from others`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            var random = SeededGenerator(seed: seed)
            let (lock, log) = (AsyncLock(), Shared(Log()))
            let tasks = (0..<9).map { task in
                executor.start(name: "task \(task)") {
                    guard await lock.acquire({ "the lock" }) else {
                        log.change { _ = $0.refused.insert(task) }
                        return
                    }
                    log.change { $0.took(task) }
                    await Self.letOthersRun()
                    log.change { $0.holders -= 1 }
                    lock.release()
                }
            }
            let cancelled = Set((0..<4).map { _ in Int.random(in: 0..<9, using: &random) })
            for task in cancelled {
                executor.start(name: "canceller of \(task)") { tasks[task].cancel() }
            }
            await executor.settle()
            #expect(log.value.mostHolders == 1)
            #expect(log.value.refused.isSubset(of: cancelled))
            #expect(log.value.refused.union(log.value.took) == Set(0..<9), "a task waits for ever")
            let isFree = await lock.acquire { "the lock, at the end" }
            #expect(isFree)
            lock.release()
        }
    }

    /// Waits for a child task: the executor may run all others first.
    private static func letOthersRun() async {
        async let child: Void = {}()
        await child
    }

    private struct Log: Sendable {
        var came: [Int] = []
        var took: [Int] = []
        var refused: Set<Int> = []
        var holders = 0
        var mostHolders = 0

        mutating func took(_ task: Int) {
            took.append(task)
            holders += 1
            mostHolders = max(mostHolders, holders)
        }
    }
}

struct AsyncEventTests {
    @Test(arguments: 0..<100 as Range<UInt64>)
    func `it is waited for once, whether it fires before, meanwhile or twice`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let (event, passed) = (AsyncEvent(), Shared(0))
            executor.start(name: "waiter") {
                await event.wait { "the event" }
                passed.change { $0 += 1 }
            }
            for fire in 0..<2 { executor.start(name: "fire \(fire)") { event.fire() } }
            await executor.settle()
            #expect(passed.value == 1)
        }
    }

    @Test(arguments: 0..<100 as Range<UInt64>)
    func `law 13: a cancelled task waits no longer, and the next one waits for the event`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let (event, passed) = (AsyncEvent(), Shared(0))
            let first = executor.start(name: "first") { await event.wait { "the event" } }
            executor.start(name: "canceller") { first.cancel() }
            await executor.settle()
            executor.start(name: "second") {
                await event.wait { "the event" }
                passed.change { $0 += 1 }
            }
            await executor.settle()
            #expect(passed.value == 0)
            event.fire()
            await executor.settle()
            #expect(passed.value == 1)
        }
    }
}
