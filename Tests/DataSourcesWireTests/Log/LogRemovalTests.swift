import DataSources
import DataSourcesTesting
import DataSourcesWireTesting
import TestKit
import Testing

@testable import DataSourcesWire

/// Sources that are removed from a log, one scenario each.
struct LogRemovalTests {
    private var settings: LogSettings {
        var settings = LogSettings()
        (settings.interval, settings.removals) = (.milliseconds(100), 2)
        return settings
    }

    /// A writer that has taken over and appends until the test ends.
    private func writer(
        _ log: MemoryFrameLog, _ name: String, _ executor: SeededExecutor, settings: LogSettings? = nil
    ) async throws -> (writer: LogWriter<MemoryFrameLog>, run: Task<Void, any Error>) {
        let writer = LogWriter(of: log, as: name, settings: settings ?? self.settings)
        try await writer.takeOver(clock: executor.clock)
        return (writer, executor.start(name: name) { try await writer.run(clock: executor.clock) })
    }

    private func publish(
        _ source: ListSource<Card>, as name: String, by writer: LogWriter<MemoryFrameLog>, _ executor: SeededExecutor
    ) -> Task<Void, any Error> {
        executor.start(name: name) { try await writer.publish(source, as: name, clock: executor.clock) }
    }

    /// Ends a publication, and removes its source.
    private func remove(
        _ name: String, _ publication: Task<Void, any Error>, by writer: LogWriter<MemoryFrameLog>
    ) async throws {
        publication.cancel()
        _ = await publication.result
        try await writer.remove(name)
    }

    private func follow(_ name: String, _ reader: LogReader<MemoryFrameLog>, _ executor: SeededExecutor)
        -> (replica: Replica<List>, task: Task<Void, any Error>)
    {
        let replica = Replica<List>()
        let task = executor.start(name: "follow \(name)") {
            try await reader.follow(name, into: replica, clock: executor.clock)
        }
        return (replica, task)
    }

    private func subjects(_ log: MemoryFrameLog) -> [String] { log.entries.map(\.message.subject.text) }

    @Test func `removals are forgotten in their order, each after the states of its source are trimmed`() {
        var removals = LogRemovals(isOfWriter: true)
        let names = (0..<5).map { TextID("source \($0)") }
        for (number, name) in names.enumerated() {
            removals.removed(name, UInt64(number + 1), at: UInt64(10 * number + 10), leavesStates: true)
        }
        #expect(removals.known == 5 && removals.forgettable(keeping: 0) == 0)
        for number in [0, 1, 3] { removals.trimmed(names[number], before: UInt64(10 * number + 10)) }
        // Steps that were there before them are, too.
        #expect(removals.forgettable(keeping: 0) == 0 && removals.needsTrimmedChanges(keeping: 4))
        removals.changesTrimmed(before: 15)
        #expect(removals.forgettable(keeping: 0) == 1 && !removals.needsTrimmedChanges(keeping: 4))
        removals.changesTrimmed(before: 55)
        #expect(removals.forgettable(keeping: 0) == 2 && removals.forgettable(keeping: 4) == 1)
        // Not the states before the removal.
        removals.trimmed(names[2], before: 29)
        #expect(removals.forgettable(keeping: 0) == 2)
        removals.trimmed(names[2], before: 30)
        #expect(removals.forgettable(keeping: 0) == 4 && removals.forgettable(keeping: 5) == 0)
        #expect(removals.trimmable(last: 60) == nil)
        // Only when the log says so, it can lose the records.
        let batch = LogBatch(writer: 1, number: 1, removals: 5, forgotten: 4, content: .records([], mark: 0))
        removals.received(batch)
        #expect(removals.forgotten == 4 && removals.trimmable(last: 60)?.before == 50)
        removals.recordsTrimmed(through: 4)
        #expect(removals.trimmable(last: 60) == nil)
    }

    @Test func `replicas and the clients of relays finish, and the source leaves nothing in the log`() throws {
        try SeededExecutor.run(seed: 1) { executor in
            let log = MemoryFrameLog(clock: executor.clock)
            let (writer, run) = try await writer(log, "a", executor)
            let (old, other) = (try ListSource((0..<9).map { Card($0) }), try ListSource([Card(1)]))
            let publication = publish(old, as: "cards", by: writer, executor)
            let otherPublication = publish(other, as: "other", by: writer, executor)
            let reader = LogReader(of: log)
            executor.start(name: "reader") { try await reader.run(clock: executor.clock) }
            let relay = follow("cards", reader, executor)
            let feed = Feed(relaying: relay.replica, clock: executor.clock)
            executor.start(name: "feed") { await feed.run(every: .zero, clock: executor.clock) }
            let client = Replica<List>()
            let stream = executor.start(name: "client") {
                try await client.follow(feed.frames(as: .binary).map(\.bytes), as: .binary)
            }
            await executor.settle()
            #expect(client.snapshot == old.snapshot)

            try await remove("cards", publication, by: writer)
            try await relay.task.value
            #expect(try await stream.value == .finished)
            #expect(relay.replica.status.value == .finished && client.status.value == .finished)
            #expect(reader.sources == ["other"] && reader.position(of: "cards") == nil)
            try await executor.clock.sleep(for: .seconds(1))
            #expect(subjects(log).filter { $0.hasPrefix("state") } == ["state.other"])

            // Another life under the same name; the replicas of the former one do not come back.
            let new = try ListSource([Card(7)])
            let newPublication = publish(new, as: "cards", by: writer, executor)
            let replica = follow("cards", reader, executor).replica
            let late = LogReader(of: log)
            executor.start(name: "late") { try await late.run(clock: executor.clock) }
            let lateReplica = follow("cards", late, executor).replica
            await executor.settle()
            #expect(await replica.position == FeedPosition(new.hub.version))
            #expect(replica.snapshot == new.snapshot && lateReplica.snapshot == new.snapshot)
            #expect(relay.replica.snapshot == old.snapshot)
            for task in [run, newPublication, otherPublication] { task.cancel() }
        }
    }

    @Test func `who follows a former state is told, who waits for a source goes on waiting`() throws {
        try SeededExecutor.run(seed: 2) { executor in
            let log = MemoryFrameLog(clock: executor.clock)
            let (writer, _) = try await writer(log, "a", executor)
            let (reader, source) = (LogReader(of: log), try ListSource([Card(1)]))
            executor.start(name: "reader") { try await reader.run(clock: executor.clock) }
            let early = follow("later", reader, executor)
            var publication = publish(source, as: "cards", by: writer, executor)
            await executor.settle()
            // It has no state yet, and the log does not answer it any more.
            log.setDown(true)
            let waiting = follow("cards", reader, executor)
            await executor.settle()
            log.setDown(false)
            try await remove("cards", publication, by: writer)
            try await waiting.task.value
            #expect(waiting.replica.status.value == .finished)

            publication = publish(try ListSource([Card(2)]), as: "later", by: writer, executor)
            await executor.settle()
            #expect(early.replica.snapshot.map(\.id) == [2])
            // A state from another relay, which was removed meanwhile.
            let elsewhere = LogReader(of: log)
            let relay = executor.start(name: "elsewhere") { try await elsewhere.run(clock: executor.clock) }
            let moving = follow("later", elsewhere, executor)
            await executor.settle()
            moving.task.cancel()
            relay.cancel()
            _ = await moving.task.result
            try await remove("later", publication, by: writer)
            publication = publish(try ListSource([Card(3)]), as: "later", by: writer, executor)
            await executor.settle()
            let next = LogReader(of: log)
            let again = executor.start(name: "again") {
                try await next.follow("later", into: moving.replica, clock: executor.clock)
            }
            await executor.settle()
            executor.start(name: "next") { try await next.run(clock: executor.clock) }
            try await again.value
            #expect(moving.replica.status.value == .finished && moving.replica.snapshot.map(\.id) == [2])
            publication.cancel()
        }
    }

    @Test func `the same source can be published again in its epoch`() throws {
        try SeededExecutor.run(seed: 3) { executor in
            let log = MemoryFrameLog(clock: executor.clock)
            let (writer, _) = try await writer(log, "a", executor)
            let source = try ListSource([Card(1)])
            let publication = publish(source, as: "cards", by: writer, executor)
            await executor.settle()
            try await remove("cards", publication, by: writer)
            try await source.append(Card(2))
            let again = publish(source, as: "cards", by: writer, executor)
            await executor.settle()
            // The old removal is in the log, and this replica is ahead of it.
            let replica = Replica<List>()
            for _ in 0..<2 {
                let reader = LogReader(of: log)
                let follow = executor.start(name: "follow") {
                    try await reader.follow("cards", into: replica, clock: executor.clock)
                }
                await executor.settle()
                let run = executor.start(name: "reader") { try await reader.run(clock: executor.clock) }
                await executor.settle()
                #expect(replica.snapshot == source.snapshot && replica.status.value == .ready)
                for task in [follow, run] { task.cancel() }
                await executor.settle()
            }
            again.cancel()
        }
    }

    @Test func `a new writer knows of a removal, and cleans up what the former one has left`() throws {
        try SeededExecutor.run(seed: 4) { executor in
            let log = MemoryFrameLog(clock: executor.clock)
            let first = try await writer(log, "a", executor)
            let publication = publish(try ListSource([Card(1)]), as: "cards", by: first.writer, executor)
            let other = publish(try ListSource([Card(1)]), as: "other", by: first.writer, executor)
            await executor.settle()
            var faults = MemoryFrameLog.Faults()
            faults.lostTrims = 1
            log.setFaults(faults)
            try await remove("cards", publication, by: first.writer)
            try await executor.clock.sleep(for: .seconds(1))
            #expect(subjects(log).contains("state.cards"))
            log.setFaults(MemoryFrameLog.Faults())
            let second = try await writer(log, "b", executor)
            #expect(try await second.writer.restored("cards", as: List.self) == nil)
            #expect(second.writer.reader.sources == ["other"])
            try await executor.clock.sleep(for: .seconds(1))
            #expect(!subjects(log).contains("state.cards"))
            for task in [first.run, second.run, other] { task.cancel() }
        }
    }

    @Test func `the first state of a writer that has ended within it is cleaned up`() throws {
        try SeededExecutor.run(seed: 5) { executor in
            let log = MemoryFrameLog(messageLimit: 2_048, clock: executor.clock)
            let first = try await writer(log, "a", executor)
            var faults = MemoryFrameLog.Faults()
            faults.delay = .milliseconds(10)
            log.setFaults(faults)
            let source = try ListSource((0..<200).map { Card($0, String(repeating: "x", count: 50)) })
            let publication = publish(source, as: "cards", by: first.writer, executor)
            while subjects(log).count(where: { $0 == "state.cards" }) < 2 {
                try await executor.clock.sleep(for: .milliseconds(1))
            }
            for task in [publication, first.run] { task.cancel() }
            log.setFaults(MemoryFrameLog.Faults())
            let second = try await writer(log, "b", executor)
            let reader = LogReader(of: log)
            executor.start(name: "reader") { try await reader.run(clock: executor.clock) }
            try await executor.clock.sleep(for: .seconds(1))
            #expect(!subjects(log).contains("state.cards") && reader.sources.isEmpty)
            second.run.cancel()
        }
    }

    @Test func `nothing is kept of 500 sources that came and went, and readers that missed it begin again`() throws {
        try SeededExecutor.run(seed: 6) { executor in
            let log = MemoryFrameLog(clock: executor.clock)
            var few = settings
            few.names = 3
            let (writer, run) = try await writer(log, "a", executor, settings: few)
            let lasting = try ListSource([Card(1)])
            let publication = publish(lasting, as: "lasting", by: writer, executor)
            let early = LogReader(of: log)
            let reading = executor.start(name: "early") { try await early.run(clock: executor.clock) }
            let replica = follow("lasting", early, executor).replica
            await executor.settle()
            reading.cancel()
            for number in 0..<500 {
                let name = "visitor \(number)"
                let visit = publish(try ListSource([Card(number)]), as: name, by: writer, executor)
                await executor.settle()
                try await remove(name, visit, by: writer)
                try await executor.clock.sleep(for: .milliseconds(200))
            }
            try await lasting.append(Card(2))
            try await executor.clock.sleep(for: .seconds(1))
            #expect(log.entries.count < 10)
            let removals = writer.reader.removals
            #expect(removals.known == 500 && removals.forgotten >= 497 && removals.untrimmed.isEmpty)

            let error = await #expect(throws: WireError.self) { try await early.run(clock: executor.clock) }
            #expect(error?.code == .gap)
            let late = LogReader(of: log)
            executor.start(name: "late") { try await late.run(clock: executor.clock) }
            executor.start(name: "follow") { try await late.follow("lasting", into: replica, clock: executor.clock) }
            await executor.settle()
            #expect(late.sources == ["lasting"])
            for task in [run, publication] { task.cancel() }
        }
    }

    @Test func `the number of sources and the length of names are bounded, for writers and readers`() throws {
        try SeededExecutor.run(seed: 7) { executor in
            let log = MemoryFrameLog(clock: executor.clock)
            var few = settings
            few.names = 3
            let (writer, run) = try await writer(log, "a", executor, settings: few)
            let publications = try (0..<3).map {
                publish(try ListSource([Card($0)]), as: "source \($0)", by: writer, executor)
            }
            await executor.settle()
            let (reader, small) = (LogReader(of: log, names: 3), LogReader(of: log, names: 2))
            let error = await #expect(throws: WireError.self) { try await small.run(clock: executor.clock) }
            #expect(error?.code == .tooLarge && error?.message.contains("more than 2 sources") == true)
            executor.start(name: "reader") { try await reader.run(clock: executor.clock) }
            let another = try ListSource([Card(9)])
            let full = await #expect(throws: WireError.self) {
                try await writer.publish(another, as: "another", clock: executor.clock)
            }
            #expect(full?.code == .tooLarge && full?.message.contains("remove one to publish another") == true)
            let long = await #expect(throws: WireError.self) {
                try await writer.publish(
                    another, as: String(repeating: "ä", count: 101), clock: executor.clock)
            }
            #expect(long?.code == .tooLarge)
            try await remove("source 1", publications[1], by: writer)
            try await executor.clock.sleep(for: .seconds(1))
            let now = publish(another, as: "another", by: writer, executor)
            await executor.settle()
            #expect(reader.sources.sorted() == ["another", "source 0", "source 2"])

            // A log that is not one of a writer.
            let hostile = MemoryFrameLog(clock: executor.clock)
            let record = LogRecord(
                source: TextID(String(repeating: "x", count: 201)), epoch: 1,
                content: .state(version: 1, isFirst: true, isLast: false))
            let batch = LogBatch(writer: 1, number: 1, content: .records([record], mark: 0))
            try await hostile.append(LogMessage(subject: TextID("changes"), bytes: batch.bytes), after: 0)
            let tooLong = await #expect(throws: WireError.self) {
                try await LogReader(of: hostile).run(clock: executor.clock)
            }
            #expect(tooLong?.code == .tooLarge)
            // Removals of which there is no end.
            let endless = LogBatch(writer: 1, number: 2, removals: .max, content: .records([], mark: 0))
            try await hostile.append(LogMessage(subject: TextID("changes"), bytes: endless.bytes), after: 1)
            try await hostile.trim(TextID("changes"), before: 2)
            let gap = await #expect(throws: WireError.self) {
                try await LogReader(of: hostile).run(clock: executor.clock)
            }
            #expect(gap?.code == .gap)
            for task in publications + [now, run] { task.cancel() }
        }
    }

    @Test func `what is published cannot be removed, and what is being removed not be published`() throws {
        try SeededExecutor.run(seed: 8) { executor in
            let log = MemoryFrameLog(clock: executor.clock)
            let (writer, run) = try await writer(log, "a", executor)
            let source = try ListSource([Card(1)])
            let publication = publish(source, as: "cards", by: writer, executor)
            await executor.settle()
            let published = await #expect(throws: WireError.self) { try await writer.remove("cards") }
            #expect(published?.code == .unexpected)
            let count = log.entries.count
            try await writer.remove("unknown")
            #expect(log.entries.count == count)

            publication.cancel()
            _ = await publication.result
            log.setDown(true)
            let removal = executor.start(name: "remove") { try await writer.remove("cards") }
            await executor.settle()
            let error = await #expect(throws: WireError.self) {
                try await writer.publish(source, as: "cards", clock: executor.clock)
            }
            #expect(error?.code == .unexpected)
            // The log does not have the source, so nothing would ever remove the answers to its commands.
            let key = CommandKey(client: TextID("c"), key: TextID("k"))
            let answer = CommandAnswer(.refused(CommandRefusal(.invalid, "no")), toCommandWith: 1)
            let refusal = await #expect(throws: CommandRefusal.self) {
                try await writer.journal(of: "cards").keep(answer, for: key)
            }
            #expect(refusal?.code == .unavailable)
            let waiting = executor.start(name: "waiting") {
                let next = FeedPosition(epoch: source.hub.version.epoch, number: source.hub.version.number + 1)
                try await writer.reader.reached(next, of: "cards")
            }
            await executor.settle()
            log.setDown(false)
            try await removal.value
            #expect(writer.reader.sources.isEmpty)
            let removed = await #expect(throws: WireError.self) { try await waiting.value }
            #expect(removed?.message.contains("was removed") == true)
            run.cancel()
        }
    }

    @Test func `a source that is published again at once goes on behind its last message`() throws {
        try SeededExecutor.run(seed: 9) { executor in
            let log = MemoryFrameLog(clock: executor.clock)
            let (writer, run) = try await writer(log, "a", executor)
            let source = try ListSource([Card(1)])
            let publication = publish(source, as: "cards", by: writer, executor)
            await executor.settle()
            log.setDown(true)
            try await source.append(Card(2))
            await executor.settle()
            // Its step is on its way.
            publication.cancel()
            _ = await publication.result
            let again = publish(source, as: "cards", by: writer, executor)
            await executor.settle()
            log.setDown(false)
            try await source.append(Card(3))
            try await executor.clock.sleep(for: .seconds(5))
            #expect(try await writer.restored("cards", as: List.self)?.snapshot == source.snapshot)
            for task in [run, again] { task.cancel() }
        }
    }
}
