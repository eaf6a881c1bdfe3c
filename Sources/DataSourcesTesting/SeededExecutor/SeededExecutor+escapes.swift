internal import DataSources
import Synchronization

extension SeededExecutor {
    /// The escapes and returns seen.
    struct Sightings: Sendable {
        private(set) var first: [Sighting] = []
        private(set) var count = 0
        private var hasLeftForMainActor = false

        mutating func noticed(_ sighting: Sighting) {
            // A job that was seen leaving for the main actor is not reported again when it returns.
            if sighting.way == .mainActor, hasLeftForMainActor { return }
            count += 1
            if count <= 10 { first.append(sighting) }
        }

        mutating func leftForMainActor(_ sighting: Sighting) {
            hasLeftForMainActor = false
            noticed(sighting)
            hasLeftForMainActor = true
        }
    }

    /// Accepts a job that code on the thread of this run enqueues on the default executor: that of a `Task {}`, of
    /// `Task.detached`, or of a default actor.
    ///
    /// A task older than the run does not belong to it: it runs outside, and was woken.
    ///
    /// - Returns: Whether it was accepted; if not, it goes to the default executor.
    func defaultExecutorWasCalled(_ job: UnownedJob) -> Bool {
        let task = DefaultExecutorHook.taskNumber(of: job)
        return state.withLock { state in
            if let task {
                let isOfEarlierRun = state.tasksOfEarlierRuns.contains { $0.contains(task) }
                if let first = state.firstTask, task < first, !isOfEarlierRun { return false }
                state.lastTask = max(task, state.lastTask ?? 0)
            }
            state.jobArrived(ReadyJob(job: job))
            return true
        }
    }

    /// Accepts a job for the main actor, if that is part of the run.
    ///
    /// - Returns: Whether it was accepted; if not, it goes to the main actor.
    func mainActorWasCalled(_ job: UnownedJob) -> Bool {
        let (task, thread, name) = (DefaultExecutorHook.taskNumber(of: job), RunThread.id, RunThread.taskName)
        let ready = ReadyJob(job: job, isOnMainActor: true)
        let isTaken = state.withLock { state -> Bool? in
            // A task of somebody whose executor is gone.
            if let task, let first = state.firstTaskEver, task < first { return false }
            if !state.holdsMainActor {
                if state.thread == thread {
                    let sighting = Sighting(way: .mainActor, step: state.ready.steps, task: name)
                    state.sightings.leftForMainActor(sighting)
                }
                return false
            }
            if let ours = state.thread, ours != thread { return nil }
            state.jobArrived(ready)
            return true
        }
        if isTaken == nil { jobReturned(ready) }
        return isTaken ?? true
    }

    /// Accepts a job from a thread other than that of the current run.
    func jobReturned(_ job: ReadyJob) {
        let (way, name) = (Self.wayOfThisThread, RunThread.taskName)
        let wakeup = state.withLock { state in
            state.jobArrived(job)
            // The run may have ended meanwhile.
            if state.thread != nil {
                state.sightings.noticed(Sighting(way: way, step: state.ready.steps, task: name))
            }
            return state.wakeup.take()
        }
        wakeup?.signal()
    }

    private static var wayOfThisThread: Sighting.Way {
        guard let label = RunThread.queueLabel else { return .thread }
        if label == "com.apple.main-thread" { return .mainActor }
        let isDefaultExecutor = label == "Swift global concurrent queue" || label.hasSuffix(".cooperative")
        return isDefaultExecutor ? .defaultExecutor : .dispatchQueue(label)
    }

    /// Waits in real time, up to ``patience``, for a job from another thread.
    ///
    /// - Returns: Whether one arrived.
    func jobReturnsInRealTime() -> Bool {
        let wakeup = ThreadEvent()
        let isReady = state.withLock { state in
            if state.ready.isEmpty { state.wakeup = wakeup }
            return !state.ready.isEmpty
        }
        if isReady { return true }
        if patience > .zero { wakeup.wait(atMost: patience.bounded) }
        return state.withLock { state in
            state.wakeup = nil
            return !state.ready.isEmpty
        }
    }
}
