public import DataSources
public import DataSourcesWire
internal import Synchronization

/// A log in memory, with the faults that a real one has: for tests of what writes and follows logs.
///
/// ```swift
/// let log = MemoryFrameLog(faults: .often, seed: seed, clock: executor.clock)
/// ```
///
/// Without faults it keeps the laws of `FrameLog` and answers at once. With faults it keeps them too, but answers are lost,
/// appends arrive late, readers are cut off and answers come from older states, as the seed decides.
public final class MemoryFrameLog: FrameLog, Sendable {
    /// How often what goes wrong, from 0 up to 1.
    public struct Faults: Hashable, Sendable {
        /// An append gets through, and its answer is lost.
        public var lostAnswers = 0.0
        /// An append does not get through.
        public var lostAppends = 0.0
        /// An append has no answer, and is applied later, if its expectation is met then.
        public var lateAppends = 0.0
        /// A reading is answered from an older state of the log, or not at all.
        public var staleReadings = 0.0
        /// A reader is cut off after a message.
        public var cuts = 0.0
        /// A trim is not done.
        public var lostTrims = 0.0
        /// The longest time that an answer takes.
        public var delay = Duration.zero

        /// Nothing goes wrong.
        public init() {}

        /// Everything goes wrong now and then.
        public static var often: Faults {
            var faults = Faults()
            (faults.lostAnswers, faults.lostAppends, faults.lateAppends) = (0.1, 0.1, 0.1)
            (faults.staleReadings, faults.cuts, faults.lostTrims) = (0.3, 0.05, 0.1)
            faults.delay = .milliseconds(5)
            return faults
        }
    }

    fileprivate struct State {
        /// The messages by sequence, from 1 on; those that were removed are `nil`.
        var messages: [LogMessage?] = []
        /// Appends that are on their way.
        var late: [(message: LogMessage, last: UInt64)] = []
        var faults: Faults
        var random: UInt64
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var waitsMade = 0
        /// Whether nobody can reach the log.
        var isDown = false

        var last: UInt64 { UInt64(messages.count) }
    }

    /// The most bytes of a message; 1 MiB by default.
    public let messageLimit: Int
    private let sleep: @Sendable (Duration) async -> Void
    /// Guards everything.
    private let state: Mutex<State>

    /// Creates an empty log.
    ///
    /// - Parameters:
    ///   - faults: What goes wrong.
    ///   - seed: Decides when.
    ///   - messageLimit: The most bytes of a message.
    ///   - clock: The clock that measures delays.
    public init(
        faults: Faults = Faults(), seed: UInt64 = 0, messageLimit: Int = 1 << 20,
        clock: some Clock<Duration> = ContinuousClock()
    ) {
        self.messageLimit = messageLimit
        sleep = { try? await clock.sleep(for: $0) }
        state = Mutex(State(faults: faults, random: seed &* 0x9E37_79B9_7F4A_7C15 &+ 1))
    }

    /// What goes wrong from now on.
    public func setFaults(_ faults: Faults) { state.withLock { $0.faults = faults } }

    /// Lets nobody reach the log, or everybody again; those who wait for messages are cut off.
    public func setDown(_ isDown: Bool) {
        state.withLock { $0.isDown = isDown }
        wake()
    }

    /// The messages that are there.
    public var entries: [LogEntry] {
        state.withLock { state in
            state.messages.enumerated().compactMap { index, message in
                message.map { LogEntry(sequence: UInt64(index + 1), message: $0) }
            }
        }
    }

    // MARK: The log

    /// Appends a message behind the one with a sequence.
    public func append(_ message: LogMessage, after last: UInt64) async throws(FrameLogError) {
        guard message.bytes.count <= messageLimit else {
            throw FrameLogError(.tooLarge, "a message of \(message.bytes.count) bytes; \(messageLimit) are allowed")
        }
        await delay()
        enum Fate { case answered, lost, late, dropped }
        let (fate, isAppended) = state.withLock { state -> (Fate, Bool) in
            state.deliverLate()
            if state.isDown { return (.dropped, false) }
            let fate: Fate =
                if state.happens(\.lostAppends) {
                    .dropped
                } else if state.happens(\.lateAppends) {
                    .late
                } else if state.happens(\.lostAnswers) {
                    .lost
                } else {
                    .answered
                }
            switch fate {
            case .dropped: return (fate, false)
            case .late:
                state.late.append((message, last))
                return (fate, false)
            case .lost, .answered: return (fate, state.append(message, after: last))
            }
        }
        if isAppended { wake() }
        await delay()
        if fate != .answered || Task.isCancelled { throw FrameLogError(.unavailable, "no answer to an append") }
        if !isAppended { throw FrameLogError(.conflict, "the log's last message is not \(last)") }
    }

    /// The message with a sequence.
    public func message(at sequence: UInt64) async throws(FrameLogError) -> LogReading {
        await delay()
        let reading = state.withLock { state -> LogReading? in
            state.deliverLate()
            if state.isDown { return nil }
            var last = state.last
            if state.happens(\.staleReadings) {
                if state.happens(\.staleReadings) { return nil }
                last -= min(last, UInt64(state.below(4)))
            }
            let isThere = sequence > 0 && sequence <= last
            return LogReading(message: isThere ? state.messages[Int(sequence) - 1] : nil, last: last)
        }
        wake()
        guard let reading else { throw FrameLogError(.unavailable, "no answer to a reading") }
        return reading
    }

    /// Removes the messages of a subject with lower sequences.
    public func trim(_ subject: TextID, before sequence: UInt64) async throws(FrameLogError) {
        await delay()
        let isDone = state.withLock { state in
            if state.isDown || state.happens(\.lostTrims) { return false }
            let end = min(sequence, state.last)
            for index in 0..<Int(max(1, end)) - 1 where state.messages[index]?.subject == subject {
                state.messages[index] = nil
            }
            return true
        }
        if !isDone { throw FrameLogError(.unavailable, "no answer to a trim") }
    }

    /// The messages after a sequence.
    public func entries(after sequence: UInt64) -> Entries { Entries(log: self, sequence: sequence) }

    /// The messages of a reader.
    public struct Entries: AsyncSequence, Sendable {
        let log: MemoryFrameLog
        let sequence: UInt64

        /// Begins to read.
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(log: log, sequence: sequence) }

        /// Reads one message after the other.
        public struct AsyncIterator: AsyncIteratorProtocol {
            let log: MemoryFrameLog
            var sequence: UInt64

            /// Waits for the next message; `nil` if the task is cancelled.
            ///
            /// - Throws: `FrameLogError` `unavailable` if the reader is cut off.
            public mutating func next() async throws(FrameLogError) -> LogEntry? {
                let entry = try await log.next(after: sequence)
                if let entry { sequence = entry.sequence }
                return entry
            }
        }
    }

    private func next(after sequence: UInt64) async throws(FrameLogError) -> LogEntry? {
        await delay()
        while !Task.isCancelled {
            enum Found { case entry(LogEntry), cut, nothing }
            let found = state.withLock { state -> Found in
                if state.isDown || state.happens(\.cuts) { return .cut }
                var index = Int(clamping: sequence)
                while index < state.messages.count {
                    if let message = state.messages[index] {
                        return .entry(LogEntry(sequence: UInt64(index + 1), message: message))
                    }
                    index += 1
                }
                return .nothing
            }
            switch found {
            case .entry(let entry): return entry
            case .cut: throw FrameLogError(.unavailable, "the reader was cut off")
            case .nothing: await wait(after: sequence)
            }
        }
        return nil
    }

    // MARK: Waiting

    private func wait(after sequence: UInt64) async {
        let id = state.withLock { state in
            state.waitsMade += 1
            return state.waitsMade
        }
        await withTaskCancellationHandler { @Sendable in
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if Task.isCancelled || state.isDown || state.last > sequence { return true }
                    state.waiting[id] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: id) }?.resume()
        }
    }

    private func wake() {
        let waiting = state.withLock { state in
            defer { state.waiting = [:] }
            return state.waiting
        }
        for (_, continuation) in waiting.sorted(by: { $0.key < $1.key }) { continuation.resume() }
    }

    private func delay() async {
        let delay = state.withLock { state in
            state.faults.delay > .zero ? state.faults.delay * state.below(1_000) / 1_000 : .zero
        }
        if delay > .zero { await sleep(delay) }
    }
}

extension MemoryFrameLog.State {
    /// A number in `0..<bound`: SplitMix64.
    fileprivate mutating func below(_ bound: Int) -> Int {
        random &+= 0x9E37_79B9_7F4A_7C15
        var bits = random
        bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        return Int((bits ^ bits >> 31) % UInt64(bound))
    }

    fileprivate mutating func happens(_ fault: KeyPath<MemoryFrameLog.Faults, Double>) -> Bool {
        let often = faults[keyPath: fault]
        return often > 0 && Double(below(1_000_000)) < often * 1_000_000
    }

    fileprivate mutating func append(_ message: LogMessage, after expected: UInt64) -> Bool {
        guard expected == last else { return false }
        messages.append(message)
        return true
    }

    /// Appends that were on their way arrive, some of them.
    fileprivate mutating func deliverLate() {
        var rest: [(message: LogMessage, last: UInt64)] = []
        for append in late {
            if below(2) == 0 { rest.append(append) } else { _ = self.append(append.message, after: append.last) }
        }
        late = rest
    }
}
