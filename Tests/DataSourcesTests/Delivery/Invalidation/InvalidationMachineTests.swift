import DataSources
import Testing

struct InvalidationMachineTests {
    private struct Name: InvalidationTarget, Equatable {
        let name: Int
        var isLive = true
    }

    private typealias Machine = InvalidationMachine<Name>

    /// Takes a machine to a cut, for whoever may work on it.
    private func follow(_ machine: inout Machine, to cut: UInt64, refused: [Int] = []) -> [Int]? {
        guard case .work(let slots) = machine.workRequested(at: cut) else { return nil }
        machine.followed(slots.count)
        machine.workEnded(at: cut, refused: refused, showing: cut, isFinished: false)
        return slots
    }

    private func add(_ name: Int, to machine: inout Machine, showing number: UInt64) -> Bool {
        var released: [Name] = []
        return machine.dependentAdded(Name(name: name), ifShowing: number, isFinished: false, released: &released)
    }

    @Test func `what has followed nothing has to follow everything, once`() {
        var machine = Machine(inputCount: 3)
        #expect(!machine.isUpToDate)
        #expect(follow(&machine, to: 5) == [0, 1, 2])
        #expect(machine.isUpToDate && machine.cut == 5)
        #expect(machine.workRequested(at: 9) == .done)
    }

    @Test func `the first change is told to all below, once, and the next one to those that have come again`() {
        var machine = Machine(inputCount: 3)
        _ = follow(&machine, to: 1)
        #expect(add(7, to: &machine, showing: 1) == true)
        #expect(add(8, to: &machine, showing: 1) == true)
        #expect(machine.inputChanged(2) == [Name(name: 7), Name(name: 8)])
        #expect(machine.inputChanged(2) == nil)
        #expect(machine.inputChanged(0) == nil)
        #expect(add(9, to: &machine, showing: 1) == false)
        #expect(follow(&machine, to: 2) == [2, 0])
        #expect(add(9, to: &machine, showing: 1) == false)
        #expect(add(9, to: &machine, showing: 2) == true)
        #expect(machine.inputChanged(1) == [Name(name: 9)])
    }

    @Test func `one works at a time; what changes meanwhile remains, and nobody is told before it is over`() {
        var machine = Machine(inputCount: 2)
        _ = follow(&machine, to: 1)
        _ = machine.inputChanged(0)
        #expect(machine.workRequested(at: 3) == .work([0]))
        #expect(machine.workRequested(at: 4) == .busy)
        #expect(machine.workRequested(at: 1) == .done)
        #expect(machine.inputChanged(1) == nil)
        machine.followed(1)
        #expect(!machine.isUpToDate)
        #expect(add(7, to: &machine, showing: 3) == false)
        machine.workEnded(at: 3, refused: [0], showing: 3, isFinished: false)
        #expect(machine.changed == [1, 0] && machine.cut == 3)
        #expect(machine.workRequested(at: 3) == .done)
        #expect(follow(&machine, to: 4) == [1, 0])
        #expect(machine.isUpToDate)
    }

    @Test func `work that stops leaves everything to be done`() {
        var machine = Machine(inputCount: 1)
        #expect(machine.workRequested(at: 3) == .work([0]))
        machine.workStopped()
        #expect(machine.cut == 0)
        #expect(machine.workRequested(at: 3) == .work([0]))
    }

    @Test func `inputs chosen among many are new at first, are told once each, and nothing when they are given up`() {
        var machine = Machine(inputCount: 1)
        #expect(machine.workRequested(at: 1) == .work([0]))
        machine.chose(come: [1, 2, 3], gone: [])
        #expect(machine.changed == [0, 1, 2, 3])
        machine.followed(4)
        machine.workEnded(at: 1, refused: [], showing: 1, isFinished: false)
        #expect(machine.isUpToDate)
        #expect(machine.inputChanged(2) == [] && machine.inputChanged(2) == nil && machine.inputChanged(9) == nil)
        #expect(machine.workRequested(at: 2) == .work([2]))
        // One that has changed is given up, and so is one that has not.
        machine.chose(come: [4], gone: [2, 3])
        #expect(machine.changed == [4])
        #expect(machine.inputChanged(3) == nil && machine.inputChanged(1) == nil)
        #expect(machine.changed == [4, 1])
        machine.followed(1)
        machine.workEnded(at: 2, refused: [4, 3], showing: 2, isFinished: false)
        #expect(machine.changed == [1, 4])
        #expect(machine.inputChanged(3) == nil && machine.inputChanged(0) == nil)
        #expect(machine.changed == [1, 4, 0])
    }

    @Test func `what is gone is told nothing, and those that no longer care are dropped`() {
        var machine = Machine(inputCount: 1)
        _ = follow(&machine, to: 1)
        var released: [Name] = []
        for name in 0..<1000 {
            let dependent = Name(name: name, isLive: name % 100 == 0)
            #expect(machine.dependentAdded(dependent, ifShowing: 1, isFinished: false, released: &released) == true)
            #expect(machine.dependents.count <= 40)
        }
        let all = machine.ended()
        #expect(all.count { $0.isLive } == 10)
        #expect(machine.inputChanged(0) == nil)
    }
}
