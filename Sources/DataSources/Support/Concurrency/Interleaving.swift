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

/// Where tests decide which of several threads goes on; only in builds with `DATASOURCES_INTERLEAVING`.
///
/// A **window** is the time between two operations of one thread on what threads share: it has let go of one lock and has
/// not yet taken the next, or it has read an atomic value and acts on it. What it has seen may be out of date by then.
/// `SeededExecutor` cannot look into a window, since it decides only which job runs next, and both operations are of one
/// job. So wake-ups that are lost in a window stay unseen.
///
/// In these builds the core's `Mutex` and `Atomic` are the stand-ins `Mutex+Interleaving.swift` and
/// `Atomic+Interleaving.swift`. Before each operation, and after each unlocking, they call the host of the thread, which
/// may let other threads go first. A thread without a host, which is every thread but those of an exploration, pays for one
/// look at a thread-specific value. In all other builds the stand-ins are not there, and the core uses those of
/// `Synchronization`.
///
/// The host is `Interleaver` in `Tests/DataSourcesTests/Support/Interleaving`. It tries all orders up to a bound. What
/// fails says how to see it again: put the schedule it names into the exploration, as
/// `explore(.preemptions(2), replaying: "12:1 15:0")`. The report lists the operations in their order, each with its line.
///
/// Locks and atomic values that all threads of the process share, such as idle scratch memory, are no windows of a
/// source: the host takes no notice of what is done in their files.
package enum Interleaving {
    /// What a thread is about to do, or has done, with an object of a number.
    package enum Operation: Hashable, Sendable {
        case locks(UInt64)
        case hasUnlocked(UInt64)
        case reads(UInt64)
        case writes(UInt64)
    }

    /// What decides which thread goes on.
    package protocol Host: AnyObject, Sendable {
        /// A thread of the host is about to do something, or has unlocked something; returns when it may go on.
        func reached(_ operation: Operation, by thread: Int, in file: StaticString, line: UInt)

        /// A thread of the host cancels child tasks of its own, and no other thread goes on until that is done.
        func cancelsChildren(by thread: Int, _ cancel: () -> Void)
    }

    /// A thread whose operations a host decides about.
    package final class Thread: Sendable {
        fileprivate let host: any Host
        /// What the host calls the thread.
        package let number: Int

        package init(host: any Host, number: Int) {
            self.host = host
            self.number = number
        }

        /// Makes the calling thread this one, as long as the process lives or until the next call.
        package func begin() {
            pthread_setspecific(key, Unmanaged.passRetained(self).toOpaque())
        }

        /// What the calling thread is; `nil` for one that nobody decides about.
        package static var current: Thread? {
            pthread_getspecific(key).map { Unmanaged<Thread>.fromOpaque($0).takeUnretainedValue() }
        }

        func reached(_ operation: Operation, _ file: StaticString, _ line: UInt) {
            host.reached(operation, by: number, in: file, line: line)
        }

        fileprivate func cancelsChildren(_ cancel: () -> Void) {
            host.cancelsChildren(by: number, cancel)
        }
    }

    /// A value that an exploration's own tasks share, behind the stand-in for `Mutex`.
    ///
    /// With it, tests of the explorer and stand-ins for clocks are explored as the core is.
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

    /// A number that no other object has.
    static func newObject() -> UInt64 { objectsMade.wrappingAdd(1, ordering: .relaxed).newValue }

    private static let objectsMade = Synchronization.Atomic<UInt64>(0)

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        precondition(pthread_key_create(&key, nil) == 0, "The process has no thread-specific key left.")
        return key
    }()
}

/// Takes the place of `DiscardingTaskGroup` in builds whose windows are explored.
///
/// While child tasks are cancelled the runtime holds locks of theirs. Whoever resumes one of them meanwhile would block
/// on such a lock, of which the host does not know.
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

/// Takes the place of the standard library's function in builds whose windows are explored.
func withDiscardingTaskGroup(_ body: (inout InterleavedTaskGroup) async -> Void) async {
    await Swift.withDiscardingTaskGroup { group in
        var own = InterleavedTaskGroup(real: group)
        await body(&own)
    }
}

/// The group of child tasks in which somebody waits.
typealias ChildTasks = InterleavedTaskGroup
#else
/// The group of child tasks in which somebody waits.
typealias ChildTasks = DiscardingTaskGroup
#endif
