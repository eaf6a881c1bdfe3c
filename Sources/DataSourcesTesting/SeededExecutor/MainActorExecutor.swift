import Synchronization

/// Replaces the main actor's executor for code in one seeded executor's runs.
///
/// The runtime keeps unowned references to executors, in tasks that may outlive everything else. So these objects are
/// never freed: after its seeded executor is gone, an object is reused by another one, and late jobs for the old one go
/// to the main actor.
final class MainActorExecutor: SerialExecutor {
    private struct Owner {
        weak var executor: SeededExecutor?
    }

    /// The executor it serves; guarded by the mutex.
    private let owner = Mutex(Owner())

    /// Unused objects.
    private static let idle = Mutex<[MainActorExecutor]>([])

    /// Returns an unused object.
    static func takeOne() -> MainActorExecutor {
        idle.withLock { $0.popLast() } ?? MainActorExecutor()
    }

    /// Starts to serve `executor`.
    func serve(_ executor: SeededExecutor) {
        owner.withLock { $0.executor = executor }
    }

    /// The executor it served is gone.
    func ownerEnded() {
        Self.idle.withLock { $0.append(self) }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = owner.withLock { $0.executor }
        if executor?.mainActorWasCalled(job) == true { return }
        MainActor.shared.enqueue(job)
    }
}
