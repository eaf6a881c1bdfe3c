public import DataSources
import Synchronization

/// Keeps every update of a subscription, and gets as far as a test wants it to, without sleeping.
///
/// ``record(until:)`` asks for updates in the caller's task until a condition holds, and returns those that no earlier
/// call has returned.
///
/// ```swift
/// let recorder = Recorder(staff.subscribe())
/// try await staff.append(carol)
/// try await staff.append(dave)
/// let updates = try await recorder.record(until: .settled)
/// #expect(updates.map(\.changes) == [ListChanges(insertions: [0, 1])])
/// ```
///
/// Between calls nothing is asked, so that what is committed meanwhile becomes one update. A consumer that asks all the
/// time, beside the code under test, is ``withRecorder(_:_:)``.
///
/// ## Nothing is waited for that may never come
/// Versions rise without an update when commits come to nothing. A recorder of a subscription knows of that:
/// ``Condition/version(_:)`` and ``Condition/settled`` hold as soon as it has seen the commit, in whatever way. A
/// condition that never holds, on a source that goes on, waits for ever: on a ``SeededExecutor`` that is reported as
/// ``SeededExecutor/Deadlock``, on real threads it is for the time limit of the test.
///
/// ## Several tasks
/// Any number of tasks may call ``record(until:)`` at once. One of them asks for all; every update is returned to one.
public final class Recorder<Snapshot: SnapshotProtocol>: Sendable {
    struct State {
        var machine: RecorderMachine
        var updates: [Update<Snapshot>] = []
        /// What the sequence threw.
        var failure: (any Error)?
        /// By call, while it waits.
        var continuations: [RecorderMachine.Caller: UnsafeContinuation<RecorderMachine.Reply, Never>] = [:]
    }

    /// The recording and who waits for it; the mutex guards it, and nobody is resumed or asked while it is held.
    let state: Mutex<State>
    let feed: Feed
    let start: Snapshot

    /// Creates a recorder that asks `subscription`, beginning with what it has not delivered yet.
    ///
    /// Nobody else should ask that subscription: what others are given is not recorded.
    public init(_ subscription: Subscription<Snapshot>) {
        start = subscription.snapshot
        feed = Feed(subscription)
        state = Mutex(State(machine: RecorderMachine(seen: subscription.seen)))
    }

    /// Creates a recorder of a sequence of updates.
    ///
    /// It cannot tell whether there is anything newer, and learns of commits only by updates; so prefer a subscription.
    /// Cancelling a call of ``record(until:)`` ends some sequences for good, `AsyncStream` among them.
    ///
    /// - Parameters:
    ///   - updates: The sequence.
    ///   - snapshot: Where the first update starts.
    public init<Updates: AsyncSequence>(_ updates: sending Updates, startingWith snapshot: Snapshot = Snapshot())
    where Updates.Element == Update<Snapshot>, Updates.AsyncIterator: SendableMetatype {
        start = snapshot
        feed = Feed(updates)
        state = Mutex(State(machine: RecorderMachine(seen: snapshot.version)))
    }

    /// Every update so far, in order, whether a call has returned it or not.
    public var updates: [Update<Snapshot>] { state.withLock { $0.updates } }

    /// Every state so far: where the recording started, and then each update's `after`.
    public var snapshots: [Snapshot] { [start] + updates.map(\.after) }

    /// The last state so far.
    public var snapshot: Snapshot { state.withLock { $0.updates.last?.after } ?? start }

    /// The commit up to which everything has been seen, which is later than that of ``snapshot`` when what came after it
    /// came to nothing.
    ///
    /// `nil` when the source gives no versions.
    public var version: Version? { state.withLock { $0.machine.seen } }
}
