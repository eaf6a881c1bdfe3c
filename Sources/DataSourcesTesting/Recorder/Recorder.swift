public import DataSources
import Synchronization

/// Records the updates of a subscription until a test's condition holds, without sleeping.
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
/// Between calls it asks for nothing, so everything committed meanwhile becomes one update. For a consumer that asks
/// continuously, beside the code under test, use ``withRecorder(_:_:)``.
///
/// ## Conditions that can be reached
///
/// A commit without a net effect raises the version and delivers no update. A recorder of a subscription sees it anyway:
/// ``Condition/version(_:)`` and ``Condition/settled`` hold as soon as the commit has been seen. A recording never
/// returns if its condition never holds and the source never finishes. A ``SeededExecutor`` reports that as a
/// ``SeededExecutor/Deadlock``; on real threads the test's time limit ends it.
///
/// ## Several tasks
///
/// Any number of tasks may call ``record(until:)`` concurrently. One of them requests updates for all; every update is
/// returned to one of them.
public final class Recorder<Snapshot: SnapshotProtocol>: Sendable {
    struct State {
        var machine: RecorderMachine
        var updates: [Update<Snapshot>] = []
        /// The error that the sequence threw.
        var failure: (any Error)?
        /// The waiting calls.
        var suspended: [RecorderMachine.Caller: Suspended<RecorderMachine.Reply>] = [:]
    }

    /// The recording and its waiting calls; guarded by the mutex, and nothing is resumed or called while it is held.
    let state: Mutex<State>
    let feed: Feed
    let start: Snapshot

    /// Creates a recorder of `subscription`, starting with what it has not delivered yet.
    ///
    /// No other task should use that subscription: what it receives is not recorded.
    public init(_ subscription: SnapshotSubscription<Snapshot>) {
        start = subscription.snapshot
        feed = Feed(subscription)
        state = Mutex(State(machine: RecorderMachine(seen: subscription.seen)))
    }

    /// Creates a recorder of a sequence of updates.
    ///
    /// It cannot tell whether there is anything newer, and learns of commits from updates only; so prefer a
    /// subscription. Cancelling a call of ``record(until:)`` ends some sequences for good, including `AsyncStream`.
    ///
    /// - Parameters:
    ///   - updates: The sequence.
    ///   - snapshot: The state before the first update.
    public init<Updates: AsyncSequence>(_ updates: sending Updates, startingWith snapshot: Snapshot = Snapshot())
    where Updates.Element == Update<Snapshot>, Updates.AsyncIterator: SendableMetatype {
        start = snapshot
        feed = Feed(updates)
        state = Mutex(State(machine: RecorderMachine(seen: snapshot.version)))
    }

    /// All updates so far, in order, whether or not a call has returned them.
    public var updates: [Update<Snapshot>] { state.withLock { $0.updates } }

    /// All states so far: the start of the recording, and then each update's `after`.
    public var snapshots: [Snapshot] { [start] + updates.map(\.after) }

    /// The last state so far.
    public var snapshot: Snapshot { state.withLock { $0.updates.last?.after } ?? start }

    /// The commit up to which everything has been seen; later than that of ``snapshot`` after commits without net
    /// effect.
    ///
    /// `nil` if the source has no versions.
    public var version: Version? { state.withLock { $0.machine.seen } }
}
