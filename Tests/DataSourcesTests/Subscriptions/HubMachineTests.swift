import DataSources
import Testing

struct HubMachineTests {
    @Test func `an ask at the newest state waits, and a commit wakes it`() {
        var machine = HubMachine(committed: 1)
        let ask = machine.askBegan(cursor: 1)
        #expect(machine.next(for: ask) == .wait)
        machine.askParked(ask)
        #expect(machine.snapshotCommitted() == .published(wake: [ask], settled: []))
        #expect(machine.next(for: ask) == .step)
    }

    @Test func `a commit wakes those who wait, in the order in which they began to wait, and nobody twice`() {
        var machine = HubMachine(committed: 1)
        let asks = (0..<4).map { _ in machine.askBegan(cursor: 1) }
        for place in [2, 0, 3] { machine.askParked(asks[place]) }
        #expect(machine.snapshotCommitted() == .published(wake: [asks[2], asks[0], asks[3]], settled: []))
        #expect(machine.snapshotCommitted() == .published(wake: [], settled: []))
    }

    @Test func `one that was cancelled while it waited is woken once, by the cancellation`() {
        var machine = HubMachine(committed: 1)
        let asks = (0..<3).map { _ in machine.askBegan(cursor: 1) }
        for ask in asks { machine.askParked(ask) }
        #expect(machine.askCancelled(asks[1]) == true)
        #expect(machine.askCancelled(asks[1]) == false)
        #expect(machine.snapshotCommitted() == .published(wake: [asks[0], asks[2]], settled: []))
    }

    @Test func `one that was woken by a commit is not woken by its cancellation`() {
        var machine = HubMachine(committed: 1)
        let ask = machine.askBegan(cursor: 1)
        machine.askParked(ask)
        _ = machine.snapshotCommitted()
        #expect(machine.askCancelled(ask) == false)
    }

    @Test func `a suspended hub holds commits back, and the last resumption publishes them as one`() {
        var machine = HubMachine(committed: 1)
        let ask = machine.askBegan(cursor: 1)
        machine.askParked(ask)
        machine.publishingSuspended()
        machine.publishingSuspended()
        #expect(machine.snapshotCommitted() == .held)
        #expect(machine.snapshotCommitted() == .held)
        #expect(machine.published == 1)
        #expect(machine.publishingResumed() == .held)
        #expect(machine.publishingResumed() == .published(wake: [ask], settled: []))
        #expect(machine.published == 3)
    }

    @Test func `a resumption with nothing held back, or one too many, wakes nobody`() {
        var machine = HubMachine(committed: 1)
        let ask = machine.askBegan(cursor: 1)
        machine.askParked(ask)
        machine.publishingSuspended()
        #expect(machine.publishingResumed() == .held)
        #expect(machine.publishingResumed() == .held)
        #expect(machine.snapshotCommitted() == .published(wake: [ask], settled: []))
    }

    @Test func `finishing publishes what is held back, refuses the rest, and ends asks that have everything`() {
        var machine = HubMachine(committed: 1)
        let (current, behind) = (machine.askBegan(cursor: 2), machine.askBegan(cursor: 1))
        machine.askParked(behind)
        machine.publishingSuspended()
        _ = machine.snapshotCommitted()
        #expect(machine.sourceFinished() == .published(wake: [behind], settled: []))
        #expect(machine.next(for: current) == .end)
        #expect(machine.next(for: behind) == .step)
        #expect(machine.snapshotCommitted() == .refused)
        #expect(machine.sourceFinished() == .held)
    }

    @Test func `law 16: a settlement is there at once when nobody asks, or all who ask have been given the commit`() {
        var machine = HubMachine(committed: 1)
        #expect(machine.settlementRequested(at: 1) == nil)
        _ = machine.snapshotCommitted()
        _ = machine.askBegan(cursor: 2)
        #expect(machine.settlementRequested(at: 2) == nil)
    }

    @Test func `law 16: a settlement waits for the last one that lags`() throws {
        var machine = HubMachine(committed: 2)
        let (first, second) = (machine.askBegan(cursor: 1), machine.askBegan(cursor: 1))
        let requested = machine.settlementRequested(at: 2)
        let settlement = try #require(requested)
        #expect(machine.askEnded(first) == [])
        #expect(machine.isOpen(settlement))
        #expect(machine.askAdvanced(second, to: 2) == [settlement])
        #expect(!machine.isOpen(settlement))
    }

    @Test func `law 16: one that comes with an old state while a settlement is open is waited for too`() throws {
        var machine = HubMachine(committed: 2)
        let first = machine.askBegan(cursor: 1)
        let requested = machine.settlementRequested(at: 2)
        let settlement = try #require(requested)
        let second = machine.askBegan(cursor: 0)
        #expect(machine.askEnded(first) == [])
        #expect(machine.askEnded(second) == [settlement])
    }

    @Test func `law 16: a commit that is held back is not settled before it is published`() throws {
        var machine = HubMachine(committed: 1)
        machine.publishingSuspended()
        _ = machine.snapshotCommitted()
        let requested = machine.settlementRequested(at: 2)
        let settlement = try #require(requested)
        #expect(machine.publishingResumed() == .published(wake: [], settled: [settlement]))
    }

    @Test func `a settlement that was cancelled is not reported`() throws {
        var machine = HubMachine(committed: 2)
        let ask = machine.askBegan(cursor: 1)
        let requested = machine.settlementRequested(at: 2)
        let settlement = try #require(requested)
        #expect(machine.settlementCancelled(settlement) == true)
        #expect(machine.settlementCancelled(settlement) == false)
        #expect(machine.askEnded(ask) == [])
    }
}
