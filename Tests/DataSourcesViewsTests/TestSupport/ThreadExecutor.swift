import DataSourcesTesting
import Foundation

/// An executor with a thread of its own, so that code can find out whether it runs there.
final class ThreadExecutor: SerialExecutor, @unchecked Sendable {
    /// Guards the jobs.
    private let condition = NSCondition()
    private var jobs: [UnownedJob] = []
    private var hasEnded = false
    private var thread: Thread?

    init() {
        let thread = Thread { [unowned self] in work() }
        self.thread = thread
        thread.start()
    }

    var isCurrent: Bool { Thread.current === thread }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        condition.lock()
        jobs.append(job)
        condition.signal()
        condition.unlock()
    }

    /// Ends the thread; to be called when nothing is left to run.
    func end() {
        condition.lock()
        hasEnded = true
        condition.signal()
        condition.unlock()
    }

    private func work() {
        while true {
            condition.lock()
            while jobs.isEmpty, !hasEnded { condition.wait() }
            if jobs.isEmpty { return condition.unlock() }
            let job = jobs.removeFirst()
            condition.unlock()
            job.runSynchronously(on: asUnownedSerialExecutor())
        }
    }
}
