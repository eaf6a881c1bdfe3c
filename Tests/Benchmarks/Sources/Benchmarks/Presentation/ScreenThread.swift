import Foundation

/// An executor with a thread of its own, as the main actor has one: it measures what runs there.
// Sendable: the condition guards the jobs; the figures are of the thread, and read when nothing runs there.
final class ScreenThread: SerialExecutor, @unchecked Sendable {
    private let condition = NSCondition()
    private var jobs: [UnownedJob] = []
    private var hasEnded = false
    /// CPU nanoseconds of all jobs, and of the longest: a stretch in which the screen does nothing else.
    private(set) var total = 0.0
    private(set) var longest = 0.0

    init() {
        Thread { [unowned self] in work() }.start()
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        condition.lock()
        jobs.append(job)
        condition.signal()
        condition.unlock()
    }

    /// Forgets what has been measured.
    func restart() { (total, longest) = (0, 0) }

    /// Ends the thread; nothing may be left to run.
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
            let time = cost { job.runSynchronously(on: asUnownedSerialExecutor()) }
            total += time
            longest = max(longest, time)
        }
    }
}
