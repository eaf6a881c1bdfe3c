import DataSources
import DataSourcesRelay
import DataSourcesWire
import Synchronization

/// Reads the log message by message, and writes down each state of each list: what the check takes for the truth.
///
/// It follows as a relay does, but no state is left out: the next message is read when all replicas have the one before.
final class Recorder: Sendable {
    private let who: String
    private let history: History
    private let replicas: [Replica<Lanes>]
    /// Guards what was written down last, by list.
    private let last: Mutex<[FeedPosition?]>
    /// Guards the reader, which needs the log that asks this.
    private let reader = Mutex<LogReader<RecordedLog>?>(nil)

    init(_ who: String, sources: Int, _ history: History) {
        (self.who, self.history) = (who, history)
        replicas = (0..<sources).map { _ in Replica() }
        last = Mutex(Array(repeating: nil, count: sources))
    }

    /// Records until the task is cancelled.
    func run(_ log: NatsLog) async throws {
        let reader = LogReader(of: RecordedLog(log: log, recorder: self))
        self.reader.withLock { $0 = reader }
        try await withThrowingTaskGroup(of: Void.self) { @Sendable group in
            defer { group.cancelAll() }
            group.addTask { try await reader.run(backoff: .ofLog) }
            for (number, replica) in replicas.enumerated() {
                group.addTask {
                    try await reader.follow(NodeSettings.sourceName(number), into: replica, backoff: .ofLog)
                }
            }
            try await group.next()
        }
    }

    /// The sequence up to which it has recorded, and the states.
    func status() async -> (sequence: UInt64, states: [Status.State]) {
        var states: [Status.State] = []
        for replica in replicas { states.append(await Status.State(of: replica)) }
        return (reader.withLock { $0 }?.sequence ?? 0, states)
    }

    /// The message before was processed by the reader: waits until the replicas have it, and writes it down.
    fileprivate func settled(after entry: LogEntry?) async {
        guard let reader = reader.withLock({ $0 }) else { return }
        for (number, replica) in replicas.enumerated() {
            guard let target = reader.position(of: NodeSettings.sourceName(number)) else { continue }
            let before = last.withLock { $0[number] }
            if before == target { continue }
            // A replica that needs a whole state, which was removed meanwhile, gets it with a later message.
            guard let state = await replica.state(at: target, within: .seconds(2)) else {
                last.withLock { $0[number] = nil }
                continue
            }
            last.withLock { $0[number] = target }
            // Of steps none can be missing: a replica takes only the one behind its own state.
            let isStep = entry?.message.subject == "changes" && before != nil
            history.add(
                who,
                .committed(source: number, target, digest: state.digest, lanes: Array(state), afterGap: !isStep))
        }
    }

    fileprivate func received(_ entry: LogEntry) {
        // A message begins with its version and its writer, see LogBatch+bytes.swift.
        let bytes = entry.message.bytes
        let writer = bytes.dropFirst().prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        history.add(who, .entry(sequence: entry.sequence, writer: writer, digest: Digest.of(bytes)))
    }
}

extension Replica<Lanes> {
    /// Waits until it has a state; `nil` if that takes too long.
    nonisolated func state(at position: FeedPosition, within limit: Duration) async -> Lanes? {
        await withTaskGroup(of: Lanes?.self) { @Sendable group in
            group.addTask {
                var updates = self.subscribe().makeAsyncIterator()
                repeat {
                    let (state, found) = await self.confirmedWithPosition
                    if found == position { return state }
                } while await updates.next() != nil
                return nil
            }
            group.addTask {
                try? await Task.sleep(for: limit)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }
}

/// A log whose messages are given to the reader one at a time.
struct RecordedLog: FrameLog {
    let log: NatsLog
    let recorder: Recorder

    var messageLimit: Int { log.messageLimit }

    func append(_ message: LogMessage, after last: UInt64) async throws(FrameLogError) {
        throw FrameLogError(.refused, "a recorder appends nothing")
    }

    func message(at sequence: UInt64) async throws(FrameLogError) -> LogReading { try await log.message(at: sequence) }

    func trim(_ subject: TextID, before sequence: UInt64) async throws(FrameLogError) {}

    func entries(after sequence: UInt64) -> Entries { Entries(base: log.entries(after: sequence), recorder: recorder) }

    struct Entries: AsyncSequence, Sendable {
        typealias Element = LogEntry

        let base: NatsEntries
        let recorder: Recorder

        func makeAsyncIterator() -> AsyncIterator { AsyncIterator(base: base.makeAsyncIterator(), recorder: recorder) }

        struct AsyncIterator: AsyncIteratorProtocol {
            var base: NatsEntries.Iterator
            let recorder: Recorder
            private var last: LogEntry?

            init(base: NatsEntries.Iterator, recorder: Recorder) { (self.base, self.recorder) = (base, recorder) }

            mutating func next() async throws -> LogEntry? {
                await recorder.settled(after: last)
                let entry = try await base.next()
                if let entry { recorder.received(entry) }
                last = entry
                return entry
            }
        }
    }
}
