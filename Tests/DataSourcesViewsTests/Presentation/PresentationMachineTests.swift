import DataSources
import Testing

@testable import DataSourcesViews

struct PresentationMachineTests {
    typealias List = ListSnapshot<Card>

    private let source: ListSource<Card>
    private var machine: PresentationMachine<List>

    init() throws {
        source = try ListSource([Card(0), Card(1)])
        machine = PresentationMachine(source.snapshot)
    }

    /// A plan for the machine as it is now.
    private func plan(
        _ state: List? = nil, itemsPerFrame: Int? = nil, preparations: [@Sendable (Update<List>) -> any Sendable] = []
    ) -> PresentationPlan<List> {
        let planner = machine.attachment.map { number in
            DisplayPlanner<List>(attachment: number, resets: .never, itemsPerFrame: itemsPerFrame) {
                Batching.stages.batches($0)
            }
        }
        let content = PlanningContext.Content(basis: machine.basis, planner: planner, preparations: preparations)
        return PresentationPlan(state ?? machine.received, by: nil, content)
    }

    @Test mutating func `a plan for the state that is received is still good`() async throws {
        _ = machine.displayAttached()
        try await source.append(Card(2))
        let made = plan(source.snapshot)
        let kept = machine.stateReceived(source.snapshot, with: made)
        let plan = try #require(kept)
        #expect(machine.accepts(plan) && !machine.accepts(made) && machine.isDirty)
        #expect(machine.shown.count == 2 && machine.version?.number == 1)
    }

    @Test mutating func `a plan made before something else happened is refused`() async throws {
        let display = machine.displayAttached()
        try await source.append(Card(2))
        var obsolete: [PresentationPlan<List>] = []
        func refused(_ machine: inout PresentationMachine<List>, _ made: PresentationPlan<List>) {
            obsolete.append(made)
            #expect(obsolete.allSatisfy { !machine.accepts($0) })
        }
        let first = plan(source.snapshot)
        let edit = machine.editProposed { $0 }
        #expect(machine.stateReceived(source.snapshot, with: first) == nil)
        refused(&machine, first)
        let second = plan()
        _ = machine.editEnded(edit.number)
        refused(&machine, second)
        let third = plan()
        _ = machine.editProposed { $0 }
        refused(&machine, third)
        let fourth = plan()
        _ = machine.displayAttached()
        refused(&machine, fourth)
        let fifth = plan()
        machine.displayDetached()
        refused(&machine, fifth)
        let sixth = plan()
        machine.observersChanged(to: 1)
        refused(&machine, sixth)
        #expect(machine.editEnded(edit.number) == false)
        var plan = plan()
        #expect(machine.batchShown(source.snapshot, by: display, of: &plan) == false)
    }

    @Test mutating func `an older state than the newest is ignored`() async throws {
        let old = source.snapshot
        try await source.append(Card(2))
        _ = machine.stateReceived(source.snapshot)
        #expect(machine.stateReceived(old, with: plan(old)) == nil)
        #expect(machine.received.count == 3)
    }

    @Test mutating func `a batch keeps its own plan alive and ends the others`() async throws {
        let display = machine.displayAttached()
        try await source.append(contentsOf: (2..<9).map { Card($0) })
        _ = machine.stateReceived(source.snapshot)
        var (mine, others) = (plan(), plan())
        let part = List(source.snapshot[0..<4])
        #expect(machine.batchShown(part, by: display, of: &mine) == true)
        #expect(machine.shown.count == 4 && machine.isFrameUsed && machine.isDirty)
        #expect(machine.accepts(mine) && !machine.accepts(others))
        // The batch of an obsolete plan has been shown too, but nothing follows from it.
        #expect(machine.batchShown(part, by: display, of: &others) == true)
        #expect(!machine.accepts(mine) && !machine.accepts(others))
        #expect(machine.planShown(others) == false)
        #expect(machine.isDirty)
        let next = plan()
        #expect(machine.planShown(next) == true)
        #expect(!machine.isDirty && machine.version == source.snapshot.version)
    }

    @Test mutating func `a display that has been replaced while it was told changes nothing`() async throws {
        let old = machine.displayAttached()
        try await source.append(Card(2))
        _ = machine.stateReceived(source.snapshot)
        var plan = plan()
        machine.callBegan()
        let new = machine.displayAttached()
        #expect(machine.batchShown(source.snapshot, by: old, of: &plan) == false)
        machine.callEnded()
        #expect(machine.planShown(plan) == false)
        #expect(machine.shown.count == 2 && new != old && machine.isDirty)
    }

    @Test mutating func `calls of displays can be nested`() {
        machine.callBegan()
        machine.callBegan()
        machine.callEnded()
        #expect(machine.isTelling)
        machine.callEnded()
        #expect(!machine.isTelling)
    }

    @Test mutating func `unconfirmed edits are made in every state, and the version waits for their end`() async throws
    {
        _ = machine.displayAttached()
        let edit = machine.editProposed { try? $0.applying(.remove(at: 0)) }
        var target = plan()
        #expect(target.target.map(\.id) == [1])
        #expect(machine.planShown(target) == true)
        #expect(machine.version?.number == 1)
        try await source.append(Card(2))
        _ = machine.stateReceived(source.snapshot)
        target = plan()
        #expect(target.target.map(\.id) == [1, 2])
        #expect(machine.planShown(target) == true)
        #expect(machine.version?.number == 1)
        #expect(machine.editEnded(edit.number) == true)
        #expect(machine.isDirty)
        target = plan()
        #expect(target.target.map(\.id) == [0, 1, 2])
        #expect(machine.planShown(target) == true)
        #expect(machine.version?.number == 2)
    }

    @Test mutating func `an edit that the display shows already is not planned, but observers are told`() throws {
        _ = machine.displayAttached()
        machine.observersChanged(to: 1)
        let edited = try machine.shown.applying(.remove(at: 0))
        _ = machine.editShown(edited) { try? $0.applying(.remove(at: 0)) }
        let plan = plan(preparations: [{ $0.changes.deletions.count }])
        #expect(plan.frames == nil && plan.observed?.prepared.first as? Int == 1)
        #expect(machine.planShown(plan) == true)
        #expect(machine.shown.map(\.id) == [1])
        #expect(machine.observed?.map(\.id) == [1])
        machine.observersChanged(to: 0)
        #expect(machine.observed == nil)
    }

    @Test mutating func `an edit whose proposal is released counts no longer in the next plan`() {
        _ = machine.displayAttached()
        let edit = machine.editProposed { try? $0.applying(.remove(at: 0)) }
        #expect(machine.planShown(plan()) == true)
        edit.life.end()
        _ = machine.stateReceived(source.snapshot)
        let plan = plan()
        #expect(plan.target.map(\.id) == [0, 1])
        #expect(machine.planShown(plan) == true)
        #expect(machine.edits.isEmpty && machine.version?.number == 1)
    }

    @Test mutating func `a large state comes in parts, and only the last one ends the plan`() async throws {
        machine = PresentationMachine(List())
        _ = machine.displayAttached()
        try await source.append(contentsOf: (2..<25).map { Card($0) })
        _ = machine.stateReceived(source.snapshot)
        let plan = plan(itemsPerFrame: 10)
        var frame = plan.first
        var counts: [Int] = []
        while let next = frame {
            counts.append(next.snapshot.count)
            frame = plan.frames?.next(after: next)
        }
        #expect(counts == [10, 20, 25])
    }
}
