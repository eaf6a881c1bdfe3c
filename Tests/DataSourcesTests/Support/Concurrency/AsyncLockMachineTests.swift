import DataSources
import TestKit
import Testing

struct AsyncLockMachineTests {
    private let here = WaiterClass(executor: 1, priority: 21)
    private let there = WaiterClass(executor: 2, priority: 21)

    @Test func `the first call goes, the others queue and follow in their order`() {
        var machine = AsyncLockMachine()
        #expect(machine.lockTried() == true)
        let calls = (0..<3).map { _ in machine.callQueued(as: here) }
        for call in calls { #expect(machine.callParks(call) == true) }
        for call in calls {
            #expect(machine.unlocked() == [call])
            #expect(machine.lockTaken(by: call) == true)
        }
        #expect(machine.unlocked() == [])
        #expect(machine.lockTried() == true)
    }

    @Test func `law 6: the first of each class is woken, and whichever runs first takes the turn`() {
        var machine = AsyncLockMachine()
        _ = machine.lockTried()
        let calls = [here, there, here, there].map { machine.callQueued(as: $0) }
        #expect(machine.unlocked() == [calls[0], calls[1]])
        // Who just comes is behind its like, and does not take the turn before them.
        #expect(machine.lockTried() == false)
        #expect(machine.lockTaken(by: calls[1]) == true)
        // The first one has not run since it was woken; the others wait for it, but not the other class.
        #expect(machine.unlocked() == [calls[3]])
        #expect(machine.lockTaken(by: calls[3]) == true)
        #expect(machine.lockTaken(by: calls[0]) == false)
        #expect(machine.callParks(calls[0]) == true)
        #expect(machine.unlocked() == [calls[0]])
        // Woken before it was parked.
        #expect(machine.callParks(calls[0]) == false)
        #expect(machine.lockTaken(by: calls[0]) == true)
        #expect(machine.unlocked() == [calls[2]])
    }

    @Test func `a call that would be parked when the turn is free goes on`() {
        var machine = AsyncLockMachine()
        _ = machine.lockTried()
        let (first, second) = (machine.callQueued(as: here), machine.callQueued(as: there))
        #expect(machine.unlocked() == [first, second])
        #expect(machine.callParks(first) == false)
        #expect(machine.callParks(second) == false)
        let (third, fourth) = (
            machine.callQueued(as: here), machine.callQueued(as: WaiterClass(executor: 3, priority: 9))
        )
        #expect(machine.callParks(third) == true)
        #expect(machine.callParks(fourth) == false)
        #expect(machine.lockTaken(by: fourth) == true)
        #expect(machine.lockTaken(by: first) == false)
    }

    @Test func `a cancelled call leaves the queue, and if it was woken the next one is`() {
        var machine = AsyncLockMachine()
        _ = machine.lockTried()
        let calls = (0..<3).map { _ in machine.callQueued(as: here) }
        #expect(machine.queuedCallCancelled(calls[1]) == [])
        #expect(!machine.isQueued(calls[1]))
        #expect(machine.unlocked() == [calls[0]])
        #expect(machine.queuedCallCancelled(calls[0]) == [calls[2]])
        #expect(machine.queuedCallCancelled(calls[2]) == [])
        #expect(machine.lockTried() == true)
    }

    @Test func `law 13: the queue does not grow while several tasks ask without end`() {
        var machine = AsyncLockMachine()
        _ = machine.lockTried()
        var calls = (0..<3).map { _ in machine.callQueued(as: here) }
        for _ in 0..<1000 {
            calls.append(machine.callQueued(as: here))
            #expect(machine.unlocked() == [calls[0]])
            let call = calls.removeFirst()
            #expect(machine.lockTaken(by: call) == true)
            #expect(machine.queueLength <= 8)
        }
    }

    /// Nobody has the turn twice, each class is served in its order, and whenever the turn is free while calls are
    /// queued, the first of each class has been woken.
    @Test(arguments: seeds(60))
    func `random inputs against arrays`(seed: UInt64) throws {
        var random = Random(seed: seed)
        var machine = AsyncLockMachine()
        let classes = [here, there, WaiterClass(executor: 1, priority: 9)]
        var isTaken = false
        var queues: [[Int]] = [[], [], []]
        var woken = Set<Int>()
        for _ in 0..<200 {
            switch random.below(8) {
            case 0, 1, 2:
                let isFree = !isTaken && queues.allSatisfy(\.isEmpty)
                try #require(machine.lockTried() == isFree, "seed \(seed)")
                if isFree {
                    isTaken = true
                    continue
                }
                let place = random.below(3)
                let id = machine.callQueued(as: classes[place])
                queues[place].append(id)
                let goesOn = !isTaken && queues[place][0] == id
                if goesOn { woken.insert(id) }
                try #require(machine.callParks(id) == !goesOn, "seed \(seed)")
            case 3, 4:
                guard let id = woken.sorted().randomElement(using: &random) else { continue }
                woken.remove(id)
                try #require(machine.lockTaken(by: id) == !isTaken, "seed \(seed)")
                if isTaken {
                    try #require(machine.callParks(id) == true, "seed \(seed)")
                } else {
                    isTaken = true
                    for place in queues.indices { queues[place].removeAll { $0 == id } }
                }
            case 5, 6:
                if !isTaken { continue }
                isTaken = false
                let next = queues.compactMap(\.first).filter { !woken.contains($0) }
                let passed = machine.unlocked().sorted()
                try #require(passed == next.sorted(), "seed \(seed)")
                woken.formUnion(next)
            default:
                guard let id = queues.joined().randomElement(using: &random) else { continue }
                let place = try #require(queues.firstIndex { $0.contains(id) })
                queues[place].removeAll { $0 == id }
                let next = woken.remove(id) != nil && !isTaken ? queues[place].first : nil
                if let next { woken.insert(next) }
                try #require(machine.queuedCallCancelled(id) == (next.map { [$0] } ?? []), "seed \(seed)")
                try #require(!machine.isQueued(id), "seed \(seed)")
            }
            try #require(queues.joined().allSatisfy(machine.isQueued), "seed \(seed)")
            if !isTaken { try #require(queues.allSatisfy { $0.first.map(woken.contains) ?? true }, "seed \(seed)") }
        }
    }
}
