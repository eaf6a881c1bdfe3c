/// Which long work runs, and which waits until a thread is free.
///
/// ```
///               workArrived: start                 threadFreed: work
/// (no thread) ────────────────────▶ running ◀──────────────────────┐
///                                      └───────────────────────────┘
///                                      threadFreed: nil → the thread ends
/// ```
///
/// It knows no thread and no lock. A thread that has nothing to do ends: long work is rare and takes milliseconds, so that
/// starting a thread costs little beside it, and a process that does none keeps none.
package struct WorkerThreadsMachine<Work> {
    /// The most threads at a time.
    package let limit: Int
    /// The threads that run or have been told to start.
    package private(set) var threads = 0
    /// Work without a thread, in the order of its arrival; what lies before `head` has been taken.
    private var queue: [Work?] = []
    private var head = 0

    /// Creates a machine for at most `limit` threads, and at least one.
    package init(limit: Int) {
        self.limit = Swift.max(1, limit)
    }

    /// The work that waits for a thread.
    package var waiting: Int { queue.count - head }

    /// Work came in; `true` when a thread is to be started, which then reports ``threadFreed()``.
    package mutating func workArrived(_ work: Work) -> Bool {
        queue.append(work)
        if threads == limit { return false }
        threads += 1
        return true
    }

    /// A thread is free: the work it does next, or `nil` when it ends.
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
