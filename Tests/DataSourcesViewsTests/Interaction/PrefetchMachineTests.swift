import Testing

@testable import DataSourcesViews

struct PrefetchMachineTests {
    @Test func `what is requested waits until a task follows, and as many run as the limit allows`() {
        var machine = PrefetchMachine<Int>(limit: 2)
        #expect(machine.requested([1, 2, 3]) == [])
        #expect(machine.followingBegan() == [1, 2])
        #expect(machine.requested([4]) == [])
        #expect(machine.ended(1) == [3])
        #expect(machine.ended(2) == [4])
        #expect(machine.ended(3) == [])
        #expect(machine.ended(4) == [])
        #expect(machine.count == 0)
    }

    @Test func `an item is loaded by one task at a time`() {
        var machine = PrefetchMachine<Int>(limit: 4)
        #expect(machine.followingBegan() == [])
        #expect(machine.requested([1, 1]) == [1])
        #expect(machine.requested([1]) == [])
        #expect(machine.ended(1) == [])
        #expect(machine.ended(1) == [])
        #expect(machine.requested([1]) == [1])
    }

    @Test func `what waits leaves at once, what runs is stopped`() {
        var machine = PrefetchMachine<Int>(limit: 1)
        _ = machine.followingBegan()
        _ = machine.requested([1, 2, 3])
        #expect(machine.cancelled([1, 2, 9]) == [1])
        #expect(machine.count == 2)
        #expect(machine.ended(1) == [3])
        #expect(machine.requested([2]) == [])
        #expect(machine.ended(3) == [2])
    }

    @Test func `what was cancelled and is requested again is loaded once`() {
        var machine = PrefetchMachine<Int>(limit: 1)
        _ = machine.followingBegan()
        _ = machine.requested([0, 1])
        for _ in 0..<1_000 {
            _ = machine.cancelled([1])
            _ = machine.requested([1])
        }
        #expect(machine.ended(0) == [1])
        #expect(machine.ended(1) == [])
    }

    @Test func `when following ends, what ran is dropped and what waits goes on waiting`() {
        var machine = PrefetchMachine<Int>(limit: 1)
        _ = machine.followingBegan()
        _ = machine.requested([1, 2])
        machine.followingEnded()
        #expect(machine.count == 1)
        #expect(machine.ended(1) == [])
        #expect(machine.followingBegan() == [2])
    }

    @Test func `limits below one count as one`() {
        #expect(PrefetchMachine<Int>(limit: -3).limit == 1)
    }
}
