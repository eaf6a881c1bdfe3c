import DataSources
import DataSourcesWire
import Testing

struct CommandLogTests {
    private func version(_ number: UInt64, epoch: UInt64 = 7) -> Version { Version(epoch: epoch, number: number) }
    private func named(_ keys: String...) -> WireCommands { .named(keys.map(WireCommands.hash(of:))) }

    @Test func `keys are hashed as FNV-1a says`() {
        #expect(WireCommands.hash(of: "") == 0x811C_9DC5)
        #expect(WireCommands.hash(of: "a") == 0xE40C_292C)
        #expect(WireCommands.hash(of: "foobar") == 0xBF9C_F968)
        #expect(WireCommands.hash(of: "é") == "é".utf8.reduce(0x811C_9DC5) { ($0 ^ UInt32($1)) &* 16_777_619 })
    }

    @Test func `a command is in the states after the version it was noted with, and in no other`() {
        let log = CommandLog()
        log.commandWillCommit("a", after: version(3))
        log.commandWillCommit("b", after: version(5))
        log.commandWillCommit("c", after: version(5))
        #expect(log.commands(after: 1, through: version(3)) == .named([]))
        #expect(log.commands(after: 3, through: version(4)) == named("a"))
        #expect(log.commands(after: 4, through: version(5)) == .named([]))
        #expect(log.commands(after: 5, through: version(6)) == named("b", "c"))
        #expect(log.commands(after: 0, through: version(9)) == named("a", "b", "c"))
        #expect(log.commands(after: 6, through: version(9)) == .named([]))
        // Out of order, as no source does it.
        log.commandWillCommit("d", after: version(4))
        #expect(log.commands(after: 4, through: version(5)) == named("d"))
    }

    @Test func `what the log no longer holds is unknown`() {
        let log = CommandLog(capacity: 2)
        for (number, key) in ["a", "b", "c", "d"].enumerated() {
            log.commandWillCommit(key, after: version(UInt64(number)))
        }
        #expect(log.commands(after: 1, through: version(9)) == .unknown)
        #expect(log.commands(after: 0, through: version(2)) == .unknown)
        #expect(log.commands(after: 2, through: version(9)) == named("c", "d"))
        #expect(log.commands(after: 2, through: version(3)) == named("c"))
        #expect(log.commands(after: 0, through: version(1)) == .unknown)
        for number in 4..<1_000 { log.commandWillCommit("\(number)", after: version(UInt64(number))) }
        #expect(log.commands(after: 998, through: version(1_000)) == named("998", "999"))
        let none = CommandLog(capacity: 0)
        none.commandWillCommit("a", after: version(1))
        #expect(none.commands(after: 1, through: version(2)) == .unknown)
        #expect(none.commands(after: 2, through: version(3)) == .named([]))
    }

    @Test func `the commands of another source are not named`() {
        let log = CommandLog()
        log.commandWillCommit("a", after: version(1))
        #expect(log.commands(after: 0, through: version(9, epoch: 8)) == .named([]))
        log.commandWillCommit("b", after: version(1, epoch: 8))
        #expect(log.commands(after: 0, through: version(9, epoch: 8)) == named("b"))
        #expect(log.commands(after: 0, through: version(9)) == .named([]))
    }
}
