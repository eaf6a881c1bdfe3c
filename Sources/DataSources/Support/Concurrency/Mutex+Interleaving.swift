#if DATASOURCES_INTERLEAVING
internal import Synchronization

/// Replaces `Synchronization.Mutex` in builds that explore interleavings; see ``Interleaving``.
struct Mutex<Value: ~Copyable>: ~Copyable {
    private let real: Synchronization.Mutex<Value>
    private let object = Interleaving.newObject()

    init(_ initialValue: consuming sending Value) {
        real = Synchronization.Mutex(initialValue)
    }

    borrowing func withLock<Result: ~Copyable, E: Error>(
        file: StaticString = #fileID,
        line: UInt = #line,
        _ body: (inout sending Value) throws(E) -> sending Result
    ) throws(E) -> sending Result {
        guard let thread = Interleaving.Thread.current else { return try real.withLock(body) }
        thread.reached(.locks(object), file, line)
        defer { thread.reached(.hasUnlocked(object), file, line) }
        return try real.withLock(body)
    }
}

// The real mutex is sendable, whatever its value.
extension Mutex: @unchecked Sendable where Value: ~Copyable {}
#endif
