#if DATASOURCES_INTERLEAVING
private import Synchronization

#if canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#elseif canImport(Android)
private import Android
#else
private import Darwin
#endif

/// Lets tests decide which thread runs next; only in builds with `DATASOURCES_INTERLEAVING`.
///
/// A **window** is the time between two operations of one thread on shared state: it has released one lock and not yet
/// taken the next, or it has read an atomic value and acts on it. What it has seen can be outdated by then.
/// `SeededExecutor` cannot test windows: it decides only which job runs next, and both operations belong to one job. So
/// it misses wakeups lost in a window.
///
/// In these builds the core uses the replacements of `Mutex` and `Atomic` in `Mutex+Interleaving.swift` and
/// `Atomic+Interleaving.swift`. Before each operation, and after each unlock, they call the thread's host, which can
/// let other threads run first. A thread without a host, that is, outside of an exploration, pays for one read of a
/// thread-specific value. Other builds use the types of `Synchronization`.
///
/// The host is `Interleaver` in `Tests/DataSourcesTests/TestSupport/Interleaving`. It explores every schedule, up to
/// equivalence (sleep sets, Godefroid 1996), or those with a bounded number of preemptions (Musuvathi & Qadeer,
/// "Iterative Context Bounding", 2007). A failure names its schedule; to replay it, pass that to the exploration, as in
/// `explore(.preemptions(2), replaying: "12:1 15:0")`. The report lists the operations in order, each with its line.
///
/// Locks and atomic values shared by all threads of the process, such as idle scratch memory, are not part of a
/// source's windows: the host ignores the operations in their files.
package enum Interleaving {
    /// An operation of a thread on a numbered object.
    package enum Operation: Hashable, Sendable {
        case locks(UInt64)
        case hasUnlocked(UInt64)
        case reads(UInt64)
        case writes(UInt64)
    }

    /// Decides which thread runs next.
    package protocol Host: AnyObject, Sendable {
        /// A thread of the host is about to do something, or has unlocked something; returns when it may continue.
        func reached(_ operation: Operation, by thread: Int, in file: StaticString, line: UInt)

        /// A thread of the host cancels its child tasks; no other thread runs until that is done.
        func cancelsChildren(by thread: Int, _ cancel: () -> Void)
    }

    /// A thread whose operations a host schedules.
    package final class Thread: Sendable {
        fileprivate let host: any Host
        /// The host's number for the thread.
        package let number: Int

        package init(host: any Host, number: Int) {
            self.host = host
            self.number = number
        }

        /// Makes the calling thread this one, until the next call or the end of the process.
        package func begin() {
            // Never released: the few threads of a test live as long as its process.
            unsafe pthread_setspecific(key, Unmanaged.passRetained(self).toOpaque())
        }

        /// The calling thread; `nil` if no host schedules it.
        package static var current: Thread? {
            // Only `begin()` sets it, to an object that is never released.
            unsafe pthread_getspecific(key).map { unsafe Unmanaged<Thread>.fromOpaque($0).takeUnretainedValue() }
        }

        func reached(_ operation: Operation, _ file: StaticString, _ line: UInt) {
            host.reached(operation, by: number, in: file, line: line)
        }

        fileprivate func cancelsChildren(_ cancel: () -> Void) {
            host.cancelsChildren(by: number, cancel)
        }
    }

    /// A value shared by an exploration's own tasks, guarded by the replacement of `Mutex`.
    ///
    /// With it, tests of the explorer and test clocks are explored like the core.
    package final class Guarded<Value: Sendable>: Sendable {
        private let value: Mutex<Value>

        package init(_ value: Value) {
            self.value = Mutex(value)
        }

        package func change<Result: Sendable>(
            file: StaticString = #fileID,
            line: UInt = #line,
            _ body: @Sendable (inout Value) -> Result
        ) -> Result {
            value.withLock(file: file, line: line) { body(&$0) }
        }
    }

    /// A unique number for an object.
    static func newObject() -> UInt64 { objectsMade.wrappingAdd(1, ordering: .relaxed).newValue }

    private static let objectsMade = Synchronization.Atomic<UInt64>(0)

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        // Writes the key, and keeps no pointer to it.
        precondition(unsafe pthread_key_create(&key, nil) == 0, "The process has no thread-specific key left.")
        return key
    }()
}

/// Replaces `DiscardingTaskGroup` in builds that explore interleavings.
///
/// The runtime holds locks of child tasks while it cancels them. Resuming one of them meanwhile would block on such a
/// lock, which the host does not know.
struct InterleavedTaskGroup {
    fileprivate var real: DiscardingTaskGroup

    mutating func addTask(_ body: @escaping @Sendable () async -> Void) {
        real.addTask { await body() }
    }

    func cancelAll() {
        guard let thread = Interleaving.Thread.current else { return real.cancelAll() }
        thread.cancelsChildren { real.cancelAll() }
    }
}

/// Replaces the standard library's function in builds that explore interleavings.
func withDiscardingTaskGroup(_ body: @Sendable (inout InterleavedTaskGroup) async -> Void) async {
    await Swift.withDiscardingTaskGroup { @Sendable group in
        var own = InterleavedTaskGroup(real: group)
        await body(&own)
    }
}

/// The group of child tasks in which a call waits.
typealias ChildTasks = InterleavedTaskGroup
#else
/// The group of child tasks in which a call waits.
typealias ChildTasks = DiscardingTaskGroup
#endif
