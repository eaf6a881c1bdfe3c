import DataSources
import Testing

struct TurnMachineTests {
    @Test func `the first call goes, the others queue and follow in their order`() {
        var machine = TurnMachine()
        #expect(machine.turnRequested() == .go)
        #expect(machine.turnRequested() == .queue(1))
        #expect(machine.turnRequested() == .queue(2))
        #expect(machine.turnPassed() == 1)
        #expect(machine.turnPassed() == 2)
        #expect(machine.turnPassed() == nil)
        #expect(machine.turnRequested() == .go)
    }

    @Test func `a call that would rather not wait goes only when the turn is free`() {
        var machine = TurnMachine()
        #expect(machine.turnTriedFor() == true)
        #expect(machine.turnTriedFor() == false)
        #expect(machine.turnRequested() == .queue(1))
        #expect(machine.turnPassed() == 1)
        #expect(machine.turnTriedFor() == false)
        #expect(machine.turnPassed() == nil)
        #expect(machine.turnTriedFor() == true)
    }

    @Test func `a cancelled call leaves the queue, and one whose turn has come says so`() {
        var machine = TurnMachine()
        _ = machine.turnRequested()
        _ = machine.turnRequested()
        _ = machine.turnRequested()
        #expect(machine.queuedCallCancelled(1) == true)
        #expect(!machine.isQueued(1))
        #expect(machine.turnPassed() == 2)
        #expect(machine.queuedCallCancelled(2) == false)
    }

    @Test func `law 13: the queue does not grow while several tasks ask without end`() {
        var machine = TurnMachine()
        _ = machine.turnRequested()
        for _ in 0..<3 { _ = machine.turnRequested() }
        for _ in 0..<1000 {
            _ = machine.turnRequested()
            _ = machine.turnPassed()
            #expect(machine.queueLength <= 64)
        }
    }

    @Test func `law 5: a queue that was long is short again, however its calls have left it`() {
        var machine = TurnMachine()
        _ = machine.turnRequested()
        for id in 1...100_000 { #expect(machine.turnRequested() == .queue(id)) }
        for id in 2...100_000 { _ = machine.queuedCallCancelled(id) }
        #expect(machine.queueLength <= 64)
        #expect(machine.turnPassed() == 1)
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func `random inputs against an array`(seed: UInt64) throws {
        var random = Random(seed: seed)
        var machine = TurnMachine()
        var isTaken = false
        var queue: [Int] = []
        for _ in 0..<120 {
            switch random.below(7) {
            case 0, 1, 2:
                switch machine.turnRequested() {
                case .go:
                    try #require(!isTaken, "seed \(seed)")
                    isTaken = true
                case .queue(let id):
                    try #require(isTaken && !queue.contains(id), "seed \(seed)")
                    queue.append(id)
                }
            case 3:
                try #require(machine.turnTriedFor() == !isTaken, "seed \(seed)")
                isTaken = true
            case 4, 5:
                if !isTaken { continue }
                let next = queue.isEmpty ? nil : queue.removeFirst()
                isTaken = next != nil
                try #require(machine.turnPassed() == next, "seed \(seed)")
            default:
                guard let id = queue.randomElement(using: &random) else { continue }
                queue.removeAll { $0 == id }
                try #require(machine.queuedCallCancelled(id) == true, "seed \(seed)")
                try #require(!machine.isQueued(id), "seed \(seed)")
            }
            try #require(queue.allSatisfy(machine.isQueued), "seed \(seed)")
        }
    }
}
