import DataSourcesTesting
import TestKit
import Testing

struct `Latch tests` {
    @Test(arguments: someSeeds) func `it holds everybody until it is opened, and nobody after`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let (latch, passed) = (Latch(), Shared(0))
            await withTaskGroup { group in
                for _ in 0..<3 {
                    group.addTask {
                        await latch.wait()
                        passed.change { $0 += 1 }
                    }
                }
                try? await executor.clock.sleep(for: .zero)
                #expect(passed.value == 0 && latch.waiters == 3 && !latch.isOpen)
                latch.open()
                latch.open()
            }
            await latch.wait()
            #expect(passed.value == 3 && latch.waiters == 0 && latch.isOpen)
        }
    }

    @Test func `a task that is cancelled waits no more, at whatever moment`() async {
        let latch = Latch()
        for delay in 0..<2_000 {
            let task = Task { await latch.wait() }
            for _ in 0..<(delay % 100) { _ = latch.waiters }
            task.cancel()
            await task.value
        }
        #expect(latch.waiters == 0 && !latch.isOpen)
    }
}
