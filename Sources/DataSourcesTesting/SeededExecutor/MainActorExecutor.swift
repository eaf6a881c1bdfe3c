import Synchronization

/// Takes the place of the main actor's executor for the code of one seeded executor's runs.
///
/// The runtime keeps unowned references to executors, in tasks that may outlive all else. So these objects are never freed:
/// one whose seeded executor is gone is used again by another, and jobs that still come for the old one go to the main
/// actor.
final class MainActorExecutor: SerialExecutor {
    private struct Owner {
        weak var executor: SeededExecutor?
    }

    /// Whose runs it serves; the mutex guards it.
    private let owner = Mutex(Owner())

    /// Those that serve nobody.
    private static let idle = Mutex<[MainActorExecutor]>([])

    /// One that serves nobody else.
    static func takeOne() -> MainActorExecutor {
        idle.withLock { $0.popLast() } ?? MainActorExecutor()
    }

    /// From now on it serves `executor`.
    func serve(_ executor: SeededExecutor) {
        owner.withLock { $0.executor = executor }
    }

    /// The executor that it served is gone.
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
