import DataSourcesRelay
import Testing

struct LeaseMachineTests {
    private let start = ContinuousClock.now

    private func entry(_ revision: UInt64, of id: UInt64?) -> LeaseEntry {
        LeaseEntry(
            revision: revision, holder: id.map { LeaseEntry.Holder(name: "holder \($0)", id: $0, milliseconds: 3_000) })
    }

    @Test func `what nobody has is taken, behind the mark of who has released it`() {
        var machine = LeaseMachine(id: 1)
        #expect(machine.entryRead(nil, at: start) == .take(over: 0))
        #expect(machine.entryRead(entry(7, of: nil), at: start) == .take(over: 7))
    }

    @Test func `an entry is taken over when it was seen for its time, and not after a renewal`() {
        var machine = LeaseMachine(id: 1)
        #expect(machine.entryRead(entry(4, of: 2), at: start) == .wait)
        #expect(machine.entryRead(entry(4, of: 2), at: start + .seconds(2.9)) == .wait)
        #expect(machine.entryRead(entry(5, of: 2), at: start + .seconds(3)) == .wait)
        #expect(machine.entryRead(entry(5, of: 2), at: start + .seconds(5.9)) == .wait)
        // An answer of a replica that is behind.
        #expect(machine.entryRead(entry(4, of: 2), at: start + .seconds(9)) == .wait)
        #expect(machine.entryRead(entry(5, of: 2), at: start + .seconds(6)) == .take(over: 5))
    }

    @Test func `its own entry, whose answer was lost, is written again`() {
        var machine = LeaseMachine(id: 1)
        #expect(machine.entryRead(entry(4, of: 1), at: start) == .take(over: 4))
    }

    @Test func `a lease lapses its time after the last renewal was sent`() {
        var term = LeaseTerm(id: 1, time: .seconds(3), revision: 4, sentAt: start)
        #expect(term.next == start + .seconds(1) && term.end == start + .seconds(3))
        term.renewalFailed(at: start + .seconds(1))
        #expect(term.next == start + .milliseconds(1_300) && term.end == start + .seconds(3))
        term.renewalFailed(at: start + .seconds(2.9))
        #expect(term.next == term.end)
        term.renewed(5, sentAt: start + .seconds(2))
        #expect(term.revision == 5 && term.end == start + .seconds(5))
    }

    @Test func `a refused renewal is a loss only if the entry is another process's`() {
        var term = LeaseTerm(id: 1, time: .seconds(3), revision: 4, sentAt: start)
        // Its own, whose answer was lost: it is renewed at once, and the time is not longer until then.
        #expect(term.entryRead(entry(5, of: 1), at: start + .seconds(1)) == .tryAgain)
        #expect(term.revision == 5 && term.next == start + .seconds(1) && term.end == start + .seconds(3))
        // Of a replica that is behind.
        #expect(term.entryRead(entry(3, of: 2), at: start + .seconds(1)) == .tryAgain)
        #expect(term.entryRead(nil, at: start + .seconds(1)) == .tryAgain)
        #expect(term.revision == 5)
        #expect(term.entryRead(entry(6, of: 2), at: start + .seconds(1)) == .lost(to: "holder 2"))
        #expect(term.entryRead(entry(6, of: nil), at: start + .seconds(1)) == .lost(to: nil))
    }
}
