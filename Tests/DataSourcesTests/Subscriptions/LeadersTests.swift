import DataSources
import Testing

/// Who is woken to look upstream.
struct LeadersTests {
    private let low: UInt8 = 9
    private let high: UInt8 = 25

    private func waiter(_ executor: UInt, _ priority: UInt8 = 21) -> WaiterClass {
        WaiterClass(executor: executor, priority: priority)
    }

    @Test func `one on each executor, and not again before it has looked`() {
        var machine = HubMachine(committed: 1)
        let asks = (0..<4).map { _ in machine.askBegan(cursor: 1) }
        for (ask, executor) in zip(asks, [1, 1, 2, 2] as [UInt]) { machine.askParked(ask, as: waiter(executor)) }
        #expect(machine.upstreamChanged() == [asks[0], asks[2]])
        #expect(machine.upstreamChanged() == [])
        // The first one has looked and waits again; the third one has not run.
        machine.askParked(asks[0], as: waiter(1))
        #expect(machine.upstreamChanged() == [asks[1]])
        #expect(machine.rings == 3)
    }

    @Test func `the highest priority leads, also when a lower one was woken before and has not run`() {
        var machine = HubMachine(committed: 1)
        let asks = (0..<3).map { _ in machine.askBegan(cursor: 1) }
        machine.askParked(asks[0], as: waiter(0, low))
        #expect(machine.upstreamChanged() == [asks[0]])
        machine.askParked(asks[1], as: waiter(0, low))
        #expect(machine.upstreamChanged() == [])
        machine.askParked(asks[2], as: waiter(0, high))
        #expect(machine.upstreamChanged() == [asks[2]])
        #expect(machine.upstreamChanged() == [])
    }

    @Test func `a leader that leaves hands on within its executor; others that leave do not`() {
        var machine = HubMachine(committed: 1)
        let asks = (0..<4).map { _ in machine.askBegan(cursor: 1) }
        for (ask, executor) in zip(asks, [1, 2, 1, 2] as [UInt]) { machine.askParked(ask, as: waiter(executor)) }
        #expect(machine.upstreamChanged() == [asks[0], asks[1]])
        #expect(machine.askCancelled(asks[2]) == true)
        #expect(machine.askLeaves(asks[2], as: waiter(1)) == nil)
        #expect(machine.askLeaves(asks[0], as: waiter(1)) == nil)
        #expect(machine.askLeaves(asks[1], as: waiter(2)) == asks[3])
    }

    /// Against the most obvious bookkeeping: after each change, on each executor where somebody waits, somebody leads whose
    /// priority is no lower than that of any who waits.
    @Test(arguments: 0..<200 as Range<UInt64>)
    func `random inputs: wherever somebody waits after a change, somebody as good is about to look`(seed: UInt64) throws
    {
        struct Waiting {
            var waiter: WaiterClass
            var isWaiting = false
            var leads = false
        }
        var random = Random(seed: seed)
        let executors = seed % 3 == 0 ? 30 : 3
        var machine = HubMachine(committed: 1)
        var asks: [Int: Waiting] = [:]
        for _ in 0..<300 {
            switch random.below(8) {
            case 0, 1, 2:
                let waiter = waiter(UInt(random.below(executors)), UInt8(random.below(3)))
                let id = machine.askBegan(cursor: machine.published)
                machine.askParked(id, as: waiter)
                asks[id] = Waiting(waiter: waiter, isWaiting: true)
            case 3, 4:
                for id in machine.upstreamChanged() {
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
                machine.askParked(id, as: asks[id]!.waiter)
                asks[id]?.isWaiting = true
                asks[id]?.leads = false
            case 6:
                guard let id = asks.keys.sorted().randomElement(using: &random) else { continue }
                _ = machine.askCancelled(id)
                let ask = asks.removeValue(forKey: id)!
                if let next = machine.askLeaves(id, as: ask.waiter) {
                    try #require(asks[next]?.isWaiting == true && ask.leads, "seed \(seed)")
                    try #require(asks[next]?.waiter.executor == ask.waiter.executor, "seed \(seed)")
                    asks[next]?.isWaiting = false
                    asks[next]?.leads = true
                }
                _ = machine.askEnded(id)
            default:
                if random.below(5) > 0 { continue }
                _ = machine.snapshotCommitted()
                for id in asks.keys {
                    _ = machine.askAdvanced(id, to: machine.published)
                    asks[id]?.isWaiting = false
                    asks[id]?.leads = false
                }
            }
        }
    }
}
