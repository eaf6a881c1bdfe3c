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
        let handlers: Shared<[String: Handler]>
        let task: Task<Void, Never>?
    }

    /// A process that follows; its replicas by source, each as long as the source is in the log.
    struct Relay: Sendable {
        let name: String
        let reader: Shared<LogReader<MemoryFrameLog>>
        let replicas = Shared<[String: Replica<List>]>([:])

        init(_ name: String, _ log: MemoryFrameLog) { (self.name, reader) = (name, Shared(LogReader(of: log))) }
    }

    let log: MemoryFrameLog
    let executor: SeededExecutor
    let names: [String]
    /// All writers that have taken over; the last one may still be alone.
    let writers = Shared<[Writer]>([])
    /// What relays have shown, by source and position.
    let states = Shared<[String: [FeedPosition: List]]>([:])
    let problems = Shared<[String]>([])
    /// The epochs in which commands were acknowledged, by source.
    let acknowledged = Shared<[String: [Int: UInt64]]>([:])
    /// The epochs of sources that some writer has wanted to remove.
    let removed = Shared<Set<UInt64>>([])
    /// Whether writers remove sources and publish them again.
    let removes: Shared<Bool>
    let hasVisitors: Bool
    let settings: LogSettings

    init(_ log: MemoryFrameLog, _ executor: SeededExecutor, sources: Int, settings: LogSettings, removes: Bool) {
        (self.log, self.executor, self.settings) = (log, executor, settings)
        (self.removes, hasVisitors) = (Shared(removes), removes)
        names = (0..<sources).map { "source \($0)" }
    }

    private var backoff: Backoff { Backoff(initial: .milliseconds(2), maximum: .milliseconds(20)) }

    /// Starts a process that takes over, and goes on until its task is cancelled or another one takes over.
    func startWriter(_ name: String, seed: UInt64) {
        let writer = LogWriter(of: log, as: name, settings: settings)
        let started = Shared<Writer?>(nil)
        let handlers = Shared<[String: Handler]>([:])
        let task = executor.start(name: name) { [self] in
            do {
                try await writer.takeOver(backoff: backoff, clock: executor.clock)
                writers.change { $0.append(Writer(name: name, handlers: handlers, task: started.value?.task)) }
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { [self] in try await writer.run(backoff: backoff, clock: executor.clock) }
                    for (number, source) in names.enumerated() {
                        let random = Random(seed: seed &* 7 &+ UInt64(number))
                        group.addTask { [self] in try await serve(source, by: writer, handlers, random) }
                    }
                    if hasVisitors {
                        group.addTask { [self] in try await serveVisitors(of: writer, Random(seed: seed)) }
                    }
                    while try await group.next() != nil {}
                }
            } catch is Deposed {
            } catch is CancellationError {
            } catch {
                problems.change { $0.append("\(name): \(error)") }
            }
        }
        started.change { $0 = Writer(name: name, handlers: handlers, task: task) }
    }

    /// Publishes a source; removes it now and then, and publishes another one under its name.
    private func serve(
        _ name: String, by writer: LogWriter<MemoryFrameLog>, _ handlers: Shared<[String: Handler]>, _ random: Random
    ) async throws {
        var random = random
        while true {
            let source = try await source(name, of: writer)
            let journal = writer.journal(of: name)
            let handler = Handler(
                for: source, clients: String.self, identifiedBy: { $0 }, capacity: 4, answers: journal)
            await handler.register(Note.self)
            handlers.change { $0[name] = handler }
            let life = Duration.milliseconds(20 + random.below(100))
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { [self] in
                    try await writer.publish(source, as: name, journal: journal, clock: executor.clock)
                }
                group.addTask { [self] in
                    repeat { try await executor.clock.sleep(for: life) } while !removes.value
                }
                try await group.next()
                group.cancelAll()
            }
            handlers.change { $0[name] = nil }
            removed.change { _ = $0.insert(source.hub.version.epoch) }
            try await writer.remove(name)
        }
    }

    /// Publishes sources that nobody follows, and removes some of them and of those that former writers have left.
    private func serveVisitors(of writer: LogWriter<MemoryFrameLog>, _ random: Random) async throws {
        var random = random
        while true {
            if removes.value {
                let name = "visitor \(random.below(1_000_000))"
                let source = try Source([Card(1)])
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { [self] in try await writer.publish(source, as: name, clock: executor.clock) }
                    let stay = Duration.milliseconds(random.below(20))
                    group.addTask { [self] in try await executor.clock.sleep(for: stay) }
                    try await group.next()
                    group.cancelAll()
                }
                if random.below(3) > 0 { try await writer.remove(name) }
            }
            try await executor.clock.sleep(for: .milliseconds(10))
            if !removes.value || random.below(8) == 0 {
                for name in writer.reader.sources.sorted() where !names.contains(name) { try await writer.remove(name) }
            }
        }
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
    func startRelay(_ name: String) -> (relay: Relay, task: Task<Void, Never>) {
        let relay = Relay(name, log)
        let task = executor.start(name: name) { [self] in
            while !Task.isCancelled {
                await withTaskGroup(of: Void.self) { group in
                    group.addTask { [self] in
                        do {
                            try await relay.reader.value.run(backoff: backoff, clock: executor.clock)
                        } catch is CancellationError {
                        } catch let error as WireError where error.code == .gap {
                            // Too far behind: as a process that starts again.
                            relay.reader.change { $0 = LogReader(of: log) }
                        } catch {
                            problems.change { $0.append("\(name): \(error)") }
                        }
                    }
                    for source in names { group.addTask { [self] in await follow(source, in: relay) } }
                    await group.next()
                    group.cancelAll()
                }
            }
        }
        return (relay, task)
    }

    /// Follows a source, and what is published under its name afterwards.
    private func follow(_ source: String, in relay: Relay) async {
        let reader = relay.reader.value
        while !Task.isCancelled {
            let replica = relay.replicas.change { replicas in
                if let replica = replicas[source], !replica.hub.isFinished { return replica }
                replicas[source] = Replica<List>()
                return replicas[source] ?? Replica<List>()
            }
            await withTaskGroup(of: Void.self) { group in
                group.addTask { [self] in await watch(replica, of: source, relay.name) }
                do {
                    try await reader.follow(source, into: replica, backoff: backoff, clock: executor.clock)
                    if let epoch = await replica.position?.epoch, !removed.value.contains(epoch) {
                        problems.change { $0.append("\(relay.name): \(source) has finished and was not removed") }
                    }
                } catch is CancellationError {
                } catch {
                    problems.change { $0.append("\(relay.name), \(source): \(error)") }
                }
                group.cancelAll()
            }
        }
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
            if let handler = writer?.handlers.value[source] {
                switch await handler.handle(envelope, from: "client \(number % 3)") {
                case .applied(let position):
                    // Some answers get lost on their way to the client, which asks again, perhaps much later.
                    if random.below(3) == 0 {
                        try await executor.clock.sleep(for: .milliseconds(random.below(200)))
                        continue
                    }
                    acknowledged.change { $0[source, default: [:]][number] = position.epoch }
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
    func findings(_ relays: [Relay]) async -> [String] {
        var findings = problems.value
        for name in names {
            var (states, epochs) = ([List](), Set<UInt64>())
            for replica in relays.compactMap({ $0.replicas.value[name] }) {
                states.append(replica.snapshot)
                if let epoch = await replica.position?.epoch { epochs.insert(epoch) }
            }
            if Set(states.map { "\(Array($0))" }).count > 1 || epochs.count != 1 {
                findings.append("relays differ about \(name)")
            }
            let applied = states.first?.flatMap { $0.title.split(separator: " ").compactMap { Int($0) } } ?? []
            if Set(applied).count < applied.count { findings.append("\(name): applied twice: \(applied)") }
            let lost = (acknowledged.value[name] ?? [:]).filter { number, epoch in
                epochs.contains(epoch) ? !applied.contains(number) : !removed.value.contains(epoch)
            }
            if !lost.isEmpty { findings.append("\(name): acknowledged and lost: \(lost.keys.sorted())") }
        }
        for relay in relays where relay.reader.value.sources.sorted() != names {
            findings.append("\(relay.name) knows \(relay.reader.value.sources.sorted())")
        }
        let left = Set(log.entries.map(\.message.subject.text).filter { $0.contains("visitor") })
        if !left.isEmpty { findings.append("the log still has \(left.sorted())") }
        let removals = log.entries.count { $0.message.subject.text == "removed" }
        if removals > settings.removals + 2 { findings.append("the log still has \(removals) removals") }
        return findings
    }
}

extension Replica {
    /// The confirmed state and its position, of one moment.
    var confirmedWithPosition: (Snapshot, FeedPosition?) { (confirmed, position) }
}
