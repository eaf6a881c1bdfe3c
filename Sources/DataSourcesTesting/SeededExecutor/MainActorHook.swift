#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Makes the main actor part of the runs that are started on it.
///
/// A run blocks its calling thread. On the main thread, nothing else could run the jobs that the run sends to the main
/// actor. So code in the run that asks for the main actor's executor gets a ``MainActorExecutor``, which keeps such
/// jobs in the run; a run started elsewhere lets them leave, and records it.
///
/// It uses the runtime's hook `swift_task_getMainExecutor_hook`, which is not API. The hook is looked up by name and
/// set once per process; the previous one is still called. On threads without a simulation it costs one read of a
/// thread-local value.
enum MainActorHook {
    private typealias GetExecutor = @convention(thin) () -> UnownedSerialExecutor
    private typealias Hook = @convention(thin) (GetExecutor) -> UnownedSerialExecutor

    /// Whether the hook is set, which the first read does; `false` if the runtime has none.
    static let isSet: Bool = {
        // The symbol is a variable of the runtime with a pointer to a function of this type, or null; it lives as long as
        // the process.
        guard let symbol = unsafe RunThread.symbol("swift_task_getMainExecutor_hook") else { return false }
        let place = unsafe symbol.assumingMemoryBound(to: UnsafeRawPointer?.self)
        unsafe previous = unsafeBitCast(place.pointee, to: Hook?.self)
        unsafe place.pointee = unsafeBitCast(hook, to: UnsafeRawPointer?.self)
        return true
    }()

    // Written once, before the hook that reads it is set.
    nonisolated(unsafe) private static var previous: Hook?

    private static let hook: Hook = { original in
        // The run on this thread retains the executor, which retains that of its main actor.
        if let executor = RunThread.executor { return unsafe executor.mainActor.asUnownedSerialExecutor() }
        // Never written again once this hook is set.
        return unsafe previous.map { unsafe $0(original) } ?? original()
    }

    /// The actor that the calling code is isolated to, as far as the runtime knows.
    static var caller: RunCaller {
        // References are only compared: nothing is called through them.
        let reference = unsafe getCurrentExecutor.map { unsafe Reference($0()) }
        let current = reference ?? Reference(identity: 0, implementation: 0)
        if current.identity == 0 {
            // A program's own main function is on the main actor without being a job of it.
            // The task is not used.
            return unsafe withUnsafeCurrentTask { unsafe $0 == nil } && isMainThread ? .mainActor : .nobody
        }
        // Compared, as above.
        if unsafe current.identity == Reference(MainActor.sharedUnownedExecutor).identity { return .mainActor }
        if let run = RunThread.executor, unsafe current.identity == Reference(run.asUnownedSerialExecutor()).identity {
            return .nobody
        }
        // Only default actors have no implementation; their identity is the actor.
        // The calling code runs on it, so the actor is alive.
        guard current.implementation == 0, let actor = unsafe UnsafeRawPointer(bitPattern: current.identity) else {
            return .actor("an actor with an executor of its own")
        }
        // As above.
        let object = unsafe Unmanaged<AnyObject>.fromOpaque(actor).takeUnretainedValue()
        return .actor("the actor `\(type(of: object))`")
    }

    /// The parts of a reference to an executor.
    private struct Reference {
        let identity: UInt
        let implementation: UInt

        init(identity: UInt, implementation: UInt) {
            (self.identity, self.implementation) = (identity, implementation)
        }

        init(_ executor: UnownedSerialExecutor) {
            // Two words, of which the first is an address; both are only compared.
            let words = unsafe unsafeBitCast(executor, to: (UInt, UInt).self)
            self.init(identity: words.0, implementation: words.1)
        }
    }

    // A C++ function of the runtime with this type, or null.
    private static let getCurrentExecutor = unsafe unsafeBitCast(
        RunThread.symbol("swift_task_getCurrentExecutor"),
        to: GetExecutor?.self
    )

    private static var isMainThread: Bool {
        #if canImport(Darwin)
        pthread_main_np() != 0
        #else
        getThreadID.map { $0() == getpid() } ?? false
        #endif
    }

    #if !canImport(Darwin)
    /// `gettid`, which Swift does not import.
    // A function of the C library with this type, or null.
    private static let getThreadID = unsafe unsafeBitCast(
        RunThread.symbol("gettid"),
        to: (@convention(c) () -> pid_t)?.self
    )
    #endif
}

/// The caller of a run, which is blocked until it ends.
enum RunCaller: Hashable, Sendable {
    /// Code that is isolated to no actor.
    case nobody
    /// Code of the main actor.
    case mainActor
    /// Code of another actor, which is described.
    case actor(String)

    /// Advice for a run that waits for its caller; `nil` if it cannot.
    var advice: String? {
        let (name, isolation) =
            switch self {
            case .nobody: (nil as String?, "")
            case .mainActor: (MainActorHook.isSet ? nil : "the main actor", " `@MainActor`")
            case .actor(let name): (name, " isolated to it")
            }
        guard let name else { return nil }
        return """
            The run was started on \(name), which can do nothing else until the run ends. If the run waits for it, start \
            the run in a test that is not\(isolation): mark it `nonisolated`, or `@concurrent` if it is asynchronous.
            """
    }
}
