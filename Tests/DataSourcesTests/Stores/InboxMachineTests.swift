import DataSources
import TestKit
import Testing

struct InboxMachineTests {
    @Test func `the first edit of a burst calls for a worker, which goes when all has been taken`() {
        var machine = InboxMachine<Int>()
        #expect(machine.editSubmitted(1) == true)
        #expect(machine.editSubmitted(2) == false)
        #expect(machine.workerReady() == true)
        #expect(machine.sourceReady(upTo: 2) == 1)
        #expect(machine.sourceReady(upTo: 2) == 2)
        #expect(machine.sourceReady(upTo: 2) == nil)
        #expect(machine.editSubmitted(3) == false)
        #expect(machine.workerReady() == true)
        #expect(machine.sourceReady(upTo: 3) == 3)
        #expect(machine.workerReady() == false)
        #expect(machine.editSubmitted(4) == true)
    }

    @Test func `a source takes only what was submitted before it began to`() {
        var machine = InboxMachine<Int>()
        for edit in 0..<3 { _ = machine.editSubmitted(edit) }
        let limit = machine.submitted
        #expect(machine.sourceReady(upTo: limit) == 0)
        _ = machine.editSubmitted(3)
        #expect(machine.sourceReady(upTo: limit) == 1)
        #expect(machine.sourceReady(upTo: limit) == 2)
        #expect(machine.sourceReady(upTo: limit) == nil)
        #expect(machine.workerReady() == true)
    }

    @Test func `law 5: the memory of a burst is given back`() {
        var machine = InboxMachine<Int>()
        for edit in 0..<100_000 { _ = machine.editSubmitted(edit) }
        while machine.sourceReady(upTo: .max) != nil {}
        #expect(machine.capacity <= 64)
    }

    @Test(arguments: seeds(60))
    func `law 12: random bursts come out in the order they went in, and never two workers`(seed: UInt64) throws {
        var random = Random(seed: seed)
        var machine = InboxMachine<Int>()
        var hasWorker = false
        var submitted = 0
        var taken: [Int] = []
        for _ in 0..<200 {
            switch random.below(4) {
            case 0, 1:
                try #require(machine.editSubmitted(submitted) == !hasWorker, "seed \(seed)")
                hasWorker = true
                submitted += 1
            case 2:
                let limit = random.below(submitted + 2)
                let edit = machine.sourceReady(upTo: limit)
                try #require(edit == (taken.count < min(limit, submitted) ? taken.count : nil), "seed \(seed)")
                if let edit { taken.append(edit) }
            default:
                if hasWorker { hasWorker = machine.workerReady() }
            }
            try #require(machine.taken == taken.count && machine.submitted == submitted, "seed \(seed)")
            try #require(hasWorker || taken.count == submitted, "seed \(seed): edits are left and nobody is at work")
        }
        try #require(taken == Array(0..<taken.count), "seed \(seed)")
    }
}
