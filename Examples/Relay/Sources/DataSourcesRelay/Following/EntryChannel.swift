import DataSourcesWire
import Dispatch
import Synchronization

/// A bounded buffer between a thread of libnats, which may block, and a task, which may not.
final class EntryChannel: Sendable {
    /// Why no entry comes any more.
    struct End: Sendable {
        enum Code: Sendable {
            case unavailable
            case refused
            /// There was no sign of life.
            case silence
        }

        let code: Code
        let text: String

        init(_ code: Code, _ text: String) {
            (self.code, self.text) = (code, text)
        }
    }

    private struct State {
        var entries: [LogEntry] = []
        /// Those before it were taken.
        var head = 0
        var bytes = 0
        var reader: CheckedContinuation<Result, Never>?
        var writerWaits = false
        var end: End?
    }

    enum Result: Sendable {
        case entry(LogEntry)
        case end(End)
    }

    private let state = Mutex(State())
    private let room = DispatchSemaphore(value: 0)
    private let countLimit: Int
    private let bytesLimit: Int

    /// Creates a channel.
    ///
    /// A message that has more bytes than the limit is taken if there is no other.
    init(countLimit: Int = 128, bytesLimit: Int = 4 << 20) {
        (self.countLimit, self.bytesLimit) = (countLimit, bytesLimit)
    }

    /// Puts an entry into the buffer, and blocks while that is full.
    ///
    /// For one thread.
    func put(_ entry: LogEntry) {
        while true {
            enum Step { case done, wait, resume(CheckedContinuation<Result, Never>) }
            let step = state.withLock { state -> Step in
                if state.end != nil { return .done }
                if let reader = state.reader.take() { return .resume(reader) }
                let count = state.entries.count - state.head
                if count >= countLimit || count > 0 && state.bytes + entry.message.bytes.count > bytesLimit {
                    state.writerWaits = true
                    return .wait
                }
                state.entries.append(entry)
                state.bytes += entry.message.bytes.count
                return .done
            }
            switch step {
            case .done: return
            case .resume(let reader): return reader.resume(returning: .entry(entry))
            case .wait: room.wait()
            }
        }
    }

    /// Ends it at once; what is in the buffer is dropped, since the reader reads it again.
    func finish(_ end: End) {
        let reader = state.withLock { state in
            guard state.end == nil else { return CheckedContinuation<Result, Never>?.none }
            state.end = end
            (state.entries, state.head, state.bytes) = ([], 0, 0)
            if state.writerWaits { room.signal() }
            state.writerWaits = false
            return state.reader.take()
        }
        reader?.resume(returning: .end(end))
    }

    /// The next entry, or the end; for one task.
    ///
    /// When that is cancelled, the channel ends.
    func next() async -> Result {
        await withTaskCancellationHandler { @Sendable in
            await withCheckedContinuation { continuation in
                let result = state.withLock { state -> Result? in
                    if let end = state.end { return .end(end) }
                    guard state.head < state.entries.count else {
                        state.reader = continuation
                        return nil
                    }
                    let entry = state.entries[state.head]
                    state.head += 1
                    state.bytes -= entry.message.bytes.count
                    if state.head == state.entries.count || state.head == countLimit {
                        state.entries.removeFirst(state.head)
                        state.head = 0
                    }
                    if state.writerWaits { room.signal() }
                    state.writerWaits = false
                    return .entry(entry)
                }
                if let result { continuation.resume(returning: result) }
            }
        } onCancel: {
            finish(End(.unavailable, "the task is cancelled"))
        }
    }
}
