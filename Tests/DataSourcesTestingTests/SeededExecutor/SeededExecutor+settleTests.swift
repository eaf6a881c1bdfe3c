import DataSourcesTesting
import TestKit
import Testing

struct `Settling` {
    @Test(arguments: someSeeds) func `lets all others go as far as they can, while time stands still`(seed: UInt64)
        throws
    {
        try SeededExecutor.run(seed: seed) { executor in
            let (steps, late) = (Shared(0), Shared(false))
            executor.start {
                for _ in 0..<20 {
                    // Somebody is ready to run, and as long as that is so, nobody has settled.
                    await giveWay()
                    steps.change { $0 += 1 }
                }
                try? await executor.clock.sleep(for: .nanoseconds(1))
                late.change { $0 = true }
            }
            await executor.settle()
            #expect(steps.value == 20)
            #expect(!late.value)
            #expect(executor.clock.now == .start)
        }
    }

    @Test(arguments: someSeeds) func `a cancelled task settles too`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let steps = Shared(0)
            let task = Task(executorPreference: executor) {
                executor.start {
                    for _ in 0..<5 {
                        // Ready to run at once, as above.
                        await giveWay()
                        steps.change { $0 += 1 }
                    }
                }
                await executor.settle()
                return steps.value
            }
            task.cancel()
            #expect(await task.value == 5)
        }
    }

    @Test(arguments: someSeeds) func `several settle one after the other, each when all others are at rest`(
        seed: UInt64
    ) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let (began, atWork) = (Shared(0), Shared(0))
            await withTaskGroup { group in
                for _ in 0..<4 {
                    group.addTask {
                        began.change { $0 += 1 }
                        await executor.settle()
                        #expect(began.value == 4)
                        #expect(atWork.value == 0)
                        atWork.change { $0 += 1 }
                        // At work is who can run: so it does not sleep.
                        for _ in 0..<5 { await giveWay() }
                        atWork.change { $0 -= 1 }
                    }
                }
            }
        }
    }
}
