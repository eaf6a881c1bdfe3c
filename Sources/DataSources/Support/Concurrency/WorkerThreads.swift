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

/// Threads of the library's own, for work that would keep a thread of Swift's pool busy for long.
///
/// Differences and operators are synchronous, and Swift's pool has one thread per core: two differences of a million items
/// would stop everything else in the process for as long as they take. So a task on the pool takes ``lookLimit`` looks at
/// most for a difference, and hands ``itemLimit`` items at most to an operator. What turns out to be longer is done on one
/// of these threads, while the task is suspended. The system divides the cores among the threads, so the pool goes on.
///
/// It follows that long work belongs to no subscriber: no subscriber's executor, priority or cancellation holds it up, and
/// a task that is cancelled returns at once, whatever the thread is still doing.
///
/// There are at most as many threads as cores, or two; further work waits. A thread without work ends. In a simulation,
/// and on systems without POSIX threads, long work runs where it is asked for.
package enum WorkerThreads {
    /// How many looks at items a difference takes in a task on Swift's pool before it is left to a thread.
    ///
    /// A look is one comparison or hash, see ``CancellationPoll``; so many take less than a millisecond in an optimized
    /// build.
    package static let lookLimit = 65_536

    /// How many items an operator is handed in a task on Swift's pool; what is more is left to a thread.
    package static let itemLimit = 16_384

    /// Whether long work of the current task goes to a thread of its own.
    ///
    /// In a simulation nothing may run where the executor does not see it.
    static var areInUse: Bool { isSupported && Simulation.running == nil }

    /// Runs `work` on a thread, and returns when it is done or the task is cancelled; `work` runs to its end either way.
    static func run(_ name: @escaping @Sendable () -> String, _ work: @escaping @Sendable () -> Void) async {
        let done = AsyncEvent()
        start {
            work()
            done.fire()
        }
        await done.wait(name)
    }

    /// Starts `work` on a thread, now or as soon as one is free.
    static func start(_ work: @escaping @Sendable () -> Void) {
        guard machine.withLock({ $0.workArrived(work) }) else { return }
        if startThread() { return }
        // The system has no thread left: better late here than never.
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

    /// Enough for closures of users, as on the main thread of most systems; only what is used becomes memory.
    private static let stackSize = 8 << 20

    /// Starts a thread that does all the work there is, and then ends; `false` when the system refuses.
    private static func startThread() -> Bool {
        var attributes = pthread_attr_t()
        guard pthread_attr_init(&attributes) == 0 else { return false }
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        pthread_attr_setstacksize(&attributes, stackSize)
        #if canImport(Darwin)
        var thread: pthread_t?
        #else
        var thread = pthread_t()
        #endif
        return pthread_create(
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
