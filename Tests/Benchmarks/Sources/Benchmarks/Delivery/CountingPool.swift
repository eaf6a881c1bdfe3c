import Dispatch
import Synchronization

/// The default executor's threads, for tasks of which one must know when all of them wait.
///
/// Two atomic additions and a block for each time that a task goes on, the same for all contestants.
final class CountingPool: TaskExecutor {
    /// The jobs that are queued or run, and one for the task that waits until there are none.
    private let left = Atomic(1)
    private let waiting = Mutex<UnsafeContinuation<Void, Never>?>(nil)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        left.add(1, ordering: .relaxed)
        DispatchQueue.global().async { [self] in
            job.runSynchronously(on: asUnownedTaskExecutor())
            ended()
        }
    }

    /// Suspends until every task of the pool waits or has ended; for one task at a time, which is not of the pool.
    func settled() async {
        await withUnsafeContinuation { continuation in
            waiting.withLock { $0 = continuation }
            ended()
        }
        left.add(1, ordering: .relaxed)
    }

    private func ended() {
        if left.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { waiting.withLock { $0.take() }?.resume() }
    }
}
