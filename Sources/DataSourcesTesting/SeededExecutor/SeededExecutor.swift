internal import DataSources
import Synchronization

/// An executor that runs a whole scenario on the calling thread, in an order chosen by a seed, in virtual time.
///
/// Whenever more than one task can run, the seed decides which. The same seed makes the same choices, so a test tries
/// hundreds of interleavings in a second, and a failing one can be run again. Time is virtual: it stands still while
/// any task can run, and then jumps to the next timer of ``clock``.
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
/// To look for a failing seed, use ``explore(seeds:reruns:escapes:patience:fileID:line:_:)``, which then finds a short
/// ``Schedule`` that fails as well.
///
/// ## What stays on the executor
///
/// The body and what it calls: child tasks of groups and of `async let`, default actors
/// (each call from outside is a point at which another task may run first), ``suspend()``, `Task.yield()`, continuations,
/// `AsyncStream`, `start(name:_:)`, and actors whose `unownedExecutor` is this one. Also every task that
/// code in the run makes: `Task {}`, `Task.detached`, `Task.immediate`. So types that start tasks of their own can be
/// explored as they are.
///
/// The main actor too, if the run starts on it, as in a `@MainActor` test: the seed then orders its work with all other
/// work. So view models can be explored, with the tasks they start:
///
/// ```swift
/// @MainActor @Test func `the last search wins`() throws {
///     try SeededExecutor.explore(seeds: 0..<500) { executor in
///         let model = await SearchModel()
///         await model.search("a")                                   // starts a `Task {}` that waits for results
///         await model.search("ab")
///         await executor.settle()
///         #expect(await model.results.query == "ab")
///     }
/// }
/// ```
///
/// ## What escapes
///
/// A run that something escapes from throws ``Escape``, which names what escaped and when, as far as it
/// was seen. What can be seen (Swift 6.3.1, Linux):
///
/// | Code in the run | when it leaves | when it comes back, on which thread |
/// |---|---|---|
/// | `Task.sleep`, `ContinuousClock`, `SuspendingClock` | not seen | the default executor's |
/// | `@MainActor`, in a run that is started elsewhere | seen | the main actor's |
/// | an actor with another executor | not seen | that executor's; the dispatch queue is named |
/// | a callback from a dispatch queue or thread | not seen | the dispatch queue is named |
/// | another executor preference | not seen | that executor's |
/// | `Task.yield()` in `Task.immediate`, or in a `Task {}` of an actor | not seen | the default executor's |
///
/// A body that waits for something that escaped unseen cannot continue. Only then does the executor wait in real time,
/// for ``patience``, for a job to come back; if none does, that is a ``Deadlock``. An outside task that is older than
/// the run, and is only woken by it, has not escaped.
///
/// A job that comes back from the default executor needs one of the few threads of its pool. A run blocks the thread it
/// is called on; if runs block all of them at once, an unseen escape is reported as a deadlock.
///
/// ## What it cannot find
///
/// Tasks interleave only where one suspends, or enters or leaves an actor: data races and misused locks need real threads.
/// A function that returns without that runs as a whole, and its caller goes on at once: a fake that returns at once hides
/// what happens when something changes meanwhile. So does one that enters another actor and does nothing else: the task
/// is enqueued on its own actor as soon as it has the result, and jobs in one actor's own queue keep their order. Let fakes
/// call ``suspend()``; <doc:TestingYourSources#Let-fakes-suspend> lists which calls are scheduling points.
///
/// ## Where to start a run
///
/// A run blocks the thread and the actor it is started on until it ends. In a `nonisolated`
/// test there is no such actor; in a `@MainActor` test the main actor is part of the run. A run that is started on
/// another actor and waits for that actor can never end: its ``Deadlock`` says so. Runs can be nested.
///
/// Any number of executors can run concurrently on different threads; they share nothing.
public final class SeededExecutor: Sendable {
    struct State: Sendable {
        var ready: ReadyJobs<ReadyJob>
        /// The tasks that ``SeededExecutor/suspend()`` has suspended in the job that runs, in order.
        var suspended: [Suspension] = []
        var participants = Participants()
        /// The tasks in a few words, by their numbers; only in runs that record steps.
        var taskNames: [UInt64: String] = [:]

        /// The thread of the current run.
        var thread: UInt?
        /// The number of the task of its body.
        var firstTask: UInt64?
        /// The highest number of a task that the current run took from the default executor.
        var lastTask: UInt64?
        /// The numbers of the tasks of earlier runs, which a later run continues.
        var tasksOfEarlierRuns: [ClosedRange<UInt64>] = []
        /// The number of the task of the first body.
        var firstTaskEver: UInt64?
        /// The caller of the current or the last run.
        var caller = RunCaller.nobody
        /// Whether jobs of the main actor belong to the run, because it was started there.
        var holdsMainActor = false
        var sightings = Sightings()
        /// Wakes the thread of the run from a wait in real time.
        var wakeup: ThreadEvent?

        /// The tasks to cancel, and before which step.
        var cancellations: [(step: Int, cancel: @Sendable () -> Void)] = []
        /// Decides where refreshes of derived sources are interrupted.
        var interruptions = SeededGenerator(seed: 0)
        /// Decides how long replicas wait before they connect again.
        var delays = SeededGenerator(seed: 0)
        var stepLimit = Int.max
        /// The first step before which something other than a job is due.
        var nextStop = Int.max
    }

    /// The priority of the tasks that the executor makes, so that a run does not depend on the caller's.
    static let priority = TaskPriority.medium

    /// A job, and whether it runs as the main actor.
    struct ReadyJob: Sendable {
        let job: UnownedJob
        var isOnMainActor = false
        /// The number of its task, for reports; only in runs that record steps.
        var task: UInt64?
    }

    /// The ready jobs and the choices made; guarded by the mutex, and no job runs while it is held.
    let state: Mutex<State>

    /// The executor that replaces the main actor's for code in the runs.
    let mainActor = MainActorExecutor.takeOne()

    /// The seed or schedule that decides the order.
    public let order: Order

    /// Whether refreshes of derived sources are interrupted at random points.
    public let interruptsRefreshes: Bool

    /// Whether an escape makes a run fail.
    public let escapes: EscapePolicy

    /// The maximal real time that a blocked run waits for a job from outside.
    public let patience: Duration

    /// The default patience: 100 milliseconds.
    public static let defaultPatience = Duration.milliseconds(100)

    /// The virtual time of this executor.
    public let clock = VirtualClock()

    /// Creates an executor whose order follows from a seed.
    ///
    /// - Parameters:
    ///   - seed: The seed of the order.
    ///   - interruptsRefreshes: Whether refreshes of derived sources are interrupted at random points, so that other
    ///     tasks run and sources change in the middle of them, as on several threads. By default, each runs in one job,
    ///     except where it has to wait.
    ///   - escapes: Whether an escape makes a run fail; by default it does.
    ///   - patience: The maximal real time that a blocked run waits for a job from outside.
    public convenience init(
        seed: UInt64,
        interruptsRefreshes: Bool = false,
        escapes: EscapePolicy = .forbidden,
        patience: Duration = defaultPatience
    ) {
        self.init(
            order: .seed(seed), interruptsRefreshes: interruptsRefreshes, escapes: escapes, patience: patience)
    }

    /// Creates an executor that follows a schedule.
    ///
    /// - Parameters:
    ///   - schedule: The order.
    ///   - escapes: Whether an escape makes a run fail; by default it does.
    ///   - patience: The maximal real time that a blocked run waits for a job from outside.
    public convenience init(
        schedule: Schedule,
        escapes: EscapePolicy = .forbidden,
        patience: Duration = defaultPatience
    ) {
        self.init(order: .schedule(schedule), escapes: escapes, patience: patience)
    }

    init(
        order: Order,
        interruptsRefreshes: Bool = false,
        escapes: EscapePolicy,
        patience: Duration,
        stepLimit: Int = .max,
        recordsWidths: Bool = false
    ) {
        self.order = order
        self.interruptsRefreshes = interruptsRefreshes
        self.escapes = escapes
        self.patience = patience
        var first = State(ready: ReadyJobs(order: order, recordsWidths: recordsWidths))
        if case .seed(let seed) = order {
            first.interruptions = SeededGenerator(seed: ~seed)
            first.delays = SeededGenerator(seed: seed.byteSwapped)
        }
        first.stepLimit = stepLimit
        first.nextStop = stepLimit
        state = Mutex(first)
        mainActor.serve(self)
    }

    deinit {
        mainActor.ownerEnded()
    }

    /// The seed of the order; `nil` for a schedule.
    public var seed: UInt64? {
        if case .seed(let seed) = order { seed } else { nil }
    }

    /// The number of jobs run so far; a task is one job from each suspension to the next.
    public var steps: Int {
        state.withLock { $0.ready.steps }
    }

    /// The choices so far; an executor that follows them makes the same choices.
    ///
    /// - Complexity: O(steps)
    public var schedule: Schedule {
        state.withLock { $0.ready.schedule }
    }

    /// A hash of all choices so far: the same seed and the same scenario give the same trace.
    ///
    /// If two runs with one seed have different traces, the scenario depends on something else, for example on real
    /// time, on the order of a `Set` or on an escaped task.
    public var trace: UInt64 {
        state.withLock { $0.ready.trace }
    }
}
