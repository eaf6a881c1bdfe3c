import Testing

@testable import ProcessBoard

@Suite struct MachineTests {
    @Test func `Each core has its share, and lines of another kind have none`() {
        let before = CoreTime.all(in: "cpu  9 9 9 9\ncpu0 10 0 10 70 10 0 0 0 5 0\ncpu1 0 0 0 100\nintr 5 6 7 8 9\n")
        let after = CoreTime.all(in: "cpu  9 9 9 9\ncpu0 40 0 10 90 20 0 0 0 5 0\ncpu1 0 0 0 100\ncpux\n")
        #expect(before == [CoreTime(busy: 20, total: 100), CoreTime(busy: 0, total: 100)])
        #expect(zip(after, before).map { $0.percent(since: $1) } == [50, 0])
        // A counter that was reset.
        #expect(before[0].percent(since: after[0]) == 0)
        #expect(CoreTime.all(in: "").isEmpty)
    }

    @Test func `Memory that is available is not used`() {
        let text =
            "MemTotal:  2048000 kB\nMemFree: 1 kB\nMemAvailable: 1024000 kB\nSwapTotal: 4096 kB\nSwapFree: 1024 kB\n"
        let figures = MemoryFigures(text)
        #expect(figures.memory == Machine.Use(used: 1000, total: 2000))
        #expect(figures.swap == Machine.Use(used: 3, total: 4))
        #expect(figures.memory.percent == 50)
        #expect(MemoryFigures("nonsense\nMemTotal: many kB") == MemoryFigures(""))
        #expect(Machine.Use().percent == 0)
    }

    @Test func `The reader of this machine has figures that can be`() {
        var reader = systemMachineReader()
        _ = reader.read()
        let machine = reader.read()
        #expect(machine.cores.allSatisfy { (0...100).contains($0) })
        #expect(machine.memory.used <= machine.memory.total)
        #expect(machine.load.count == 3)
    }
}
