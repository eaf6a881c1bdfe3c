import DataSources
import DataSourcesTesting
import DataSourcesWire
import DataSourcesWireTesting
import TestKit
import Testing

/// What users of a log see, one scenario each.
struct LogWriterTests {
    /// A writer that has taken over and appends until the test ends.
    private func writer(
        _ log: MemoryFrameLog, _ name: String, _ executor: SeededExecutor, settings: LogSettings = LogSettings()
    ) async throws -> (writer: LogWriter<MemoryFrameLog>, run: Task<Void, any Error>) {
        let writer = LogWriter(of: log, as: name, settings: settings)
        try await writer.takeOver(clock: executor.clock)
        return (writer, executor.start(name: name) { try await writer.run(clock: executor.clock) })
    }

    private func publish(
        _ source: ListSource<Card>, by writer: LogWriter<MemoryFrameLog>, journal: CommandJournal? = nil,
        _ executor: SeededExecutor
    ) -> Task<Void, any Error> {
        executor.start(name: "publication") {
            try await writer.publish(source, as: "cards", journal: journal, clock: executor.clock)
        }
    }

    @Test func `a take-over goes on in the epoch of the source, and relays get differences`() throws {
        try SeededExecutor.run(seed: 1) { executor in
            let log = MemoryFrameLog(clock: executor.clock)
            let first = try await writer(log, "a", executor)
            let old = try ListSource((0..<100).map { Card($0) })
            let publication = publish(old, by: first.writer, executor)
            let (reader, replica) = (LogReader(of: log), Replica<List>())
            executor.start(name: "reader") { try await reader.run(clock: executor.clock) }
            executor.start(name: "relay") { try await reader.follow("cards", into: replica, clock: executor.clock) }
            try await old.update(id: 3) { $0.title = "three" }
            await executor.settle()
            #expect(await replica.position == FeedPosition(old.hub.version))

            let second = try await writer(log, "b", executor)
            let (list, version) = try #require(try await second.writer.restored("cards", as: List.self))
            #expect(version == old.hub.version)
            let new = try ListSource(list, at: version)
            let size = log.entries.count
            executor.start(name: "new") { try await second.writer.publish(new, as: "cards", clock: executor.clock) }
            try await new.update(id: 4) { $0.title = "four" }
            await executor.settle()
            // The mark has been counted; one step, and no whole state.
            #expect(log.entries.count == size + 1)
            #expect(log.entries.last.map { $0.message.bytes.count < 200 } == true)
            #expect(await replica.position == FeedPosition(epoch: version.epoch, number: version.number + 1))
            #expect(replica.snapshot == new.snapshot)
            #expect(reader.writer == "b")

            // The former writer learns it from the log when it has something to say.
            try await old.update(id: 5) { $0.title = "five" }
            await #expect(throws: Deposed.self) { try await first.run.value }
            await #expect(throws: Deposed.self) { try await publication.value }
            await executor.settle()
            #expect(replica.snapshot == new.snapshot)
        }
    }

    @Test func `a source of which the log has lost messages is not begun anew`() throws {
        try SeededExecutor.run(seed: 1) { executor in
            let log = MemoryFrameLog(clock: executor.clock)
            let first = try await writer(log, "a", executor)
            let source = try ListSource((0..<3).map { Card($0) })
            let publication = publish(source, by: first.writer, executor)
            await executor.settle()
            try await source.update(id: 1) { $0.title = "one" }
            await executor.settle()
            // As an engine that does not keep its promises: the whole state has gone, its step is there.
            try await log.trim("state.cards", before: .max)
            let second = try await writer(log, "b", executor)
            let error = await #expect(throws: WireError.self) {
                try await second.writer.restored("cards", as: List.self)
            }
            #expect(error?.code == .inconsistent)
            #expect(try await second.writer.restored("others", as: List.self) == nil)
            for task in [first.run, second.run, publication] { task.cancel() }
        }
    }

    @Test func `what sources say while a message is on its way is one message`() throws {
        try SeededExecutor.run(seed: 2) { executor in
            let log = MemoryFrameLog(clock: executor.clock)
            let (writer, _) = try await writer(log, "a", executor)
            let sources = try (0..<50).map { try ListSource([Card($0)]) }
            for (number, source) in sources.enumerated() {
                executor.start(name: "\(number)") {
                    try await writer.publish(source, as: "source \(number)", clock: executor.clock)
                }
            }
            await executor.settle()
            let states = log.entries.count
            var faults = MemoryFrameLog.Faults()
            faults.delay = .milliseconds(10)
            log.setFaults(faults)
            for (number, source) in sources.enumerated() {
                for round in 0..<20 { try await source.update(id: number) { $0.title = "\(round)" } }
            }
            try await executor.clock.sleep(for: .seconds(1))
            // 1,000 commits of 50 sources.
            #expect(log.entries.count - states <= 5)
            #expect(sources.indices.allSatisfy { writer.reader.position(of: "source \($0)")?.number == 21 })
        }
    }

    @Test func `a log stays short, and a late reader has everything`() throws {
        try SeededExecutor.run(seed: 3) { executor in
            let log = MemoryFrameLog(clock: executor.clock)
            var settings = LogSettings()
            (settings.least, settings.retained, settings.interval) = (2_000, 20_000, .milliseconds(100))
            let (writer, _) = try await writer(log, "a", executor, settings: settings)
            let busy = try ListSource((0..<10).map { Card($0) })
            let quiet = try ListSource((0..<10).map { Card($0) })
            executor.start(name: "busy") { try await writer.publish(busy, as: "busy", clock: executor.clock) }
            executor.start(name: "quiet") { try await writer.publish(quiet, as: "quiet", clock: executor.clock) }
            await executor.settle()
            // Its one step must not keep all those of the busy one.
            try await quiet.update(id: 1) { $0.title = "once" }
            for round in 0..<3_000 {
                try await busy.update(id: round % 10) { $0.title = "round \(round)" }
                await executor.settle()
                if round % 100 == 0 { try await executor.clock.sleep(for: .milliseconds(100)) }
            }
            try await executor.clock.sleep(for: .seconds(1))
            let bytes = log.entries.reduce(0) { $0 + $1.message.bytes.count }
            #expect(bytes < 60_000)
            #expect(log.entries.count < 1_000)
            let (reader, replicas) = (LogReader(of: log), [Replica<List>(), Replica<List>()])
            executor.start(name: "reader") { try await reader.run(clock: executor.clock) }
            executor.start(name: "1") { try await reader.follow("busy", into: replicas[0], clock: executor.clock) }
            executor.start(name: "2") { try await reader.follow("quiet", into: replicas[1], clock: executor.clock) }
            await executor.settle()
            #expect(replicas[0].snapshot == busy.snapshot)
            #expect(replicas[1].snapshot == quiet.snapshot)
            #expect(try await reader.lag() == 0)
            #expect(reader.sources.sorted() == ["busy", "quiet"])
        }
    }

    @Test func `edits do not wait for a log that is away, and the log gets one step`() throws {
        try SeededExecutor.run(seed: 4) { executor in
            let log = MemoryFrameLog(clock: executor.clock)
            let (writer, _) = try await writer(log, "a", executor)
            let source = try ListSource((0..<10).map { Card($0) })
            let journal = writer.journal(of: "cards")
            let handler = CommandHandler(for: source, answers: journal)
            await handler.register(LogScenario.Note.self)
            _ = publish(source, by: writer, journal: journal, executor)
            await executor.settle()
            log.setDown(true)
            let count = log.entries.count
            for round in 0..<1_000 { try await source.update(id: round % 10) { $0.title = "\(round)" } }
            let envelope = CommandEnvelope(
                key: "k", name: "note", content: .object(["card": .int(1), "number": .int(7)]))
            let reply = executor.start(name: "client") { await handler.handle(envelope) }
            try await executor.clock.sleep(for: .seconds(60))
            #expect(source.snapshot[id: 1]?.title == "991 7")
            log.setDown(false)
            // The answer comes with the step that has the edit.
            #expect(await reply.value == .applied(FeedPosition(source.hub.version)))
            // One message that was on its way, and one with all the rest.
            #expect(log.entries.count <= count + 2)
            #expect(writer.reader.position(of: "cards") == FeedPosition(source.hub.version))
        }
    }

    @Test func `a task can wait until the log has what it has committed`() throws {
        try SeededExecutor.run(seed: 5) { executor in
            let log = MemoryFrameLog(clock: executor.clock)
            let (writer, _) = try await writer(log, "a", executor)
            let source = try ListSource((0..<10).map { Card($0) })
            let reader = writer.reader
            // Before the log has the source.
            let first = FeedPosition(source.hub.version)
            let early = executor.start(name: "early") { try await reader.reached(first, of: "cards") }
            await executor.settle()
            _ = publish(source, by: writer, executor)
            try await early.value
            log.setDown(true)
            try await source.update(id: 1) { $0.title = "one" }
            let position = FeedPosition(source.hub.version)
            let waiting = executor.start(name: "waiting") {
                try await reader.reached(position, of: "cards")
                return log.entries.count
            }
            let cancelled = executor.start(name: "cancelled") { try await reader.reached(position, of: "cards") }
            try await executor.clock.sleep(for: .seconds(60))
            let count = log.entries.count
            cancelled.cancel()
            await #expect(throws: CancellationError.self) { try await cancelled.value }
            log.setDown(false)
            #expect(try await waiting.value > count)
            // What is there already, and what never comes.
            try await reader.reached(first, of: "cards")
            await #expect(throws: WireError.self) {
                try await reader.reached(FeedPosition(epoch: first.epoch &+ 1, number: 1), of: "cards")
            }
        }
    }

    /// Gives a card a title.
    private struct Title: ListCommand {
        static let name = "title"
        let card: Int, title: String

        func apply(to list: inout ListDraft<Card>) throws { try list.update(id: card) { $0.title = title } }
    }

    @Test func `commands that cancel one another out while the log is away are answered`() throws {
        try SeededExecutor.run(seed: 6) { executor in
            let log = MemoryFrameLog(clock: executor.clock)
            let (writer, _) = try await writer(log, "a", executor)
            let source = try ListSource((0..<10).map { Card($0) })
            let journal = writer.journal(of: "cards")
            let handler = CommandHandler(for: source, answers: journal)
            await handler.register(Title.self)
            _ = publish(source, by: writer, journal: journal, executor)
            await executor.settle()
            let title = try #require(source.snapshot[id: 1]?.title)
            log.setDown(true)
            let replies = ["another", title].enumerated().map { number, title in
                executor.start(name: "client \(number)") {
                    await handler.handle(
                        CommandEnvelope(
                            key: "k\(number)", name: "title",
                            content: .object(["card": .int(1), "title": .string(title)])))
                }
            }
            try await executor.clock.sleep(for: .seconds(1))
            log.setDown(false)
            let start = executor.clock.now
            for reply in replies {
                guard case .applied(let position) = await reply.value else { throw CancellationError() }
                try await writer.reader.reached(position, of: "cards")
            }
            #expect(start.duration(to: executor.clock.now) < .seconds(10))
        }
    }

    @Test func `the clients of a deposed writer are told to ask again`() throws {
        try SeededExecutor.run(seed: 5) { executor in
            let log = MemoryFrameLog(clock: executor.clock)
            let first = try await writer(log, "a", executor)
            let source = try ListSource((0..<3).map { Card($0) })
            let journal = first.writer.journal(of: "cards")
            let handler = CommandHandler(for: source, answers: journal)
            await handler.register(LogScenario.Note.self)
            _ = publish(source, by: first.writer, journal: journal, executor)
            await executor.settle()
            let second = LogWriter(of: log, as: "b")
            try await second.takeOver(clock: executor.clock)
            let envelope = CommandEnvelope(
                key: "k", name: "note", content: .object(["card": .int(1), "number": .int(7)]))
            for _ in 0..<2 {
                guard case .refused(let refusal) = await handler.handle(envelope) else {
                    Issue.record("a deposed writer has applied a command")
                    return
                }
                #expect(refusal.code == .notApplied)
                #expect(refusal.message.contains("b has taken over"))
            }
            // The second time, not even in this process.
            #expect(source.snapshot[id: 1]?.title == " 7")
        }
    }

    @Test func `a writer with nothing to append learns within a while that it was deposed`() throws {
        try SeededExecutor.run(seed: 8) { executor in
            let log = MemoryFrameLog(clock: executor.clock)
            let first = try await writer(log, "a", executor)
            let source = try ListSource([Card(1)])
            let publication = publish(source, by: first.writer, executor)
            try await executor.clock.sleep(for: .seconds(60))
            let second = LogWriter(of: log, as: "b")
            try await second.takeOver(clock: executor.clock)
            let start = executor.clock.now
            let deposed = await #expect(throws: Deposed.self) { try await first.run.value }
            #expect(deposed?.by == "b")
            #expect(start.duration(to: executor.clock.now) <= .seconds(5))
            await #expect(throws: CancellationError.self) {
                publication.cancel()
                try await publication.value
            }
        }
    }

    @Test func `an item that is larger than a message ends its publication, and no other`() throws {
        try SeededExecutor.run(seed: 6) { executor in
            let log = MemoryFrameLog(messageLimit: 4_096, clock: executor.clock)
            let (writer, run) = try await writer(log, "a", executor)
            let large = try ListSource((0..<200).map { Card($0, String(repeating: "x", count: 50)) })
            let small = try ListSource([Card(1)])
            executor.start(name: "small") { try await writer.publish(small, as: "small", clock: executor.clock) }
            let publication = executor.start(name: "large") {
                try await writer.publish(large, as: "large", clock: executor.clock)
            }
            await executor.settle()
            // The whole state is in parts.
            #expect(writer.reader.position(of: "large") == FeedPosition(large.hub.version))
            #expect(log.entries.count > 6)
            // A step that is larger than a message is a whole state.
            try await large.transaction { list in
                for id in 0..<200 { try list.update(id: id) { $0.title += "y" } }
            }
            await executor.settle()
            #expect(try await writer.restored("large", as: List.self)?.snapshot == large.snapshot)
            try await large.append(Card(300, String(repeating: "z", count: 5_000)))
            await #expect(throws: WireError.self) { try await publication.value }
            try await small.append(Card(2))
            await executor.settle()
            #expect(try await writer.restored("small", as: List.self)?.snapshot == small.snapshot)
            run.cancel()
        }
    }

    @Test(arguments: 0..<60)
    func `damaged messages are errors`(seed: UInt64) async throws {
        var random = Random(seed: seed)
        let good = try SeededExecutor.run(seed: 7) { executor in
            let log = MemoryFrameLog(clock: executor.clock)
            let (writer, run) = try await writer(log, "a", executor)
            let source = try ListSource((0..<5).map { Card($0) })
            let journal = writer.journal(of: "cards")
            let handler = CommandHandler(for: source, answers: journal)
            await handler.register(LogScenario.Note.self)
            let publication = publish(source, by: writer, journal: journal, executor)
            await executor.settle()
            for (key, card) in [("k", 1), ("l", 99)] {
                _ = await handler.handle(
                    CommandEnvelope(
                        key: key, name: "note", content: .object(["card": .int(Int64(card)), "number": .int(7)])))
            }
            run.cancel()
            publication.cancel()
            return log.entries.map(\.message)
        }
        #expect(good.count == 4)
        for _ in 0..<200 {
            let log = MemoryFrameLog()
            for (number, message) in good.enumerated() {
                var bytes = message.bytes
                switch random.below(4) {
                case 0: bytes.removeLast(random.below(bytes.count))
                case 1: bytes[random.below(bytes.count)] = UInt8(random.below(256))
                case 2: bytes.insert(contentsOf: [255, 255, 255, 255, 127], at: random.below(bytes.count))
                default: break
                }
                try await log.append(LogMessage(subject: message.subject, bytes: bytes), after: UInt64(number))
            }
            let writer = LogWriter(of: log, as: "b")
            // It traps, or not; most of what is read is refused.
            if (try? await writer.takeOver()) != nil { _ = try? await writer.restored("cards", as: List.self) }
        }
    }
}
