import DataSources
import Testing

struct InboxMachineTests {
    @Test func `the first edit of a burst calls for a worker, and the worker takes all there is`() {
        var machine = InboxMachine<Int>()
        #expect(machine.editSubmitted(1) == true)
        #expect(machine.editSubmitted(2) == false)
        #expect(machine.workerFree() == [1, 2])
        #expect(machine.editSubmitted(3) == false)
        #expect(machine.workerFree() == [3])
        #expect(machine.workerFree() == nil)
        #expect(machine.editSubmitted(4) == true)
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func `law 12: random bursts come out in the order they went in, and never two workers`(seed: UInt64) throws {
        var random = Random(seed: seed)
        var machine = InboxMachine<Int>()
        var hasWorker = false
        var submitted = 0
        var taken: [Int] = []
        for _ in 0..<100 {
            if random.below(2) == 0 {
                try #require(machine.editSubmitted(submitted) == !hasWorker, "seed \(seed)")
                hasWorker = true
                submitted += 1
            } else if hasWorker {
                if let batch = machine.workerFree() {
                    try #require(!batch.isEmpty, "seed \(seed)")
                    taken += batch
                } else {
                    hasWorker = false
                }
            }
            try #require(machine.taken == taken.count && machine.submitted == submitted, "seed \(seed)")
            try #require(hasWorker || taken.count == submitted, "seed \(seed): edits are left and nobody is at work")
        }
        try #require(taken == Array(0..<taken.count), "seed \(seed)")
    }
}
