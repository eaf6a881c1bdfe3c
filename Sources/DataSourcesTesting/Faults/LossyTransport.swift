internal import DataSources
import Synchronization

/// A one-way channel that drops, duplicates, delays, reorders and truncates frames according to its seed and its
/// ``TransportFaults``.
///
/// The sender calls ``send(_:)``, which never waits; receivers iterate over the transport. The fate of the *n*-th frame
/// depends on the seed, the faults and *n* only, never on timing. Delays pass on the given clock: on a
/// ``SeededExecutor`` a whole session takes no time and is reproducible by its seed. Without faults the transport is a
/// lossless first-in first-out channel. There is no backpressure: frames without a receiver stay in flight.
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
/// Two transports make a connection. With several receiving tasks, every frame goes to one of them. A cancelled task
/// receives `nil` and takes no frame from others.
public final class LossyTransport<Frame: Sendable>: AsyncSequence, Sendable {
    /// The type of the frames.
    public typealias Element = Frame
    /// The sequence does not throw: the faults are in the frames.
    public typealias Failure = Never

    private struct State {
        var line: TransportLine<Frame>
        /// Increases whenever there may be something new for receivers.
        var revision = 0
        var waitersMade = 0
        /// The continuations of waiting receivers.
        var continuations: [Int: Suspension] = [:]
    }

    /// The line and its waiting receivers; guarded by the mutex, and none is resumed while it is held.
    private let state: Mutex<State>
    /// The time since the transport was created.
    private let now: @Sendable () -> Duration
    private let sleep: @Sendable (_ until: Duration) async -> Void
    private let truncate: @Sendable (Frame, UInt64) -> Frame

    /// Creates a transport of frames that can be truncated.
    public convenience init(seed: UInt64, faults: TransportFaults = .none, clock: some Clock<Duration>)
    where Frame: RangeReplaceableCollection {
        self.init(seed: seed, faults: faults, clock: clock) { frame, part in
            let length = UInt64(frame.count).multipliedFullWidth(by: part).high
            return Frame(frame.prefix(Int(length)))
        }
    }

    /// Creates a transport of frames that arrive whole or not at all.
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
        // A cancelled sleep ends early; the receiver checks its task.
        sleep = { try? await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
        self.truncate = truncate
        state = Mutex(State(line: TransportLine(seed: seed, faults: faults)))
    }

    /// The statistics of the transport so far.
    public var statistics: TransportStatistics { state.withLock { $0.line.statistics } }

    // MARK: Sending

    /// Sends a frame and returns at once.
    ///
    /// - Returns: Whether it was accepted, whatever happens to it; `false` after ``finish()`` or ``cut()``.
    @discardableResult
    public func send(_ frame: Frame) -> Bool {
        let now = now()
        return change { $0.line.frameSent(frame, at: now) }
    }

    /// Ends the receivers' sequence after all frames in flight have arrived.
    public func finish() {
        change { $0.line.senderFinished() }
    }

    /// Breaks the connection: frames in flight are lost, and the receivers' sequence ends.
    public func cut() {
        // Returned, so that the frames are released outside the lock.
        _ = change { $0.line.connectionCut() }
    }

    /// Locks, applies one input to the machine, unlocks, and then wakes all waiting receivers.
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

    /// An iterator over arriving frames.
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
                // A frame sent in the meantime may arrive earlier.
                await withTaskGroup(of: Void.self) { @Sendable group in
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
