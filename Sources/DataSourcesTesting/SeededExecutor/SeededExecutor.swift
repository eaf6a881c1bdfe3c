import Synchronization

/// An executor that runs a whole scenario on the calling thread, in an order chosen by a seed, in virtual time.
///
/// Whenever more than one task could go on, the seed decides which. The same seed makes the same choices, so a test
/// tries hundreds of interleavings in a second, and the one that fails can be run again. Time is virtual: it stands
/// still while any task can run, and then jumps to the next timer of ``clock``.
///
/// ```swift
/// @Test(arguments: 0..<300 as Range<UInt64>)
/// func `two writers lose no item`(seed: UInt64) throws {
///     let count = try SeededExecutor.run(seed: seed) { executor in
///         let list = Inventory()
///         async let first: Void = list.add("apple")
///         async let second: Void = list.add("pear")
///         _ = await (first, second)
///         try await executor.clock.sleep(for: .seconds(1_000))       // takes no time
///         return await list.count
///     }
///     #expect(count == 2)
/// }
/// ```
///
/// ## What stays on the executor
/// The body and what it calls: child tasks of groups and of `async let`, default actors (each call from outside is a
/// point at which another task may go first), `Task.yield()`, continuations, `AsyncStream`, ``start(_:)``,
/// `Task(executorPreference:)` with this executor, and actors whose `unownedExecutor` is this one.
///
/// ## What escapes
/// `Task {}`, `Task.detached`, the main actor and other actors with an executor of their own, and `Task.sleep` without
/// ``clock``. A body that waits for one of these ends with ``Deadlock``, because the executor never waits in real time.
///
/// ## What it cannot find
/// Tasks change places only where they may suspend: a data race or a wrongly held lock needs real threads. Jobs inside
/// one actor's own queue keep the order in which they came.
///
/// Any number of executors can run at the same time on different threads; they share nothing.
public final class SeededExecutor: Sendable {
    struct State: Sendable {
        var schedule: Schedule<UnownedJob>
        var isRunning = false
        var unfinishedTasks = 0
    }

    /// The priority of the tasks that the executor makes, so that a run does not depend on the caller's.
    static let priority = TaskPriority.medium

    /// The jobs that wait and the choices made; the mutex guards it, and no job runs while it is held.
    let state: Mutex<State>

    /// The seed that decides the order.
    public let seed: UInt64

    /// The virtual time of this executor.
    public let clock = VirtualClock()

    /// Creates an executor on which nothing has run yet.
    public init(seed: UInt64) {
        self.seed = seed
        state = Mutex(State(schedule: Schedule(seed: seed)))
    }

    /// How many jobs have run; a task is one job from each suspension to the next.
    public var steps: Int {
        state.withLock { $0.schedule.steps }
    }

    /// A hash of all choices so far: the same seed and the same scenario give the same trace.
    ///
    /// Two runs with one seed and different traces mean that the scenario depends on something else than the seed, for
    /// example on real time, on the order of a `Set` or on a task that escaped.
    public var trace: UInt64 {
        state.withLock { $0.schedule.trace }
    }
}
