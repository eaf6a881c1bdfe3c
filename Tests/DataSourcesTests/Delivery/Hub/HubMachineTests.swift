import DataSources
import Testing

struct HubMachineTests {
    private typealias Machine = HubMachine<String>

    /// A machine at whose newest commit some wait, in this order.
    private func machine(committed: UInt64 = 1, waiting: String...) -> (machine: Machine, asks: [Machine.DemandID]) {
        var machine = Machine(committed: committed)
        let asks = waiting.map { machine.demandParked($0, hadBegun: false) }
        return (machine, asks)
    }

    @Test func `an ask at the newest state waits, and a commit wakes it`() {
        var machine = Machine(committed: 1)
        #expect(machine.next(after: 1) == .wait)
        _ = machine.demandParked("a", hadBegun: false)
        #expect(machine.snapshotCommitted() == .published(wake: ["a"], settled: []))
        #expect(machine.next(after: 1) == .step)
    }

    @Test func `a commit wakes those who wait, in the order in which they began to wait, and nobody twice`() {
        var (machine, _) = machine(waiting: "c", "a", "d")
        #expect(machine.snapshotCommitted() == .published(wake: ["c", "a", "d"], settled: []))
        #expect(machine.snapshotCommitted() == .published(wake: [], settled: []))
    }

    @Test func `one that was cancelled while it waited is woken once, by the cancellation`() {
        var (machine, asks) = machine(waiting: "a", "b", "c")
        #expect(machine.demandCancelled(asks[1]) == "b")
        #expect(machine.demandCancelled(asks[1]) == nil)
        #expect(machine.snapshotCommitted() == .published(wake: ["a", "c"], settled: []))
    }

    @Test func `one that was woken by a commit is not woken by its cancellation`() {
        var (machine, asks) = machine(waiting: "a")
        _ = machine.snapshotCommitted()
        #expect(machine.demandCancelled(asks[0]) == nil)
    }

    @Test func `a suspended hub holds commits back, and the last resumption publishes them as one`() {
        var (machine, _) = machine(waiting: "a")
        machine.publishingSuspended()
        machine.publishingSuspended()
        #expect(machine.snapshotCommitted() == .held)
        #expect(machine.snapshotCommitted() == .held)
        #expect(machine.published == 1)
        #expect(machine.publishingResumed() == .held)
        #expect(machine.publishingResumed() == .published(wake: ["a"], settled: []))
        #expect(machine.published == 3)
    }

    @Test func `a resumption with nothing held back, or one too many, wakes nobody`() {
        var (machine, _) = machine(waiting: "a")
        machine.publishingSuspended()
        #expect(machine.publishingResumed() == .held)
        #expect(machine.publishingResumed() == .held)
        #expect(machine.snapshotCommitted() == .published(wake: ["a"], settled: []))
    }

    @Test func `finishing publishes what is held back, refuses the rest, and ends asks that have everything`() {
        var (machine, _) = machine(waiting: "behind")
        machine.publishingSuspended()
        _ = machine.snapshotCommitted()
        #expect(machine.sourceFinished() == .published(wake: ["behind"], settled: []))
        #expect(machine.next(after: 2) == .end)
        #expect(machine.next(after: 1) == .step)
        #expect(machine.snapshotCommitted() == .refused)
        #expect(machine.sourceFinished() == .held)
    }

    @Test func `law 16: a settlement is there at once when nobody asks, or all who ask have been given the commit`() {
        var machine = Machine(committed: 1)
        #expect(machine.settlementRequested(at: 1) == nil)
        _ = machine.snapshotCommitted()
        machine.demandBegan(cursor: 2)
        #expect(machine.settlementRequested(at: 2) == nil)
    }

    @Test func `law 16: a settlement waits for the last one that lags`() throws {
        var machine = Machine(committed: 2)
        machine.demandBegan(cursor: 1)
        machine.demandBegan(cursor: 1)
        let requested = machine.settlementRequested(at: 2)
        let settlement = try #require(requested)
        #expect(machine.demandEnded(cursor: 1) == [])
        #expect(machine.isOpen(settlement))
        #expect(machine.demandAdvanced(from: 1, to: 2) == [settlement])
        #expect(!machine.isOpen(settlement))
    }

    @Test func `law 16: those that a commit wakes lag until they have been given it`() throws {
        var (machine, _) = machine(waiting: "a", "b")
        _ = machine.snapshotCommitted()
        let requested = machine.settlementRequested(at: 2)
        let settlement = try #require(requested)
        #expect(machine.demandEnded(cursor: 1) == [])
        #expect(machine.demandEnded(cursor: 1) == [settlement])
    }

    @Test func `law 16: one that comes with an old state while a settlement is open is waited for too`() throws {
        var machine = Machine(committed: 2)
        machine.demandBegan(cursor: 1)
        let requested = machine.settlementRequested(at: 2)
        let settlement = try #require(requested)
        machine.demandBegan(cursor: 0)
        #expect(machine.demandEnded(cursor: 1) == [])
        #expect(machine.demandEnded(cursor: 0) == [settlement])
    }

    @Test func `law 16: a commit that is held back is not settled before it is published`() throws {
        var machine = Machine(committed: 1)
        machine.publishingSuspended()
        _ = machine.snapshotCommitted()
        let requested = machine.settlementRequested(at: 2)
        let settlement = try #require(requested)
        #expect(machine.publishingResumed() == .published(wake: [], settled: [settlement]))
    }

    @Test func `law 16: settlements of several versions are reported by version, each when it is settled`() throws {
        var machine = Machine(committed: 3)
        for cursor: UInt64 in [2, 1] { machine.demandBegan(cursor: cursor) }
        var requested: [SettlementID?] = []
        for version: UInt64 in [3, 2, 9, 2] { requested.append(machine.settlementRequested(at: version)) }
        let settlements = try requested.map { try #require($0) }
        #expect(machine.demandEnded(cursor: 1) == [settlements[1], settlements[3]])
        #expect(machine.demandEnded(cursor: 2) == [settlements[0]])
        #expect(machine.sourceFinished() == .published(wake: [], settled: [settlements[2]]))
    }

    @Test func `a settlement that was cancelled is not reported`() throws {
        var machine = Machine(committed: 2)
        machine.demandBegan(cursor: 1)
        let requested = machine.settlementRequested(at: 2)
        let settlement = try #require(requested)
        #expect(machine.settlementCancelled(settlement) == true)
        #expect(machine.settlementCancelled(settlement) == false)
        #expect(machine.demandEnded(cursor: 1) == [])
    }

    @Test func `a settlement's number is never used again, so that whoever comes late to wait does not wait`() throws {
        var machine = Machine(committed: 2)
        machine.demandBegan(cursor: 1)
        let first = machine.settlementRequested(at: 2)
        _ = machine.demandEnded(cursor: 1)
        machine.demandBegan(cursor: 1)
        let second = machine.settlementRequested(at: 2)
        #expect(first != second && second != nil)
        #expect(machine.isOpen(try #require(first)) == false)
    }

    @Test func `50,000 settlements among 50,000 asks, each at a commit of its own, are quick to come and to go`() throws
    {
        let count: UInt64 = 50_000
        var machine = HubMachine<Int>(committed: count)
        for cursor in 0..<count { machine.demandBegan(cursor: cursor) }
        var settlements: [SettlementID] = []
        for version in 1...count {
            let requested = machine.settlementRequested(at: version)
            settlements.append(try #require(requested))
        }
        for settlement in settlements where settlement.version.isMultiple(of: 2) {
            #expect(machine.settlementCancelled(settlement) == true)
        }
        var settled = 0
        for cursor in 0..<count {
            let done = machine.demandEnded(cursor: cursor)
            if done.map(\.version) != (cursor.isMultiple(of: 2) ? [cursor + 1] : []) { Issue.record("at \(cursor)") }
            settled += done.count
        }
        #expect(settled == 25_000 && machine.capacity < 100)
    }

    @Test func `50,000 settlements of one version go with the last ask that lags, or one by one`() throws {
        var machine = HubMachine<Int>(committed: 2)
        machine.demandBegan(cursor: 1)
        var settlements: [SettlementID] = []
        for _ in 0..<50_000 {
            let requested = machine.settlementRequested(at: 2)
            settlements.append(try #require(requested))
        }
        for settlement in settlements.reversed().dropLast(10) {
            #expect(machine.settlementCancelled(settlement) == true)
        }
        #expect(machine.demandEnded(cursor: 1) == Array(settlements.prefix(10)))
    }

    @Test func `law 5: room for 100,000 asks is given back, whether a commit wakes them or they are cancelled`() {
        for isCommit in [true, false] {
            var machine = HubMachine<Int>(committed: 1)
            let asks = (0..<100_000).map { machine.demandParked($0, hadBegun: false) }
            #expect(machine.capacity >= 100_000)
            if isCommit {
                _ = machine.snapshotCommitted()
            } else {
                for ask in asks.dropLast() { _ = machine.demandCancelled(ask) }
                #expect(machine.demandCancelled(asks[99_999]) == 99_999)
            }
            #expect(machine.capacity < 100)
            #expect(machine.demandCount == 100_000)
            for _ in asks { _ = machine.demandEnded(cursor: 1) }
            #expect(machine.demandCount == 0 && machine.capacity < 100)
        }
    }

    @Test func `law 5: so is room for asks at 100,000 different commits`() {
        var machine = HubMachine<Int>(committed: 100_000)
        for cursor in 0..<UInt64(100_000) { machine.demandBegan(cursor: cursor) }
        #expect(machine.capacity >= 99_000)
        for cursor in 0..<UInt64(99_999) { _ = machine.demandEnded(cursor: cursor) }
        #expect(machine.demandCount == 1 && machine.capacity < 200)
    }
}
