internal import DataSources
import Synchronization

/// A one-way channel that loses, doubles, delays, reorders and truncates frames as its seed and its ``TransportFaults`` say.
///
/// The sender calls ``send(_:)``, which never waits; receivers iterate the transport. What happens to the *n*-th frame
/// follows from the seed, the faults and *n* alone, never from timing. Delays pass on the given clock: on a
/// ``SeededExecutor`` a whole session takes no time and is the same again with the same seed. Without faults the transport
/// is a first-in first-out channel that loses nothing. There is no backpressure: what nobody receives stays on the way.
///
/// ```swift
/// let faults = TransportFaults(drop: 0.1, duplicate: 0.05, delay: .zero ... .milliseconds(20))
/// let line = LossyTransport<[UInt8]>(seed: seed, faults: faults, clock: executor.clock)
/// line.send(encoded)
/// line.finish()
/// for await frame in line { try replica.receive(frame) }
/// print(line.statistics.dropped)
/// ```
///
/// Two of them make a connection. Several tasks may receive; every frame goes to one of them. A task that is cancelled
/// receives `nil` and takes no frame from others.
public final class LossyTransport<Frame: Sendable>: AsyncSequence, Sendable {
    /// What is sent and received.
    public typealias Element = Frame
    /// The sequence does not throw: the faults are in the frames.
    public typealias Failure = Never

    private struct State {
        var line: TransportLine<Frame>
        /// Rises whenever there may be something new for receivers.
        var revision = 0
        var waitersMade = 0
        /// By receiver, while it waits for something new.
        var continuations: [Int: Suspension] = [:]
    }

    /// The line and who waits at its end; the mutex guards it, and nobody is resumed while it is held.
    private let state: Mutex<State>
    /// The time since the transport was made.
    private let now: @Sendable () -> Duration
    private let sleep: @Sendable (_ until: Duration) async -> Void
    private let truncate: @Sendable (Frame, UInt64) -> Frame

    /// Creates a transport of frames that can lose their end.
    public convenience init(seed: UInt64, faults: TransportFaults = .none, clock: some Clock<Duration>)
    where Frame: RangeReplaceableCollection {
        self.init(seed: seed, faults: faults, clock: clock) { frame, part in
            let length = UInt64(frame.count).multipliedFullWidth(by: part).high
            return Frame(frame.prefix(Int(length)))
        }
    }

    /// Creates a transport of frames that are whole or not there.
    ///
    /// Such frames are never truncated, whatever ``TransportFaults/truncate`` says.
    public convenience init(seed: UInt64, faults: TransportFaults = .none, clock: some Clock<Duration>) {
        var faults = faults
        faults.truncate = 0
        self.init(seed: seed, faults: faults, clock: clock) { frame, _ in frame }
    }

    private init<C: Clock<Duration>>(
        seed: UInt64,
        faults: TransportFaults,
        clock: C,
        truncate: @escaping @Sendable (Frame, UInt64) -> Frame
    ) {
        let start = clock.now
        now = { start.duration(to: clock.now) }
        // A sleep that is cancelled ends early; the receiver looks at its task.
        sleep = { try? await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
        self.truncate = truncate
        state = Mutex(State(line: TransportLine(seed: seed, faults: faults)))
    }

    /// What the transport has done so far.
    public var statistics: TransportStatistics { state.withLock { $0.line.statistics } }

    // MARK: Sending

    /// Puts a frame on its way and returns at once.
    ///
    /// - Returns: Whether it was taken, to whatever end; not after ``finish()`` or ``cut()``.
    @discardableResult
    public func send(_ frame: Frame) -> Bool {
        let now = now()
        return change { $0.line.frameSent(frame, at: now) }
    }

    /// Ends the sequence of the receivers once what is on the way has arrived.
    public func finish() {
        change { $0.line.senderFinished() }
    }

    /// Breaks the connection: what is on the way is lost, and the sequence of the receivers ends.
    public func cut() {
        // Handed out, so that the frames go once the lock is open.
        _ = change { $0.line.connectionCut() }
    }

    /// Locks, lets the machine take one input, unlocks, and then wakes all receivers that wait.
    @discardableResult
    private func change<Result: Sendable>(_ input: (inout State) -> Result) -> Result {
        let (result, woken) = state.withLock { state in
            defer { state.continuations = [:] }
            state.revision += 1
            return (input(&state), state.continuations)
        }
        for (_, continuation) in woken.sorted(by: { $0.key < $1.key }) { continuation.resume() }
        return result
    }

    // MARK: Receiving

    /// An iterator that receives.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(transport: self)
    }

    /// Receives one frame after the other.
    public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
        let transport: LossyTransport

        /// The next frame that arrives; `nil` at the end, or when the task is cancelled.
        public mutating func next() async -> Frame? {
            await transport.receive()
        }

        /// The next frame that arrives; `nil` at the end, or when the task is cancelled.
        ///
        /// - Parameter actor: The actor of the caller.
        /// - Returns: The frame; `nil` at the end, or when the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Frame? {
            await transport.receive()
        }
    }

    /// Waits for the next frame that arrives; `nil` at the end, or when the task is cancelled.
    public func receive() async -> Frame? {
        while !Task.isCancelled {
            let now = now()
            let (answer, revision) = state.withLock { ($0.line.receiverAsked(at: now), $0.revision) }
            switch answer {
            case .frame(let frame, nil): return frame
            case .frame(let frame, let truncation?): return truncate(frame, truncation)
            case .end: return nil
            case .wait: await somethingNew(since: revision)
            case .sleep(let arrival):
                // What is sent meanwhile may arrive earlier.
                await withTaskGroup(of: Void.self) { group in
                    group.addTask { await self.sleep(arrival) }
                    group.addTask { await self.somethingNew(since: revision) }
                    await group.next()
                    group.cancelAll()
                }
            }
        }
        return nil
    }

    private func somethingNew(since revision: Int) async {
        let waiter = state.withLock { state in
            state.waitersMade += 1
            return state.waitersMade
        }
        await suspendTask { suspension in
            state.withLock { state in
                if state.revision != revision || Task.isCancelled { return false }
                state.continuations[waiter] = suspension
                return true
            }
        } unpark: { [self] in
            state.withLock { $0.continuations.removeValue(forKey: waiter) }
        }
    }
}
