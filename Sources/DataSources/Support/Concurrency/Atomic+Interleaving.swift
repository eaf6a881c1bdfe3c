#if DATASOURCES_INTERLEAVING
internal import Synchronization

/// Replaces `Synchronization.Atomic` in builds that explore interleavings; see ``Interleaving``.
///
/// The value is guarded by a lock, which is stricter than any memory ordering. Weaker orderings are checked by
/// ThreadSanitizer.
struct Atomic<Value: AtomicRepresentable & Sendable>: ~Copyable {
    private let real: Synchronization.Mutex<Value>
    private let object = Interleaving.newObject()

    init(_ initialValue: Value) {
        real = Synchronization.Mutex(initialValue)
    }

    func load(ordering: AtomicLoadOrdering, file: StaticString = #fileID, line: UInt = #line) -> Value {
        Interleaving.Thread.current?.reached(.reads(object), file, line)
        return real.withLock { $0 }
    }

    func store(_ value: Value, ordering: AtomicStoreOrdering, file: StaticString = #fileID, line: UInt = #line) {
        change(file, line) { $0 = value }
    }

    private func change(_ file: StaticString, _ line: UInt, _ body: (inout Value) -> Void) {
        Interleaving.Thread.current?.reached(.writes(object), file, line)
        real.withLock { body(&$0) }
    }
}

extension Atomic where Value: FixedWidthInteger {
    @discardableResult
    func add(
        _ value: Value,
        ordering: AtomicUpdateOrdering,
        file: StaticString = #fileID,
        line: UInt = #line
    ) -> (oldValue: Value, newValue: Value) {
        update(file, line) { $0 + value }
    }

    @discardableResult
    func subtract(
        _ value: Value,
        ordering: AtomicUpdateOrdering,
        file: StaticString = #fileID,
        line: UInt = #line
    ) -> (oldValue: Value, newValue: Value) {
        update(file, line) { $0 - value }
    }

    @discardableResult
    func wrappingAdd(
        _ value: Value,
        ordering: AtomicUpdateOrdering,
        file: StaticString = #fileID,
        line: UInt = #line
    ) -> (oldValue: Value, newValue: Value) {
        update(file, line) { $0 &+ value }
    }

    @discardableResult
    func max(
        _ value: Value,
        ordering: AtomicUpdateOrdering,
        file: StaticString = #fileID,
        line: UInt = #line
    ) -> (oldValue: Value, newValue: Value) {
        update(file, line) { Swift.max($0, value) }
    }

    private func update(
        _ file: StaticString,
        _ line: UInt,
        _ next: (Value) -> Value
    ) -> (oldValue: Value, newValue: Value) {
        var values: (oldValue: Value, newValue: Value) = (0, 0)
        change(file, line) { value in
            values.oldValue = value
            value = next(value)
            values.newValue = value
        }
        return values
    }
}
#endif
