import NIOCore
import Synchronization

/// Runs the tasks of streams on the threads of their connections, so that no frame changes its thread on the way.
///
/// With thousands of streams, a step wakes thousands of tasks at once. They run a few at a time: in between, the thread
/// serves its connections, so a command does not wait until all streams have been sent the step.
final class EventLoopExecutor: TaskExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        /// The jobs before have run.
        var first = 0
        var isScheduled = false
    }

    private static let executors = Mutex([ObjectIdentifier: EventLoopExecutor]())

    /// How many jobs run before the thread looks at its connections.
    private let slice = 64
    private let eventLoop: any EventLoop
    /// Guards the jobs that wait.
    private let state = Mutex(State())

    private init(_ eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    /// The executor of an event loop. There are as many as the server has threads, and they stay.
    static func executor(of eventLoop: any EventLoop) -> EventLoopExecutor {
        executors.withLock { executors in
            if let executor = executors[ObjectIdentifier(eventLoop)] { return executor }
            let executor = EventLoopExecutor(eventLoop)
            executors[ObjectIdentifier(eventLoop)] = executor
            return executor
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let starts = state.withLock { state in
            state.jobs.append(job)
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if starts { eventLoop.execute { self.run() } }
    }

    private func run() {
        let jobs = state.withLock { state in
            let end = min(state.jobs.count, state.first + slice)
            defer { state.first = end }
            // A copy: jobs are added while these run, and must not copy all that wait.
            return Array(state.jobs[state.first..<end])
        }
        for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
        let goesOn = state.withLock { state in
            if state.first < state.jobs.count {
                if state.first > state.jobs.count / 2 {
                    state.jobs.removeFirst(state.first)
                    state.first = 0
                }
                return true
            }
            state.jobs.removeAll(keepingCapacity: true)
            (state.first, state.isScheduled) = (0, false)
            return false
        }
        // An event loop runs all tasks that are due before it looks at connections. This one is due a little later.
        if goesOn { eventLoop.scheduleTask(in: .microseconds(2)) { self.run() } }
    }
}
