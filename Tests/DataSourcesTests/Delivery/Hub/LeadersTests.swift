import DataSources
import TestKit
import Testing

/// Who is woken to look upstream.
struct LeadersTests {
    private let low: UInt8 = 9
    private let high: UInt8 = 25

    private func waiter(_ executor: UInt, _ priority: UInt8 = 21) -> WaiterClass {
        WaiterClass(executor: executor, priority: priority)
    }

    /// A machine with asks known by names of their own, which are the waiters too.
    private struct Asks {
        var machine = HubMachine<Int>(committed: 1)
        private var tickets: [Int: Int] = [:]

        mutating func park(_ name: Int, as waiter: WaiterClass) {
            let ticket = tickets[name]
            tickets[name] = machine.demandParked(name, hadBegun: ticket != nil, as: ticket ?? -1, in: waiter)
        }

        mutating func cancel(_ name: Int) -> Int? { tickets[name].flatMap { machine.demandCancelled($0) } }

        mutating func leave(_ name: Int, as waiter: WaiterClass) -> Int? {
            tickets.removeValue(forKey: name).flatMap { machine.demandLeaves($0, as: waiter) }
        }
    }

    @Test func `one on each executor, and not again before it has looked`() {
        var asks = Asks()
        for (ask, executor) in zip(0..<4, [1, 1, 2, 2] as [UInt]) { asks.park(ask, as: waiter(executor)) }
        #expect(asks.machine.upstreamChanged() == [0, 2])
        #expect(asks.machine.upstreamChanged() == [])
        // The first one has looked and waits again; the third one has not run.
        asks.park(0, as: waiter(1))
        #expect(asks.machine.upstreamChanged() == [1])
        #expect(asks.machine.invalidations == 3)
    }

    @Test func `the highest priority leads, also when a lower one was woken before and has not run`() {
        var asks = Asks()
        asks.park(0, as: waiter(0, low))
        #expect(asks.machine.upstreamChanged() == [0])
        asks.park(1, as: waiter(0, low))
        #expect(asks.machine.upstreamChanged() == [])
        asks.park(2, as: waiter(0, high))
        #expect(asks.machine.upstreamChanged() == [2])
        #expect(asks.machine.upstreamChanged() == [])
    }

    @Test func `a leader that leaves hands on within its executor; others that leave do not`() {
        var asks = Asks()
        for (ask, executor) in zip(0..<4, [1, 2, 1, 2] as [UInt]) { asks.park(ask, as: waiter(executor)) }
        #expect(asks.machine.upstreamChanged() == [0, 1])
        #expect(asks.cancel(2) == 2)
        #expect(asks.leave(2, as: waiter(1)) == nil)
        #expect(asks.leave(0, as: waiter(1)) == nil)
        #expect(asks.leave(1, as: waiter(2)) == 3)
    }

    /// Against the most obvious bookkeeping: after each change, on each executor where somebody waits, somebody leads whose
    /// priority is no lower than that of any who waits.
    @Test(arguments: seeds(60))
    func `random inputs: wherever somebody waits after a change, somebody as good is about to look`(seed: UInt64) throws
    {
        struct Waiting {
            var waiter: WaiterClass
            var isWaiting = false
            var leads = false
        }
        var random = Random(seed: seed)
        let executors = seed % 3 == 0 ? 30 : 3
        var machines = Asks()
        var asks: [Int: Waiting] = [:]
        var asksMade = 0
        for _ in 0..<300 {
            switch random.below(8) {
            case 0, 1, 2:
                let waiter = waiter(UInt(random.below(executors)), UInt8(random.below(3)))
                asksMade += 1
                let id = asksMade
                machines.park(id, as: waiter)
                asks[id] = Waiting(waiter: waiter, isWaiting: true)
            case 3, 4:
                for id in machines.machine.upstreamChanged() {
                    try #require(asks[id]?.isWaiting == true, "seed \(seed)")
                    asks[id]?.isWaiting = false
                    asks[id]?.leads = true
                }
                for ask in asks.values where ask.isWaiting {
                    let leads = asks.values.contains {
                        $0.leads && $0.waiter.executor == ask.waiter.executor
                            && $0.waiter.priority >= ask.waiter.priority
                    }
                    try #require(leads, "seed \(seed)")
                }
            case 5:
                guard let id = asks.filter({ !$0.value.isWaiting }).keys.sorted().randomElement(using: &random) else {
                    continue
                }
                machines.park(id, as: asks[id]!.waiter)
                asks[id]?.isWaiting = true
                asks[id]?.leads = false
            case 6:
                guard let id = asks.keys.sorted().randomElement(using: &random) else { continue }
                _ = machines.cancel(id)
                let ask = asks.removeValue(forKey: id)!
                if let next = machines.leave(id, as: ask.waiter) {
                    try #require(asks[next]?.isWaiting == true && ask.leads, "seed \(seed)")
                    try #require(asks[next]?.waiter.executor == ask.waiter.executor, "seed \(seed)")
                    asks[next]?.isWaiting = false
                    asks[next]?.leads = true
                }
                _ = machines.machine.demandEnded(cursor: machines.machine.published)
            default:
                if random.below(5) > 0 { continue }
                let old = machines.machine.published
                _ = machines.machine.snapshotCommitted()
                for id in asks.keys {
                    _ = machines.machine.demandAdvanced(from: old, to: machines.machine.published)
                    asks[id]?.isWaiting = false
                    asks[id]?.leads = false
                }
            }
        }
    }
}
