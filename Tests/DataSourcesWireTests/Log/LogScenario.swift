import DataSources
import DataSourcesTesting
import DataSourcesWire
import DataSourcesWireTesting
import TestKit

/// Several processes and one log: writers that come, go and wake up again, relays, and clients whose commands must be
/// applied once, whatever gets lost.
final class LogScenario: Sendable {
    /// Appends its number to the title of a card: the titles tell which commands were applied, how often and in which order.
    struct Note: ListCommand {
        static let name = "note"
        let card: Int, number: Int

        func apply(to list: inout ListDraft<Card>) throws { try list.update(id: card) { $0.title += " \(number)" } }
    }

    typealias Source = ListSource<Card>
    typealias Handler = CommandHandler<Source, String>

    /// A process that writes.
    struct Writer: Sendable {
        let name: String
        let handlers: [String: Handler]
        let task: Task<Void, Never>?
    }

    let log: MemoryFrameLog
    let executor: SeededExecutor
    let names: [String]
    /// All writers that have taken over; the last one may still be alone.
    let writers = Shared<[Writer]>([])
    /// What relays have shown, by source and position.
    let states = Shared<[String: [FeedPosition: List]]>([:])
    let problems = Shared<[String]>([])
    let acknowledged = Shared<[String: Set<Int>]>([:])
    let settings: LogSettings

    init(_ log: MemoryFrameLog, _ executor: SeededExecutor, sources: Int, settings: LogSettings) {
        (self.log, self.executor, self.settings) = (log, executor, settings)
        names = (0..<sources).map { "source \($0)" }
    }

    private var backoff: Backoff { Backoff(initial: .milliseconds(2), maximum: .milliseconds(20)) }

    /// Starts a process that takes over, and goes on until its task is cancelled or another one takes over.
    func startWriter(_ name: String) {
        let writer = LogWriter(of: log, as: name, settings: settings)
        let started = Shared<Writer?>(nil)
        let task = executor.start(name: name) { [self] in
            do {
                try await writer.takeOver(backoff: backoff, clock: executor.clock)
                var handlers: [String: Handler] = [:]
                var sources: [(String, Source, CommandJournal)] = []
                for name in names {
                    let source = try await source(name, of: writer)
                    let journal = writer.journal(of: name)
                    let handler = Handler(
                        for: source, clients: String.self, identifiedBy: { $0 }, capacity: 4, answers: journal)
                    await handler.register(Note.self)
                    handlers[name] = handler
                    sources.append((name, source, journal))
                }
                let all = handlers
                writers.change { $0.append(Writer(name: name, handlers: all, task: started.value?.task)) }
                try await withThrowingTaskGroup(of: Void.self) { [sources] group in
                    group.addTask { [self] in try await writer.run(backoff: backoff, clock: executor.clock) }
                    for (name, source, journal) in sources {
                        group.addTask { [self] in
                            try await writer.publish(source, as: name, journal: journal, clock: executor.clock)
                        }
                    }
                    try await group.next()
                    group.cancelAll()
                }
            } catch is Deposed {
            } catch is CancellationError {
            } catch {
                problems.change { $0.append("\(name): \(error)") }
            }
        }
        started.change { $0 = Writer(name: name, handlers: [:], task: task) }
    }

    private func source(_ name: String, of writer: LogWriter<MemoryFrameLog>) async throws -> Source {
        var failures = 0
        while true {
            do {
                guard let (list, version) = try await writer.restored(name, as: List.self) else {
                    return try Source((0..<3).map { Card($0) })
                }
                return try Source(list, at: version)
            } catch let error as FrameLogError where error.code == .unavailable {
                failures += 1
                try await executor.clock.sleep(for: backoff.delay(after: failures))
            }
        }
    }

    /// Starts a process that follows all sources until its task is cancelled.
    func startRelay(_ name: String) -> (replicas: [String: Replica<List>], task: Task<Void, Never>) {
        let reader = LogReader(of: log)
        let replicas = Dictionary(uniqueKeysWithValues: names.map { ($0, Replica<List>()) })
        let task = executor.start(name: name) { [self] in
            await withTaskGroup(of: Void.self) { group in
                group.addTask { [self] in
                    do {
                        try await reader.run(backoff: backoff, clock: executor.clock)
                    } catch is CancellationError {
                    } catch {
                        problems.change { $0.append("\(name): \(error)") }
                    }
                }
                for (source, replica) in replicas {
                    group.addTask { [self] in
                        do {
                            try await reader.follow(source, into: replica, backoff: backoff, clock: executor.clock)
                        } catch is CancellationError {
                        } catch {
                            problems.change { $0.append("\(name), \(source): \(error)") }
                        }
                    }
                    group.addTask { [self] in await watch(replica, of: source, name) }
                }
            }
        }
        return (replicas, task)
    }

    /// Every state that a replica shows is that of its position, at all relays, and positions go up.
    private func watch(_ replica: Replica<List>, of source: String, _ relay: String) async {
        var last: FeedPosition?
        for await _ in replica.subscribe() {
            let (state, position) = await replica.confirmedWithPosition
            guard let position else { continue }
            if let last, last.epoch == position.epoch, last.number > position.number {
                problems.change { $0.append("\(relay) went back from \(last) to \(position) of \(source)") }
            }
            last = position
            note(state, at: position, of: source, relay)
        }
    }

    private func note(_ state: List, at position: FeedPosition, of source: String, _ relay: String) {
        let other = states.change { states in
            defer { states[source, default: [:]][position] = state }
            return states[source]?[position]
        }
        if let other, other != state {
            problems.change { $0.append("\(relay) has another state of \(source) at \(position)") }
        }
    }

    /// Sends a command until it is applied, to any process that writes or has written.
    func send(_ number: Int, to source: String, _ random: inout Random) async throws {
        let content: WireValue = .object(["card": .int(Int64(random.below(3))), "number": .int(Int64(number))])
        let envelope = CommandEnvelope(key: "key \(number)", name: Note.name, content: content)
        for _ in 0..<1_000 {
            let writers = writers.value
            // Mostly the newest one.
            let writer = random.below(3) == 0 ? writers.randomElement(using: &random) : writers.last
            if let handler = writer?.handlers[source] {
                switch await handler.handle(envelope, from: "client \(number % 3)") {
                case .applied:
                    // Some answers get lost on their way to the client, which asks again, perhaps much later.
                    if random.below(3) == 0 {
                        try await executor.clock.sleep(for: .milliseconds(random.below(200)))
                        continue
                    }
                    acknowledged.change { _ = $0[source, default: []].insert(number) }
                    return
                case .refused(let refusal) where refusal.code == .unavailable || refusal.code == .notApplied: break
                case .refused(let refusal): return problems.change { $0.append("command \(number): \(refusal)") }
                }
            }
            try await executor.clock.sleep(for: .milliseconds(1 + random.below(10)))
        }
        problems.change { $0.append("command \(number) to \(source) has no answer") }
    }

    /// What is wrong with the states of the sources at the end.
    func findings(_ relays: [[String: Replica<List>]]) -> [String] {
        var findings = problems.value
        for name in names {
            let states = relays.compactMap { $0[name]?.snapshot }
            if Set(states.map { "\(Array($0))" }).count > 1 { findings.append("relays differ about \(name)") }
            let applied = states.first?.flatMap { $0.title.split(separator: " ").compactMap { Int($0) } } ?? []
            if Set(applied).count < applied.count { findings.append("\(name): applied twice: \(applied)") }
            let lost = (acknowledged.value[name] ?? []).subtracting(applied)
            if !lost.isEmpty { findings.append("\(name): acknowledged and lost: \(lost.sorted())") }
        }
        return findings
    }
}

extension Replica {
    /// The confirmed state and its position, of one moment.
    var confirmedWithPosition: (Snapshot, FeedPosition?) { (confirmed, position) }
}
