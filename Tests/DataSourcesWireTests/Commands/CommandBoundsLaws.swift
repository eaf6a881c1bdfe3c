import DataSources
import DataSourcesTesting
import DataSourcesWire
import TestKit
import Testing

/// Laws 17 and 18: what clients can make a handler and a replica keep and compute.
struct CommandBoundsLaws {
    private typealias Raise = CommandAnswersTests.Raise

    private struct Client {
        let name: String
    }

    private let source: ListSource<Card>

    init() throws {
        source = try ListSource((0..<3).map { Card($0) })
    }

    private func raise(_ key: String, id: Int = 0) -> CommandEnvelope {
        CommandEnvelope(key: key, name: "raise", content: .object(["id": .int(Int64(id))]))
    }

    private func refusal(_ reply: CommandReply) -> CommandRefusal? {
        if case .refused(let refusal) = reply { refusal } else { nil }
    }

    // MARK: Memory

    @Test func `law 18: refused commands with long names and keys are refused, and nothing of them is kept`() async {
        let handler = CommandHandler(for: source)
        await handler.register(Raise.self)
        let long = String(repeating: "k", count: 20_000)
        for number in 0..<1_000 {
            let replies = [
                await handler.handle(raise("\(number)\(long)")),
                await handler.handle(CommandEnvelope(key: "\(number)", name: long, content: .null)),
            ]
            for reply in replies {
                #expect(refusal(reply)?.code == .malformed)
                #expect((refusal(reply)?.message.utf8.count ?? 0) < 100)
            }
        }
        #expect(await handler.answerBytes == 0)
    }

    @Test func `law 18: a letter with thousands of marks counts with all its bytes`() async {
        let handler = CommandHandler(for: source)
        let key = "e" + String(repeating: "\u{301}", count: 10_000)
        #expect(key.count == 1)
        #expect(refusal(await handler.handle(raise(key)))?.code == .malformed)
    }

    @Test func `law 18: answers take the bytes that they may, however long they are`() async {
        struct Talk: Error, CustomStringConvertible {
            let description = String(repeating: "é", count: 50_000)
        }
        let handler = CommandHandler(for: source, capacity: 1_000_000, bytes: 100_000)
        await handler.register(Raise.self, applying: { _, _, _ in throw Talk() })
        for number in 0..<2_000 {
            let message = refusal(await handler.handle(raise("\(number)")))?.message ?? ""
            #expect(message.utf8.count <= 1_024 && message.utf8.count > 1_000)
            #expect(!message.contains("\u{FFFD}"))
        }
        #expect(await handler.answerBytes <= 100_000)
        // The last ones are there.
        #expect(refusal(await handler.handle(raise("1999", id: 1)))?.message.contains("another command") == true)
    }

    // MARK: Whose key it is

    @Test func `law 17: each client has its own keys`() async throws {
        let handler = CommandHandler(for: source, clients: Client.self, identifiedBy: \.name)
        await handler.register(Raise.self)
        for name in ["ann", "bob", "caf\u{E9}", "cafe\u{301}"] {
            for _ in 0..<2 { _ = await handler.handle(raise("k"), from: Client(name: name)) }
        }
        #expect(source.snapshot[0]?.weight == 4)
    }

    @Test(arguments: [false, true])
    func `law 17: a key with another command is refused, also after a restart`(restarts: Bool) async throws {
        let table = CommandAnswersTests.Table()
        var handler = CommandHandler(for: source, answers: restarts ? table : nil)
        await handler.register(Raise.self)
        let first = await handler.handle(raise("k"))
        if restarts {
            handler = CommandHandler(for: source, answers: table)
            await handler.register(Raise.self)
        }
        for other in [raise("k", id: 1), CommandEnvelope(key: "k", name: "other", content: raise("k").content)] {
            #expect(refusal(await handler.handle(other))?.code == .invalid)
        }
        #expect(await handler.handle(raise("k")) == first)
        #expect(source.snapshot.map(\.weight) == [1, 0, 0])
        // Keys that are one text and other bytes are other keys.
        for key in ["caf\u{E9}", "cafe\u{301}"] { _ = await handler.handle(raise(key, id: 2)) }
        #expect(source.snapshot[2]?.weight == 2)
    }

    @Test func `law 17: while a command is being applied, another one with its key is refused`() throws {
        try SeededExecutor.run(seed: 1) { executor in
            let handler = CommandHandler(for: source)
            let source = source
            await handler.register(
                Raise.self,
                applying: { command, _, _ in
                    try await executor.clock.sleep(for: .seconds(1))
                    return try await source.update(id: command.id) { $0.weight += 1 }
                })
            async let first = handler.handle(raise("k"))
            async let second = handler.handle(raise("k"))
            await executor.settle()
            #expect(refusal(await handler.handle(raise("k", id: 1)))?.code == .invalid)
            let replies = await [first, second]
            #expect(replies[0] == replies[1] && source.snapshot.map(\.weight) == [1, 0, 0])
        }
    }

    @Test func `law 17: an answer of an earlier life is one of this life, of which its states are`() async throws {
        let table = CommandAnswersTests.Table()
        let handler = CommandHandler(for: source, answers: table)
        await handler.register(Raise.self)
        _ = await handler.handle(raise("k"))
        let next = try ListSource(Array(source.snapshot))
        let other = CommandHandler(for: next, answers: table)
        await other.register(Raise.self)
        let start = FeedPosition(next.hub.version)
        try await next.append(Card(9))
        for _ in 0..<2 { #expect(await other.handle(raise("k")) == .applied(start)) }
        #expect(next.snapshot[0]?.weight == 1)
    }

    // MARK: Closures that do not return

    @Test func `law 6: a closure that never returns delays no other key, and its retries can be cancelled`() throws {
        try SeededExecutor.run(seed: 1) { executor in
            let handler = CommandHandler(for: source)
            let source = source
            await handler.register(
                Raise.self,
                applying: { command, envelope, _ in
                    if envelope.key == "never" { try await executor.clock.sleep(for: .seconds(1_000_000)) }
                    return try await source.update(id: command.id) { $0.weight += 1 }
                })
            let first = executor.start(name: "first") { await handler.handle(raise("never")) }
            let retries = (0..<100).map { number in
                executor.start(name: "retry \(number)") { await handler.handle(raise("never")) }
            }
            await executor.settle()
            #expect(await handler.waitingRequests == 100)
            guard case .applied = await handler.handle(raise("other")) else {
                Issue.record("not applied")
                return
            }
            for retry in retries {
                retry.cancel()
                #expect(refusal(await retry.value)?.code == .unavailable)
            }
            #expect(await handler.waitingRequests == 0)
            // Cancelled with its request: that says nothing about the command, which is then applied.
            first.cancel()
            #expect(refusal(await first.value)?.code == .unavailable)
            await handler.register(
                Raise.self, applying: { command, _, _ in try await source.update(id: command.id) { $0.weight += 1 } })
            _ = await handler.handle(raise("never"))
            #expect(source.snapshot[0]?.weight == 2)
        }
    }

    // MARK: Work

    /// Counts how often it is applied on a replica.
    private struct Counted: ListCommand {
        static let name = "counted"
        @TaskLocal static var applications: Shared<Int>?
        let id: Int
        func apply(to list: inout ListDraft<Card>) throws {
            Self.applications?.change { $0 += 1 }
            try list.update(id: id) { $0.weight += 1 }
        }
    }

    @Test(arguments: [500, 1_000, 2_000])
    func `law 18: sends without an answer apply each edit a few times, and so do their answers`(count: Int) throws {
        let applications = Shared(0)
        try SeededExecutor.run(seed: 3) { executor in
            try await Counted.$applications.withValue(applications) {
                let source = try ListSource((0..<100).map { Card($0) })
                let feed = Feed(of: source)
                let replica = Replica<List>()
                let follower = executor.start(name: "follower") {
                    try await replica.follow(feed.frames().map(\.bytes), as: .json)
                }
                await executor.settle()
                let sends = (0..<count).map { number in
                    executor.start(name: "send \(number)") {
                        try? await replica.send(Counted(id: number % 100), clock: executor.clock) { _ in
                            try await executor.clock.sleep(for: .seconds(5))
                            return .refused(CommandRefusal(.invalid, "no"))
                        }
                    }
                }
                await executor.settle()
                #expect(await replica.pendingCommands == count)
                #expect(replica.snapshot.reduce(0) { $0 + $1.weight } == Double(count))
                #expect(applications.value <= 3 * count + 5_100, "\(applications.value)")
                applications.change { $0 = 0 }
                for send in sends { _ = await send.value }
                #expect(replica.snapshot.allSatisfy { $0.weight == 0 })
                #expect(await replica.pendingCommands == 0)
                #expect(applications.value <= 3 * count + 5_100, "\(applications.value)")
                await source.finish()
                _ = try await follower.value
            }
        }
    }

    @Test func `law 18: durations that make no sense are clamped`() {
        for duration in [Duration.seconds(Int64.max), .seconds(Int64.min), .zero, .nanoseconds(1)] {
            let backoff = Backoff(initial: duration, maximum: duration)
            for failures in [Int.min, -1, 0, 1, 2, 64, 1_000, Int.max] {
                let delay = backoff.delay(after: failures)
                #expect(delay >= .zero && delay <= .seconds(366 * 86_400))
            }
        }
    }
}
