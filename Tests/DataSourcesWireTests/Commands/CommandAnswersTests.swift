import DataSources
import DataSourcesTesting
import DataSourcesWire
import TestKit
import Testing

/// How long the answers to commands are known.
struct CommandAnswersTests {
    struct Raise: ListCommand {
        static let name = "raise"
        let id: Int
        func apply(to list: inout ListDraft<Card>) throws { try list.update(id: id) { $0.weight += 1 } }
    }

    struct Broken: Error {}

    /// Stands for a table of a database.
    actor Table: CommandAnswers {
        private(set) var kept: [TextID: CommandAnswer] = [:]
        private(set) var asked: [String] = []
        var answers: [TextID: CommandReply] { kept.mapValues(\.reply) }
        var isBroken = false

        func setBroken(_ value: Bool) { isBroken = value }

        func answer(for key: CommandKey) throws -> CommandAnswer? {
            asked.append(key.key.text)
            if isBroken { throw Broken() }
            return kept[key.key]
        }

        func keep(_ answer: CommandAnswer, for key: CommandKey) throws {
            if isBroken { throw Broken() }
            kept[key.key] = answer
        }
    }

    private let source: ListSource<Card>

    init() throws {
        source = try ListSource((0..<3).map { Card($0) })
    }

    @Test func `a retry is the same command also if its fields come in another order`() async throws {
        let fields: [(String, WireValue)] = (0..<6).map { ("field \($0)", .int(Int64($0))) } + [("id", .int(0))]
        let (one, other) = (WireValue.object(WireObject(fields)), WireValue.object(WireObject(fields.reversed())))
        #expect(
            CommandEnvelope(key: "k", name: "raise", content: .array([one])).fingerprint
                == CommandEnvelope(key: "other", name: "raise", content: .array([other])).fingerprint)
        let handler = CommandHandler(for: try ListSource((0..<1).map { Card($0) }))
        await handler.register(Raise.self)
        let first = await handler.handle(CommandEnvelope(key: "k", name: "raise", content: one))
        #expect(await handler.handle(CommandEnvelope(key: "k", name: "raise", content: other)) == first)
        for command in [
            CommandEnvelope(key: "k", name: "raise", content: .object(["id": .int(1)])),
            CommandEnvelope(key: "k", name: "other", content: one),
        ] {
            #expect(command.fingerprint != CommandEnvelope(key: "k", name: "raise", content: one).fingerprint)
            let reply = await handler.handle(command)
            guard case .refused(let refusal) = reply else {
                Issue.record("\(reply)")
                continue
            }
            #expect(refusal.code == .invalid)
        }
    }

    private func raise(_ key: String, id: Int = 0) -> CommandEnvelope {
        CommandEnvelope(key: key, name: "raise", content: .object(["id": .int(Int64(id))]))
    }

    private func handler(capacity: Int = 10, _ table: Table? = nil) async -> CommandHandler<ListSource<Card>, Void> {
        let handler = CommandHandler(for: source, capacity: capacity, answers: table)
        await handler.register(Raise.self)
        return handler
    }

    @Test func `a key is forgotten after as many others as fit into memory`() async throws {
        let handler = await handler(capacity: 3)
        for key in ["a", "b", "c", "a"] { _ = await handler.handle(raise(key)) }
        #expect(source.snapshot[0]?.weight == 3)
        for key in ["d", "b", "c", "d"] { _ = await handler.handle(raise(key)) }
        #expect(source.snapshot[0]?.weight == 4)
        _ = await handler.handle(raise("a"))
        #expect(source.snapshot[0]?.weight == 5)
    }

    @Test func `answers that are kept elsewhere outlive memory and the handler`() async throws {
        let table = Table()
        let first = await handler(capacity: 1, table)
        let replies = [await first.handle(raise("a")), await first.handle(raise("b", id: 9))]
        #expect(await table.answers == ["a": replies[0], "b": replies[1]])
        #expect(await first.handle(raise("a")) == replies[0])
        let second = await handler(table)
        #expect(await second.handle(raise("a")) == replies[0])
        #expect(await second.handle(raise("b", id: 9)) == replies[1])
        #expect(source.snapshot[0]?.weight == 1)
        // What is in memory is not looked up.
        _ = await second.handle(raise("a"))
        #expect(await table.asked == ["a", "b", "a", "a", "b"])
    }

    @Test func `while answers cannot be read, nothing is applied, and the key gets its answer later`() async throws {
        let table = Table()
        let handler = await handler(table)
        await table.setBroken(true)
        guard case .refused(let refusal) = await handler.handle(raise("a")) else {
            Issue.record("applied")
            return
        }
        #expect(refusal.code == .unavailable)
        #expect(source.snapshot[0]?.weight == 0)
        await table.setBroken(false)
        let reply = await handler.handle(raise("a"))
        #expect(source.snapshot[0]?.weight == 1)
        #expect(await table.answers == ["a": reply])
    }

    @Test func `a replica sends a command again until it can be decided`() throws {
        try SeededExecutor.run(seed: 1) { executor in
            let table = Table()
            let handler = await handler(table)
            await table.setBroken(true)
            let replica = Replica<List>()
            let sent = executor.start(name: "command") {
                try await replica.send(Raise(id: 0), clock: executor.clock) { await handler.handle($0) }
            }
            try await executor.clock.sleep(for: .seconds(10))
            #expect(source.snapshot[0]?.weight == 0)
            await table.setBroken(false)
            _ = try await sent.value
            #expect(source.snapshot[0]?.weight == 1)
        }
    }

    @Test func `a command that is applied in a database is handed its key`() async throws {
        let keys = Shared<[String]>([])
        let handler = CommandHandler(for: source)
        await handler.register(
            Raise.self, isAllowed: { command, _ in command.id < 3 },
            applying: { [source] command, envelope, _ in
                keys.change { $0.append(envelope.key) }
                if command.id == 2 { throw CommandRefusal(.invalid, "not this one") }
                return try await source.update(id: command.id) { $0.weight += 1 }
            })
        #expect(await handler.handle(raise("a")) == .applied(FeedPosition(source.hub.version)))
        #expect(await handler.handle(raise("b", id: 2)) == .refused(CommandRefusal(.invalid, "not this one")))
        guard case .refused(let refusal) = await handler.handle(raise("c", id: 3)) else {
            Issue.record("applied")
            return
        }
        #expect(refusal.code == .forbidden)
        #expect(keys.value == ["a", "b"])
        #expect(source.snapshot[0]?.weight == 1)
    }
}
