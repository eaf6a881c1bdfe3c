import DataSources
import Synchronization

extension SeededExecutor {
    /// Runs `body`, and everything it starts, on the calling thread in the order chosen by `seed`.
    ///
    /// Edits that synchronous code submits to sources of DataSources are applied on the executor too.
    ///
    /// The body gets the executor for its ``clock``, `start(name:_:)` and ``settle()``. It inherits the
    /// task-local values of the caller. Issues recorded in Swift Testing get a comment with the call that runs the same
    /// order again; ``Deadlock`` and ``Escape`` contain it. Other errors are rethrown unchanged: let Swift Testing name
    /// the seed by making it an argument of the test, or use ``explore(seeds:reruns:escapes:patience:fileID:line:_:)``.
    ///
    /// - Parameters:
    ///   - seed: The seed of the order.
    ///   - escapes: Whether an escape makes the run fail; by default it does.
    ///   - patience: The maximal real time that a blocked run waits for a job from outside.
    ///   - fileID: The location, for reports.
    ///   - line: The location, for reports.
    ///   - body: The scenario.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws, ``Deadlock`` if nothing is left that could resume the body, ``Escape`` if
    ///   something escaped from the run.
    @discardableResult
    public static func run<Value: Sendable>(
        seed: UInt64,
        escapes: EscapePolicy = .forbidden,
        patience: Duration = defaultPatience,
        fileID: String = #fileID,
        line: Int = #line,
        _ body: @escaping @Sendable (SeededExecutor) async throws -> Value
    ) throws -> Value {
        try SeededExecutor(order: .seed(seed), escapes: escapes, patience: patience)
            .run(fileID: fileID, line: line, body)
    }

    /// Runs `body`, and everything it starts, on the calling thread in the order of `schedule`.
    ///
    /// Use it to reproduce a failure that was found with a seed and shrunk. Otherwise works like
    /// ``run(seed:escapes:patience:fileID:line:_:)``.
    ///
    /// - Parameters:
    ///   - schedule: The order.
    ///   - escapes: Whether an escape makes the run fail; by default it does.
    ///   - patience: The maximal real time that a blocked run waits for a job from outside.
    ///   - fileID: The location, for reports.
    ///   - line: The location, for reports.
    ///   - body: The scenario.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws, ``Deadlock`` if nothing is left that could resume the body, ``Escape`` if
    ///   something escaped from the run.
    @discardableResult
    public static func run<Value: Sendable>(
        schedule: Schedule,
        escapes: EscapePolicy = .forbidden,
        patience: Duration = defaultPatience,
        fileID: String = #fileID,
        line: Int = #line,
        _ body: @escaping @Sendable (SeededExecutor) async throws -> Value
    ) throws -> Value {
        try SeededExecutor(order: .schedule(schedule), escapes: escapes, patience: patience)
            .run(fileID: fileID, line: line, body)
    }

    /// Runs `body`, and everything it starts, on the calling thread.
    ///
    /// When the body has finished, virtual time stops, and all jobs that can run still run: so tasks that the body
    /// started and cancelled can end. Tasks that then still sleep or wait stay with the executor, and the next run
    /// continues them. The run does not end while a task keeps yielding.
    ///
    /// Only one run at a time: calling this during a run of the same executor traps.
    ///
    /// - Parameters:
    ///   - fileID: The location, for reports.
    ///   - line: The location, for reports.
    ///   - body: The scenario; it gets this executor.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws, ``Deadlock`` if nothing is left that could resume the body, ``Escape`` if
    ///   something escaped from the run.
    @discardableResult
    public func run<Value: Sendable>(
        fileID: String = #fileID,
        line: Int = #line,
        _ body: @escaping @Sendable (SeededExecutor) async throws -> Value
    ) throws -> Value {
        try run(fileID: fileID, line: line, for: MainActorHook.caller, body)
    }

    /// Runs `body` for a caller that is already known, since what is in between hides it.
    ///
    /// The issues of the body say how to see them again. But a run that is one of many trials, or part of another run, is
    /// not what has to be done again: only the whole says how.
    func run<Value: Sendable>(
        fileID: String,
        line: Int,
        for caller: RunCaller,
        isTrial: Bool = false,
        _ body: @escaping @Sendable (SeededExecutor) async throws -> Value
    ) throws -> Value {
        runBegan(for: caller)
        let outer = RunThread.runBegan(of: self)
        defer {
            RunThread.runEnded(outer)
            runEnded()
        }
        let outcome = Outcome<Value>()
        if isTrial || outer != nil {
            start(body, fileID: fileID, line: line, outcome)
        } else {
            // What the body starts inherits the scope, and must not keep the executor by it.
            try IssueScope.adding(
                { [setup] in "To see it again: \(setup.call)" },
                to: { [self] in
                    start(body, fileID: fileID, line: line, outcome)
                })
        }
        try runAll { outcome.isSet }

        let sightings = state.withLock { $0.sightings }
        if escapes == .forbidden, sightings.count > 0 { throw escape(sightings, outcome.error) }
        guard let result = outcome.result else { throw deadlock }
        return try result.get()
    }

    private func start<Value: Sendable>(
        _ body: @escaping @Sendable (SeededExecutor) async throws -> Value,
        fileID: String,
        line: Int,
        _ outcome: Outcome<Value>
    ) {
        let number = participantStarted(name: "the body", fileID: fileID, line: line)
        // Not detached: the body inherits task-local values, by which Swift Testing knows the test it is in. But not
        // the priority: on it depends how many jobs the runtime makes of the calls to an actor.
        Simulation.$current.withValue(Simulation(host: self, participant: number)) {
            _ = Task(executorPreference: self, priority: Self.priority) {
                do {
                    outcome.set(.success(try await body(self)))
                } catch {
                    outcome.set(.failure(error))
                }
                self.participantFinished(number)
            }
        }
        participantArrived(number)
        state.withLock { state in
            state.firstTask = state.ready.youngest.flatMap { DefaultExecutorHook.taskNumber(of: $0.job) }
            state.firstTaskEver = state.firstTaskEver ?? state.firstTask
        }
    }

    /// Runs jobs and advances virtual time, until the body has finished or nothing can continue.
    private func runAll(until isOver: () -> Bool) throws {
        while true {
            try runReadyJobs()
            if isOver() { return }
            if clock.timers.advanceToFirstSleeper() { continue }
            // Fail now if a job was seen leaving; otherwise wait, since it may return.
            if escapes == .forbidden, state.withLock({ $0.sightings.count > 0 }) { return }
            guard jobReturnsInRealTime() else { return }
        }
    }

    /// Runs jobs until none is ready, including those that become ready meanwhile.
    private func runReadyJobs() throws {
        while true {
            let step = state.withLock { state -> Step in
                if !state.suspended.isEmpty {
                    defer { state.suspended = [] }
                    return .resume(state.suspended)
                }
                if state.ready.steps + 1 >= state.nextStop { return .stop }
                return state.ready.threadBecameFree().map(Step.job) ?? .none
            }
            switch step {
            case .resume(let tasks):
                // Each becomes a ready job.
                for task in tasks { task.resume() }
            case .job(let job):
                // Naming both executors makes calls to default actors scheduling points, and keeps pinned actors inline.
                // The machine hands out each job once, and this executor, which retains that of the main actor, runs it.
                let isolation =
                    unsafe job.isOnMainActor ? mainActor.asUnownedSerialExecutor() : asUnownedSerialExecutor()
                unsafe job.job.runSynchronously(isolatedTo: isolation, taskExecutor: asUnownedTaskExecutor())
            case .stop:
                if !stepStopped() { throw StepLimitReached() }
            case .none:
                return
            }
        }
    }

    private enum Step {
        case resume([Suspension])
        case job(ReadyJob)
        case stop
        case none
    }

    /// The run exceeded its step limit, which only reruns of a failure have.
    struct StepLimitReached: Error {}

    private func runBegan(for caller: RunCaller) {
        _ = DefaultExecutorHook.isSet
        let isHooked = MainActorHook.isSet
        let thread = RunThread.id
        // A run within one that holds the main actor, on its thread, holds it too.
        let isWithinHolder = RunThread.executor.map { outer in outer.state.withLock { $0.holdsMainActor } } ?? false
        let wasRunning = state.withLock { state in
            if state.thread != nil { return true }
            state.thread = thread
            state.caller = caller
            state.holdsMainActor = isHooked && (caller == .mainActor || isWithinHolder)
            state.sightings = Sightings()
            return false
        }
        precondition(!wasRunning, "This SeededExecutor is running already; make one executor for each run.")
    }

    private func runEnded() {
        state.withLock { state in
            if let first = state.firstTask, let last = state.lastTask, first <= last {
                state.tasksOfEarlierRuns.append(first...last)
            }
            state.thread = nil
            state.firstTask = nil
            state.lastTask = nil
        }
    }

    private func escape(_ sightings: Sightings, _ error: (any Error)?) -> Escape {
        Escape(
            order: order,
            setup: setup,
            steps: steps,
            sightings: sightings.first,
            count: sightings.count,
            bodyError: error
        )
    }

    private var deadlock: Deadlock {
        let now = clock.now
        let (steps, trace, participants, caller) = state.withLock { state in
            (state.ready.steps, state.ready.trace, state.participants, state.caller)
        }
        return Deadlock(
            order: order,
            steps: steps,
            trace: trace,
            time: now,
            unfinishedTasks: participants.described(),
            setup: setup,
            caller: caller
        )
    }
}
