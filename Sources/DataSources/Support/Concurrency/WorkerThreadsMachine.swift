/// The queue of long work, and the number of threads that run it.
///
/// ```
///               workArrived: start                 threadFreed: work
/// (no thread) ────────────────────▶ running ◀──────────────────────┐
///                                      └───────────────────────────┘
///                                      threadFreed: nil → the thread ends
/// ```
///
/// It knows no thread and no lock. An idle thread ends: long work is rare and takes milliseconds, so starting a thread
/// costs little in comparison, and an idle process has none.
package struct WorkerThreadsMachine<Work> {
    /// The maximum number of threads.
    package let limit: Int
    /// The threads that run or have been requested.
    package private(set) var threads = 0
    /// Queued work in the order of arrival; entries before `head` have been taken.
    private var queue: [Work?] = []
    private var head = 0

    /// Creates a machine for at most `limit` threads, and at least one.
    package init(limit: Int) {
        self.limit = Swift.max(1, limit)
    }

    /// The number of queued pieces of work.
    package var waiting: Int { queue.count - head }

    /// Work arrived; returns `true` if a thread must be started, which then calls ``threadFreed()``.
    package mutating func workArrived(_ work: Work) -> Bool {
        queue.append(work)
        if threads == limit { return false }
        threads += 1
        return true
    }

    /// A thread is free; returns its next work, or `nil` if it must end.
    package mutating func threadFreed() -> Work? {
        guard head < queue.count else {
            queue = []
            head = 0
            threads -= 1
            return nil
        }
        defer {
            head += 1
            if head * 2 > queue.count {
                queue.removeFirst(head)
                head = 0
            }
        }
        return queue[head].take()
    }
}
