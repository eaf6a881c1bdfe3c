import class Foundation.FileManager
import class Foundation.ProcessInfo
import Testing

@testable import ProcessBoard

@Suite struct ProcessReaderTests {
    @Test func `The reader of this machine finds this process, and each process once`() throws {
        var reader = systemReader()
        try Self.check(reader.readAll())
        // The second reading is the first that measures a time between two.
        try Self.check(reader.readAll())
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/bin/ps")))
    func `The reader that asks ps does the same, and leaves out the ps it starts`() throws {
        var reader = PSReader()
        let processes = try reader.readAll()
        try Self.check(processes)
        #expect(!processes.contains { $0.name == "ps" })
    }

    @Test(arguments: [
        (ticks: 41, seconds: 1.0, percent: 41),
        (ticks: 0, seconds: 1.0, percent: 0),
        (ticks: 150, seconds: 1.0, percent: 150),
        (ticks: 41, seconds: 10.0, percent: 4),
        (ticks: 9000, seconds: 0.001, percent: 400),
        (ticks: 41, seconds: 0.0, percent: 0),
        (ticks: 41, seconds: -1.0, percent: 0),
    ])
    func `The CPU share is whole percents of one core, of all cores at the most`(
        ticks: UInt64,
        seconds: Double,
        percent: Int
    ) {
        #expect(cpuShare(ticks: ticks, seconds: seconds, ticksPerSecond: 100, cores: 4) == percent)
    }

    private static func check(_ processes: [Process]) throws {
        let own = try #require(processes.first { $0.id.pid == ProcessInfo.processInfo.processIdentifier })
        #expect(own.memory > 0)
        #expect(!own.user.isEmpty)
        #expect(Set(processes.map(\.id)).count == processes.count)
    }
}
