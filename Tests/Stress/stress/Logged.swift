import DataSources
import DataSourcesTesting
import DataSourcesWire
import DataSourcesWireTesting

/// Sources in a log: writers that replace one another, relays that follow, and clients that send commands and move from one
/// relay to another, while answers of the log are lost, appends arrive late and readers are cut off.
///
/// Each command appends its number to a card. So the last state tells whether one was lost, or applied twice.
struct Logged: Sendable {
    private let names: [String]
    private let (writers, relays, clients, commands): (Int, Int, Int, Int)
    private let seed: UInt64
    private let log: MemoryFrameLog
    private let ledger = Ledger()
    private let desks = Desks()
    /// How many commands were answered.
    private let answered = Parameter(0)
    /// How many writers have taken over, one after the other.
    private let tookOver = Parameter(0)

    init(seed: UInt64) {
        self.seed = seed
        var random = Random(seed: seed)
        names = (0..<1 + random.below(5)).map { "source \($0)" }
        (writers, relays) = (2 + random.below(3), 1 + random.below(3))
        (clients, commands) = (1 + random.below(20), 5 + random.below(20))
        var faults = MemoryFrameLog.Faults.often
        faults.delay = .microseconds(500)
        log = MemoryFrameLog(faults: faults, seed: seed)
    }

    func run() async -> Readers.Outcome {
        let start = ContinuousClock.now
        await write()
        let time = start.duration(to: .now).inSeconds
        return Readers.Outcome(
            complaints: await ledger.report.complaints,
            description: "\(names.count) sources in a log, \(writers) writers, \(relays) relays, "
                + "\(clients) clients with \(commands) commands each, \(time)")
    }

    fileprivate static var backoff: Backoff { Backoff(initial: .microseconds(200), maximum: .milliseconds(2)) }

    private func write() async {
        let relays = (0..<relays).map { _ in Relay(log, names) }
        let replicas = (0..<clients).map { _ in Replica<ListSnapshot<Card>>() }
        await withTaskGroup(of: Void.self) { group in
            for relay in relays { group.addTask { await follow(relay) } }
            for (number, replica) in replicas.enumerated() {
                group.addTask { await look(replica, number, relays) }
            }
            for number in 0..<writers { group.addTask { await write(number) } }
            await withTaskGroup(of: Void.self) { senders in
                for number in 0..<clients { senders.addTask { await send(number) } }
            }
            log.setFaults(MemoryFrameLog.Faults())
            for (index, name) in names.enumerated() {
                var ends: [[Card]] = []
                for relay in relays { ends.append(await end(of: relay.replicas[index], name)) }
                for number in stride(from: index, to: clients, by: names.count) {
                    ends.append(await end(of: replicas[number], name))
                }
                await ledger.expect(Set(ends).count == 1, "law 17: replicas end differently: \(name)")
            }
            for relay in relays {
                while await !(relay.reader.sources.sorted() == names) { await rest() }
            }
            group.cancelAll()
        }
    }

    /// The cards of a source once they have all commands.
    private func end(of replica: Replica<ListSnapshot<Card>>, _ name: String) async -> [Card] {
        let expected = Set((0..<clients * commands).filter { names[$0 % names.count] == name })
        let end = try? await replica.first { state in state.reduce(0) { $0 + $1.numbers.count } >= expected.count }
        let numbers = end?.flatMap(\.numbers) ?? []
        await ledger.expect(Set(numbers).count == numbers.count, "law 17: commands applied twice: \(numbers)")
        await ledger.expect(Set(numbers) == expected, "law 17: commands lost: \(expected.subtracting(numbers))")
        return end.map(Array.init) ?? []
    }

    private func rest() async { try? await Task.sleep(for: .microseconds(200)) }

    // MARK: Clients

    /// Sends commands, each until it is applied, to any writer that is or has been.
    private func send(_ client: Int) async {
        var random = Random(seed: seed &+ 1_000 &+ UInt64(client))
        for command in client * commands..<(client + 1) * commands {
            let content: WireValue = .object(["card": .int(Int64(random.below(3))), "number": .int(Int64(command))])
            let envelope = CommandEnvelope(key: "\(command)", name: Note.name, content: content)
            sending: while true {
                let desk = await desks.desk(of: names[command % names.count], newest: !random.oneIn(4))
                switch await desk?.handle(envelope) {
                // Now and then the answer gets lost on its way to the client.
                case .applied: if !random.oneIn(5) { break sending }
                case .refused(let refusal) where [.unavailable, .notApplied].contains(refusal.code): break
                case .refused(let refusal): return await ledger.complain("law 17: \(refusal)")
                case nil: break
                }
                await rest()
            }
            answered.update { $0 += 1 }
        }
    }

    /// Shows a source from one relay after another.
    private func look(_ replica: Replica<ListSnapshot<Card>>, _ number: Int, _ relays: [Relay]) async {
        let connections = Connections(seed: seed &+ 2_000 &+ UInt64(number))
        do {
            try await replica.run(as: .binary, backoff: Self.backoff) { position in
                let (relay, frames) = await connections.next(of: relays.count)
                let feed = relays[relay].feeds[number % names.count]
                return feed.frames(since: position, as: .binary).map(\.bytes).prefix(frames)
            }
            await ledger.complain("law 17: the source of client \(number) has finished")
        } catch is CancellationError {
        } catch {
            await ledger.complain("law 17: client \(number): \(error)")
        }
    }

    // MARK: Relays

    private struct Relay: Sendable {
        let reader: LogReader<MemoryFrameLog>
        let replicas: [Replica<ListSnapshot<Card>>]
        let feeds: [Feed<Replica<ListSnapshot<Card>>>]

        init(_ log: MemoryFrameLog, _ names: [String]) {
            reader = LogReader(of: log)
            replicas = names.map { _ in Replica() }
            feeds = replicas.map { Feed(relaying: $0, history: HistoryBounds(count: 20)) }
        }
    }

    private func follow(_ relay: Relay) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await expectToGoOn("a reader") { try await relay.reader.run(backoff: Self.backoff) } }
            for (index, name) in names.enumerated() {
                group.addTask {
                    await expectToGoOn("a follower") {
                        try await relay.reader.follow(name, into: relay.replicas[index], backoff: Self.backoff)
                    }
                }
                group.addTask { await relay.feeds[index].run(every: .zero, heartbeat: .milliseconds(5)) }
            }
        }
    }

    private func expectToGoOn(_ what: String, _ body: () async throws -> Void) async {
        do {
            try await body()
            await ledger.complain("law 17: \(what) has ended")
        } catch is CancellationError {
        } catch {
            await ledger.complain("law 17: \(what): \(error)")
        }
    }

    // MARK: Writers

    /// Takes over when its turn has come, and writes until another one takes over, or its time is up.
    private func write(_ number: Int) async {
        let share = clients * commands / writers
        do {
            _ = try await tookOver.firstValue { $0 >= number }
            _ = try await answered.firstValue { $0 >= number * share }
            var settings = LogSettings()
            (settings.least, settings.retained, settings.interval) = (500, 5_000, .milliseconds(2))
            // All of them: however slow a client is, its command is known.
            (settings.answers, settings.answerBytes) = (1_000, 1 << 20)
            let writer = LogWriter(of: log, as: "writer \(number)", settings: settings)
            try await writer.takeOver(backoff: Self.backoff)
            tookOver.set(number + 1)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await writer.run(backoff: Self.backoff) }
                for name in names { group.addTask { try await publish(name, by: writer, number) } }
                group.addTask { try await publishBriefly(by: writer, number) }
                var random = Random(seed: seed &+ 3_000 &+ UInt64(number))
                if number + 1 < writers, random.oneIn(2) {
                    group.addTask {
                        _ = try await answered.firstValue { $0 >= (number + 1) * share }
                        throw CancellationError()
                    }
                }
                try await group.waitForAll()
            }
        } catch is Deposed {
        } catch is CancellationError {
        } catch {
            await ledger.complain("law 17: writer \(number): \(error)")
        }
    }

    private func publish(_ name: String, by writer: LogWriter<MemoryFrameLog>, _ number: Int) async throws {
        let source = try await source(name, of: writer)
        let journal = writer.journal(of: name)
        let desk = CommandHandler(for: source, answers: journal)
        await desk.register(Note.self)
        await desks.open(desk, of: name, number)
        try await writer.publish(source, as: name, journal: journal)
    }

    private func source(_ name: String, of writer: LogWriter<MemoryFrameLog>) async throws -> ListSource<Card> {
        while true {
            do {
                guard let (list, version) = try await writer.restored(name, as: ListSnapshot<Card>.self) else {
                    return try ListSource((0..<3).map { Card(id: $0) })
                }
                return try ListSource(list, at: version)
            } catch let error as FrameLogError where error.code == .unavailable {
                await rest()
            }
        }
    }

    /// Publishes a source for a moment, and removes it, again and again; also those that a former writer has left.
    private func publishBriefly(by writer: LogWriter<MemoryFrameLog>, _ number: Int) async throws {
        for round in 0... {
            try Task.checkCancellation()
            for name in writer.reader.sources where !names.contains(name) { try await writer.remove(name) }
            // In the end, none is left.
            if round == 20 {
                while true { try await Task.sleep(for: .seconds(1)) }
            }
            let source = try ListSource([Card(id: round)])
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await writer.publish(source, as: "brief \(number).\(round)") }
                group.addTask { try await Task.sleep(for: .milliseconds(1)) }
                try await group.next()
                group.cancelAll()
            }
        }
    }
}

private struct Card: Codable, Identifiable, Hashable {
    let id: Int
    var numbers: [Int] = []
}

private struct Note: ListCommand {
    static let name = "note"
    let card: Int, number: Int

    func apply(to list: inout ListDraft<Card>) throws { try list.update(id: card) { $0.numbers.append(number) } }
}

/// Where commands are taken, by source: at all writers that are or have been.
private actor Desks {
    typealias Desk = CommandHandler<ListSource<Card>, Void>
    private var desks: [String: [Int: Desk]] = [:]

    func open(_ desk: Desk, of name: String, _ writer: Int) { desks[name, default: [:]][writer] = desk }

    func desk(of name: String, newest: Bool) -> Desk? {
        let writers = desks[name]?.keys.sorted() ?? []
        return (newest ? writers.last : writers.first).flatMap { desks[name]?[$0] }
    }
}

/// Where a client connects next, and for how many frames.
private actor Connections {
    private var random: Random

    init(seed: UInt64) {
        random = Random(seed: seed)
    }

    func next(of relays: Int) -> (relay: Int, frames: Int) { (random.below(relays), 1 + random.below(30)) }
}
