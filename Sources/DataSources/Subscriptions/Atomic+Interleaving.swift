#if DATASOURCES_INTERLEAVING
internal import Synchronization

/// Takes the place of `Synchronization.Atomic` in builds whose windows are explored; see ``Interleaving``.
///
/// Of the orderings it takes the strictest: a weaker one is no matter of who goes first, and is left to ThreadSanitizer.
struct Atomic<Value: AtomicRepresentable & Sendable>: ~Copyable {
    private let real: Synchronization.Atomic<Value>
    private let object = Interleaving.newObject()

    init(_ initialValue: consuming Value) {
        real = Synchronization.Atomic(initialValue)
    }

    func load(ordering: AtomicLoadOrdering, file: StaticString = #fileID, line: UInt = #line) -> Value {
        Interleaving.Thread.current?.reached(.reads(object), file, line)
        return real.load(ordering: .sequentiallyConsistent)
    }

    func store(_ value: Value, ordering: AtomicStoreOrdering, file: StaticString = #fileID, line: UInt = #line) {
        Interleaving.Thread.current?.reached(.writes(object), file, line)
        real.store(value, ordering: .sequentiallyConsistent)
    }

    func exchange(
        _ value: Value,
        ordering: AtomicUpdateOrdering,
        file: StaticString = #fileID,
        line: UInt = #line
    ) -> Value {
        Interleaving.Thread.current?.reached(.writes(object), file, line)
        return real.exchange(value, ordering: .sequentiallyConsistent)
    }

    func compareExchange(
        expected: Value,
        desired: Value,
        ordering: AtomicUpdateOrdering,
        file: StaticString = #fileID,
        line: UInt = #line
    ) -> (exchanged: Bool, original: Value) {
        Interleaving.Thread.current?.reached(.writes(object), file, line)
        return real.compareExchange(expected: expected, desired: desired, ordering: .sequentiallyConsistent)
    }
}

extension Atomic where Value == Int {
    @discardableResult
    func add(
        _ value: Int,
        ordering: AtomicUpdateOrdering,
        file: StaticString = #fileID,
        line: UInt = #line
    ) -> (oldValue: Int, newValue: Int) {
        Interleaving.Thread.current?.reached(.writes(object), file, line)
        return real.add(value, ordering: .sequentiallyConsistent)
    }
}

extension Atomic where Value == UInt64 {
    @discardableResult
    func wrappingAdd(
        _ value: UInt64,
        ordering: AtomicUpdateOrdering,
        file: StaticString = #fileID,
        line: UInt = #line
    ) -> (oldValue: UInt64, newValue: UInt64) {
        Interleaving.Thread.current?.reached(.writes(object), file, line)
        return real.wrappingAdd(value, ordering: .sequentiallyConsistent)
    }

    @discardableResult
    func max(
        _ value: UInt64,
        ordering: AtomicUpdateOrdering,
        file: StaticString = #fileID,
        line: UInt = #line
    ) -> (oldValue: UInt64, newValue: UInt64) {
        Interleaving.Thread.current?.reached(.writes(object), file, line)
        return real.max(value, ordering: .sequentiallyConsistent)
    }
}
#endif
