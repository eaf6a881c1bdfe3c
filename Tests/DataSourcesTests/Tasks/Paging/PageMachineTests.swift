import DataSources
import Testing

struct PageMachineTests {
    private struct Refusal: Error {}

    private func turn(_ machine: inout PageMachine, count: Int) -> PageMachine.Action {
        machine.lockAcquired(for: machine.loadRequested(), count: count)
    }

    @Test func `what is there is shown page by page; without a remote that is all`() {
        var machine = PageMachine(size: 10, fetches: false)
        #expect(machine.status.limit == 10 && machine.status.phase(count: 11) == .idle)
        guard case .shown = turn(&machine, count: 11) else { return #expect(Bool(false)) }
        #expect(machine.status.limit == 20 && machine.status.phase(count: 11) == .atEnd)
        guard case .stop = turn(&machine, count: 20) else { return #expect(Bool(false)) }
        #expect(machine.status.limit == 20 && machine.status.phase(count: 21) == .idle)
    }

    @Test func `where there is no more, a remote is asked, and there is room for its page as it comes`() {
        var machine = PageMachine(size: 10, fetches: true)
        guard case .fetch(.start) = turn(&machine, count: 0) else { return #expect(Bool(false)) }
        #expect(machine.status.phase(count: 0) == .loading)
        machine.pageFetched(count: 0)
        guard case .stop(hasMoreItems: true) = machine.pageApplied(before: 0, after: 10, next: .at(10)) else {
            return #expect(Bool(false))
        }
        #expect(machine.status.limit == 10 && machine.status.phase(count: 10) == .idle)
        guard case .fetch(.at(let place)) = turn(&machine, count: 10), place as? Int == 10 else {
            return #expect(Bool(false))
        }
        machine.pageFetched(count: 10)
        #expect(machine.status.limit == 20)
        guard case .stop(hasMoreItems: true) = machine.pageApplied(before: 10, after: 13, next: .end) else {
            return #expect(Bool(false))
        }
        #expect(machine.status.limit == 20 && machine.status.phase(count: 13) == .atEnd)
        guard case .stop = turn(&machine, count: 13) else { return #expect(Bool(false)) }
        guard case .shown = turn(&machine, count: 21) else { return #expect(Bool(false)) }
    }

    @Test func `a page that brings nothing new makes no room, and the next one is fetched`() {
        var machine = PageMachine(size: 10, fetches: true)
        guard case .fetch = turn(&machine, count: 10) else { return #expect(Bool(false)) }
        for place in 1..<PageMachine.mostKnownPages {
            machine.pageFetched(count: 10)
            guard case .fetch(.at(let next)) = machine.pageApplied(before: 10, after: 10, next: .at(place)) else {
                return #expect(Bool(false))
            }
            #expect(next as? Int == place)
            #expect(machine.status.limit == 10 && machine.status.phase(count: 10) == .loading)
        }
        machine.pageFetched(count: 10)
        guard case .stop(hasMoreItems: false) = machine.pageApplied(before: 10, after: 10, next: .at(99)) else {
            return #expect(Bool(false))
        }
        #expect(machine.status.limit == 10 && machine.status.phase(count: 10) == .idle)
        guard case .fetch(.at(let next)) = turn(&machine, count: 10), next as? Int == 99 else {
            return #expect(Bool(false))
        }
    }

    @Test func `who waits for a refresh shares one that began after it asked`() {
        var machine = PageMachine(size: 10, fetches: true)
        let first = machine.refreshRequested()
        guard case .fetch(count: 10) = machine.lockAcquired(forRefresh: first) else { return #expect(Bool(false)) }
        let (second, third) = (machine.refreshRequested(), machine.refreshRequested())
        #expect(machine.status.phase(count: 0) == .loading)
        machine.refreshApplied(next: .at(10))
        // The first one began before they asked.
        guard case .fetch = machine.lockAcquired(forRefresh: second) else { return #expect(Bool(false)) }
        machine.refreshFailed(Refusal())
        guard case .share(let error) = machine.lockAcquired(forRefresh: third) else { return #expect(Bool(false)) }
        #expect(error is Refusal && machine.status.phase(count: 10) == .failed(PageFailure(Refusal(), attempt: 2)))
        let (fourth, fifth) = (machine.refreshRequested(), machine.refreshRequested())
        guard case .fetch = machine.lockAcquired(forRefresh: fourth) else { return #expect(Bool(false)) }
        // What was cancelled has no result.
        machine.fetchCancelled()
        guard case .fetch = machine.lockAcquired(forRefresh: fifth) else { return #expect(Bool(false)) }
        machine.refreshApplied(next: .end)
        #expect(machine.status.phase(count: 10) == .atEnd && machine.status.phase(count: 11) == .idle)
    }

    @Test func `who asked before a load ended shares its end; who asks after it loads`() {
        var machine = PageMachine(size: 10, fetches: true)
        let (first, second) = (machine.loadRequested(), machine.loadRequested())
        guard case .fetch = machine.lockAcquired(for: first, count: 0) else { return #expect(Bool(false)) }
        let third = machine.loadRequested()
        machine.fetchFailed(Refusal())
        guard case .share(.failed(let error)) = machine.lockAcquired(for: second, count: 0), error is Refusal else {
            return #expect(Bool(false))
        }
        guard case .share(.failed) = machine.lockAcquired(for: third, count: 0) else { return #expect(Bool(false)) }
        #expect(machine.status.phase(count: 0) == .failed(PageFailure(Refusal(), attempt: 1)))
        guard case .fetch(.start) = turn(&machine, count: 0) else { return #expect(Bool(false)) }
        #expect(machine.status.phase(count: 0) == .loading)
        machine.fetchFailed(Refusal())
        #expect(machine.status.phase(count: 0) == .failed(PageFailure(Refusal(), attempt: 2)))
        #expect(machine.status.phase(count: 0) != .failed(PageFailure(Refusal(), attempt: 1)))
    }

    @Test func `a load that is cancelled has no end: who waited loads`() {
        var machine = PageMachine(size: 10, fetches: true)
        let (first, second) = (machine.loadRequested(), machine.loadRequested())
        guard case .fetch = machine.lockAcquired(for: first, count: 10) else { return #expect(Bool(false)) }
        machine.pageFetched(count: 10)
        machine.fetchCancelled()
        #expect(machine.status == PageMachine(size: 10, fetches: true).status)
        guard case .fetch = machine.lockAcquired(for: second, count: 10) else { return #expect(Bool(false)) }
    }

    @Test func `after a reset the first page is shown, and the remote is asked again where the list ends`() {
        var machine = PageMachine(size: 10, fetches: true)
        _ = turn(&machine, count: 0)
        machine.pageFetched(count: 0)
        _ = machine.pageApplied(before: 0, after: 15, next: .end)
        _ = turn(&machine, count: 15)
        #expect(machine.status.phase(count: 15) == .atEnd)
        machine.resetRequested()
        #expect(machine.status.limit == 10)
        guard case .shown = turn(&machine, count: 15) else { return #expect(Bool(false)) }
        guard case .fetch(.start) = turn(&machine, count: 15) else { return #expect(Bool(false)) }
    }
}
