/// A value that any code can set and that derived sources follow: a search text, a sort order, a window into a list.
///
/// ```swift
/// let search = Parameter("")
/// let found = staff.filter(by: search) { employee, text in text.isEmpty || employee.name.contains(text) }
/// search.set("al")                      // from any task, or from none
/// ```
///
/// It is a source of one value: it can be subscribed to, and values set between two demands of a subscriber conflate.
/// Setting it is synchronous and costs O(waiting subscribers).
///
/// A source derived from a list and a parameter runs until both have finished: a finished list can still be searched.
/// If its views must end with the data, ``finish()`` the parameter too. A parameter also finishes when its last
/// reference is released; sources derived from it keep it alive.
public final class Parameter<Value: Equatable & Sendable>: PublishingSource {
    /// The state: a value.
    public typealias Snapshot = ValueSnapshot<Value>

    @usableFromInline let initial: Value
    /// The hub that publishes the parameter's commits.
    public let hub: SnapshotHub<ValueSnapshot<Value>>

    /// Creates a parameter with a value.
    @inlinable
    public init(_ value: Value) {
        initial = value
        hub = SnapshotHub(ValueSnapshot(value))
    }

    /// The last value set; while publishing is suspended, the last value set before that.
    @inlinable
    public var value: Value { hub.snapshot.value ?? initial }

    /// Sets the value; setting an equal value publishes nothing.
    ///
    /// To compute the new value from the old one, use ``update(_:)``: another task can set the value between a read of
    /// ``value`` and this call.
    ///
    /// - Returns: The version of the commit; that of the last commit if the value is equal.
    @inlinable @discardableResult
    public func set(_ value: Value) -> Version {
        hub.publish(ValueSnapshot(value)) ?? hub.version
    }

    /// Changes the value in place, atomically.
    ///
    /// ```swift
    /// expansion.update { $0.toggle(file.id) }
    /// ```
    ///
    /// It can be called from any task. A result equal to the old value publishes nothing. `body` runs without a lock
    /// and runs again, on the newer value, if another task changed the value meanwhile; so it must have no side
    /// effects. If it throws, nothing changes; if the parameter has finished, its change is dropped.
    ///
    /// - Parameter body: Changes the value.
    /// - Returns: The result of the last run of `body`.
    /// - Throws: Any error `body` throws.
    @inlinable @discardableResult
    public func update<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var outcome: Swift.Result<Result, Failure>?
        let (core, initial) = (hub.core, initial)
        _ = core.commit { last, number in
            let old = downcast(last, to: Commit<ValueSnapshot<Value>>.self).snapshot.value ?? initial
            var value = old
            do throws(Failure) {
                outcome = .success(try body(&value))
            } catch {
                outcome = .failure(error)
                return nil
            }
            if value == old { return nil }
            return Commit(number: number, snapshot: ValueSnapshot(value).committed(as: core.version(number)))
        }
        if let outcome { return try outcome.get() }
        var value = value
        return try body(&value)
    }

    /// Publishes what is held back and ends publishing; the parameter keeps its value.
    public func finish() {
        hub.finish()
    }
}
