import DataSources
import TestKit
import Testing

struct WorkerThreadsMachineTests {
    @Test func `each piece of work starts a thread until there are as many as may be`() {
        var machine = WorkerThreadsMachine<Int>(limit: 2)
        #expect(machine.workArrived(1) == true)
        #expect(machine.workArrived(2) == true)
        #expect(machine.workArrived(3) == false)
        #expect(machine.threads == 2)
        #expect(machine.waiting == 3)
    }

    @Test func `a thread that is free takes what came first, and ends when there is nothing`() {
        var machine = WorkerThreadsMachine<Int>(limit: 1)
        for work in 1...3 { _ = machine.workArrived(work) }
        #expect(machine.threadFreed() == 1)
        #expect(machine.threadFreed() == 2)
        #expect(machine.threadFreed() == 3)
        #expect(machine.threadFreed() == nil)
        #expect(machine.threads == 0)
        #expect(machine.workArrived(4) == true)
    }

    @Test func `a limit that is not positive counts as one`() {
        var machine = WorkerThreadsMachine<Int>(limit: -3)
        #expect(machine.workArrived(1) == true)
        #expect(machine.workArrived(2) == false)
    }

    @Test(arguments: seeds(60))
    func `random arrivals: nothing is lost, nothing is done twice, the order is kept`(seed: UInt64) throws {
        var random = Random(seed: seed)
        let limit = 1 + random.below(3)
        var machine = WorkerThreadsMachine<Int>(limit: limit)
        var (arrived, taken, threads) = (0, 0, 0)
        for _ in 0..<200 {
            if random.below(5) < 2 {
                arrived += 1
                let starts = machine.workArrived(arrived)
                try #require(starts == (threads < limit), "seed \(seed)")
                if starts { threads += 1 }
            } else if threads > 0 {
                if let work = machine.threadFreed() {
                    taken += 1
                    try #require(work == taken, "seed \(seed)")
                } else {
                    threads -= 1
                    try #require(taken == arrived, "seed \(seed)")
                }
            }
            try #require(machine.waiting == arrived - taken, "seed \(seed)")
            try #require(machine.threads == threads, "seed \(seed)")
            // As long as work waits, a thread is there that will take it.
            try #require(machine.waiting == 0 || threads > 0, "seed \(seed)")
        }
    }
}
