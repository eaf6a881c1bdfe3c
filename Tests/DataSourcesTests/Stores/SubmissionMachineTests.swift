import DataSources
import Testing

struct SubmissionMachineTests {
    @Test func `waiters are woken in order once there is an outcome, and later ones have it at once`() {
        var machine = SubmissionMachine<Int>()
        #expect(machine.outcomeRequested() == (nil, 1))
        #expect(machine.outcomeRequested() == (nil, 2))
        #expect(!machine.isApplied && machine.isWaiting(1))
        #expect(machine.applied(7) == [1, 2])
        #expect(machine.isApplied && !machine.isWaiting(1))
        #expect(machine.outcomeRequested().outcome == 7)
    }

    @Test func `a waiter that has left is not woken, and only the first outcome counts`() {
        var machine = SubmissionMachine<Int>()
        _ = machine.outcomeRequested()
        _ = machine.outcomeRequested()
        machine.waiterLeft(1)
        #expect(machine.applied(7) == [2])
        #expect(machine.applied(8) == [])
        #expect(machine.outcomeRequested().outcome == 7)
    }
}
