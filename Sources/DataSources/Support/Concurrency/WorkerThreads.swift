internal import Synchronization

#if canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#elseif canImport(Android)
private import Android
#elseif canImport(Darwin)
private import Darwin
#endif

/// The library's own threads, for work that would block a thread of Swift's pool for long.
///
/// Differences and operators are synchronous, and Swift's pool has one thread per core: two differences of a million
/// items would block the whole process. So a task on the pool takes at most ``lookLimit`` looks for a difference and
/// passes at most ``itemLimit`` items to an operator. Longer work runs on one of these threads while the task is
/// suspended. The system divides the cores among all threads, so the pool keeps running.
///
/// As a consequence, long work depends on no subscriber's executor, priority or cancellation, and a cancelled task
/// returns immediately, whatever the thread is still doing.
///
/// There are at most as many threads as cores, but at least two; further work is queued. An idle thread ends. In a
/// simulation, and on systems without POSIX threads, long work runs in the calling task.
package enum WorkerThreads {
    /// The number of looks a difference takes in a task on Swift's pool before it moves to a thread.
    ///
    /// A look is one comparison or hash, see ``CancellationPoll``; this many take less than a millisecond in an
    /// optimized build.
    package static let lookLimit = 65_536

    /// The number of items that an operator processes in a task on Swift's pool; more are left to a thread.
    package static let itemLimit = 16_384

    /// Whether long work of the current task runs on these threads.
    ///
    /// In a simulation nothing may run without the executor's knowledge.
    static var areInUse: Bool { isSupported && Simulation.running == nil }

    /// Runs `work` to its end on a thread; returns when it is done or the task is cancelled.
    static func run(_ name: @escaping @Sendable () -> String, _ work: @escaping @Sendable () -> Void) async {
        let done = AsyncEvent()
        start {
            work()
            done.fire()
        }
        await done.wait(name)
    }

    /// Starts `work` on a thread, or queues it until one is free.
    static func start(_ work: @escaping @Sendable () -> Void) {
        guard machine.withLock({ $0.workArrived(work) }) else { return }
        if startThread() { return }
        // The system has no thread left, so the work runs here.
        runAll()
    }

    private static let machine = Mutex(WorkerThreadsMachine<@Sendable () -> Void>(limit: Swift.max(2, coreCount)))

    private static func runAll() {
        while let work = machine.withLock({ $0.threadFreed() }) { work() }
    }
}

#if canImport(Glibc) || canImport(Musl) || canImport(Android) || canImport(Darwin)

extension WorkerThreads {
    private static let isSupported = true

    private static var coreCount: Int { Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// Enough for users' closures, as large as a main thread's on most systems; only the used part occupies memory.
    private static let stackSize = 8 << 20

    /// Starts a thread that runs all queued work and then ends; returns `false` if the system refuses.
    private static func startThread() -> Bool {
        var attributes = pthread_attr_t()
        // Calls of C with the addresses of local variables, which they do not keep: the attributes are initialized before
        // and destroyed after their use.
        guard unsafe pthread_attr_init(&attributes) == 0 else { return false }
        defer { unsafe pthread_attr_destroy(&attributes) }
        unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        unsafe pthread_attr_setstacksize(&attributes, stackSize)
        #if canImport(Darwin)
        var thread: pthread_t?
        #else
        var thread = pthread_t()
        #endif
        // The thread gets no argument, and its function captures nothing.
        return unsafe pthread_create(
            &thread, &attributes,
            { _ in
                #if canImport(Darwin)
                pthread_setname_np("DataSources")
                #endif
                WorkerThreads.runAll()
                return nil
            }, nil) == 0
    }
}

#else

extension WorkerThreads {
    private static let isSupported = false
    private static let coreCount = 1
    private static func startThread() -> Bool { false }
}

#endif
