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
/// A seed that fails is best looked for with ``explore(seeds:reruns:escapes:patience:fileID:line:_:)``, which then finds a
/// short ``Schedule`` that fails as well.
///
/// ## What stays on the executor
/// The body and what it calls: child tasks of groups and of `async let`, default actors (each call from outside is a
/// point at which another task may go first), `Task.yield()`, continuations, `AsyncStream`,
/// ``start(name:fileID:line:_:)``, `Task(executorPreference:)` with this executor, and actors whose `unownedExecutor` is
/// this one. The main actor too, if the run is started on it, as in a `@MainActor` test: the seed orders what the run does
/// there with all else. A `Task {}` made there is part of the run until it leaves the main actor.
///
/// ## What escapes
/// A run from which something escapes throws ``Escape``, which names what and when, as far as it was seen. What can be
/// seen (Swift 6.3.1, Linux):
///
/// | Code in the run | when it leaves | when it comes back, on which thread |
/// |---|---|---|
/// | `Task {}`, `Task.detached` | seen, with the name of the task that made it | the default executor's |
/// | `Task {}` in an actor | seen when it is woken after a wait; until then it runs in place | the default executor's |
/// | `Task.immediate` | not seen: it runs in place up to its first wait | the default executor's |
/// | `Task.sleep`, `ContinuousClock`, `SuspendingClock` | not seen | the default executor's |
/// | `@MainActor`, in a run that is started elsewhere | seen | the main actor's |
/// | an actor with another executor | not seen | that executor's; the dispatch queue is named |
/// | a callback from a dispatch queue or thread | not seen | the dispatch queue is named |
/// | another executor preference | not seen | that executor's |
///
/// A body that waits for what was not seen to leave stands still. Only then the executor waits in real time, for
/// ``patience``, for somebody to come back: if nobody does, that is a ``Deadlock``. A task outside that code of the run
/// merely wakes has not escaped from it, if it is older than the run.
///
/// What comes back from the default executor needs one of the few threads of its pool. A run occupies the one that it is
/// called on; where runs occupy them all at once, an escape that was not seen to leave is reported as a deadlock.
///
/// ## What it cannot find
/// Tasks change places only where they may suspend: a data race or a wrongly held lock needs real threads. Jobs inside
/// one actor's own queue keep the order in which they came.
///
/// ## Where to start a run
/// A run occupies the thread and the actor that it is started on until it ends. In a `nonisolated` test that is nobody's;
/// in a `@MainActor` test the main actor is part of the run. A run that is started on another actor, and waits for that
/// actor, can never end: its ``Deadlock`` says so. A run may be started within a run.
///
/// Any number of executors can run at the same time on different threads; they share nothing.
public final class SeededExecutor: Sendable {
    struct State: Sendable {
        var ready: ReadyJobs<ReadyJob>
        var participants = Participants()

        /// The thread of the run that is on.
        var thread: UInt?
        /// The number of the task of its body.
        var firstTask: UInt64?
        /// The number of the task of the first body there was.
        var firstTaskEver: UInt64?
        /// Who called the run that is on, or the last one.
        var caller = RunCaller.nobody
        /// Whether jobs of the main actor belong to the run: it was started there.
        var holdsMainActor = false
        var sightings = Sightings()
        /// Wakes the thread of the run, which waits in real time.
        var wakeup: ThreadEvent?

        /// The tasks to cancel, and before which step.
        var cancellations: [(step: Int, cancel: @Sendable () -> Void)] = []
        var stepLimit = Int.max
        /// The first step before which there is something else to do than to run a job.
        var nextStop = Int.max
    }

    /// The priority of the tasks that the executor makes, so that a run does not depend on the caller's.
    static let priority = TaskPriority.medium

    /// A job, and whether it runs as the main actor.
    struct ReadyJob: Sendable {
        let job: UnownedJob
        var isOnMainActor = false
    }

    /// The jobs that wait and the choices made; the mutex guards it, and no job runs while it is held.
    let state: Mutex<State>

    /// What the code of the runs takes for the executor of the main actor.
    let mainActor = MainActorExecutor.takeOne()

    /// What decides the order.
    public let order: Order

    /// Whether code that leaves a run makes it fail.
    public let escapes: EscapePolicy

    /// How long a run that stands still waits, in real time, for somebody to come back from outside of it.
    public let patience: Duration

    /// How long that is if nothing else is said: 100 milliseconds.
    public static let defaultPatience = Duration.milliseconds(100)

    /// The virtual time of this executor.
    public let clock = VirtualClock()

    /// Creates an executor on which nothing has run yet, and whose order follows from a seed.
    ///
    /// - Parameters:
    ///   - seed: The order to run in.
    ///   - escapes: Whether code that leaves a run makes it fail; by default it does.
    ///   - patience: How long a run that stands still waits, in real time, for somebody to come back from outside.
    public convenience init(
        seed: UInt64,
        escapes: EscapePolicy = .forbidden,
        patience: Duration = defaultPatience
    ) {
        self.init(order: .seed(seed), escapes: escapes, patience: patience)
    }

    /// Creates an executor on which nothing has run yet, and which follows a schedule.
    ///
    /// - Parameters:
    ///   - schedule: The order to run in.
    ///   - escapes: Whether code that leaves a run makes it fail; by default it does.
    ///   - patience: How long a run that stands still waits, in real time, for somebody to come back from outside.
    public convenience init(
        schedule: Schedule,
        escapes: EscapePolicy = .forbidden,
        patience: Duration = defaultPatience
    ) {
        self.init(order: .schedule(schedule), escapes: escapes, patience: patience)
    }

    init(
        order: Order,
        escapes: EscapePolicy,
        patience: Duration,
        stepLimit: Int = .max,
        recordsWidths: Bool = false
    ) {
        self.order = order
        self.escapes = escapes
        self.patience = patience
        var first = State(ready: ReadyJobs(order: order, recordsWidths: recordsWidths))
        first.stepLimit = stepLimit
        first.nextStop = stepLimit
        state = Mutex(first)
        mainActor.serve(self)
    }

    deinit {
        mainActor.ownerEnded()
    }

    /// The seed that decides the order; `nil` if a schedule does.
    public var seed: UInt64? {
        if case .seed(let seed) = order { seed } else { nil }
    }

    /// How many jobs have run; a task is one job from each suspension to the next.
    public var steps: Int {
        state.withLock { $0.ready.steps }
    }

    /// The choices made so far; an executor that follows them makes the same choices again.
    ///
    /// - Complexity: O(steps)
    public var schedule: Schedule {
        state.withLock { $0.ready.schedule }
    }

    /// A hash of all choices so far: the same seed and the same scenario give the same trace.
    ///
    /// Two runs with one seed and different traces mean that the scenario depends on something else than the seed, for
    /// example on real time, on the order of a `Set` or on a task that escaped.
    public var trace: UInt64 {
        state.withLock { $0.ready.trace }
    }
}
