/// A value that can be set from anywhere, and that derived sources follow: what a filter looks for, how a table is
/// sorted, which part of a list is shown.
///
/// ```swift
/// let search = Parameter("")
/// let found = staff.filter(by: search) { employee, text in text.isEmpty || employee.name.contains(text) }
/// search.set("al")                      // from any task, or from none
/// ```
///
/// It is a source of one value: it can be subscribed to, and what is set between two looks of a subscriber conflates.
/// Setting it is synchronous and costs O(subscribers that wait).
///
/// What is derived from a list and a parameter goes on as long as one of them does: a list that has finished can still be
/// searched. Where the end of the data is to be the end of the views, ``finish()`` the parameter too. It also finishes
/// when its last reference goes; what is derived from it keeps it alive.
public final class Parameter<Value: Equatable & Sendable>: PublishingSource {
    /// The state is a value.
    public typealias Snapshot = ValueSnapshot<Value>

    @usableFromInline let initial: Value
    /// Where the parameter publishes.
    public let hub: SnapshotHub<ValueSnapshot<Value>>

    /// Creates a parameter with a value.
    @inlinable
    public init(_ value: Value) {
        initial = value
        hub = SnapshotHub(ValueSnapshot(value))
    }

    /// The value that was set last; while publishing is suspended, the last one before that.
    @inlinable
    public var value: Value { hub.snapshot.value ?? initial }

    /// Sets the value; an equal one publishes nothing.
    ///
    /// To make the new value from the old one, use ``update(_:)``: between reading ``value`` and setting another task may
    /// set it.
    ///
    /// - Returns: The version of the commit.
    @inlinable @discardableResult
    public func set(_ value: Value) -> Version {
        hub.publish(ValueSnapshot(value)) ?? hub.version
    }

    /// Changes the value in place, with nothing in between.
    ///
    /// ```swift
    /// expansion.update { $0.toggle(file.id) }
    /// ```
    ///
    /// From any task; a value that is equal to the old one publishes nothing. No lock is held while `body` runs, so it may
    /// be called again, with the newer value, when another task has changed the value meanwhile: it should do nothing but
    /// change the value. When it throws, nothing changes; on a parameter that has finished, what it does is dropped.
    ///
    /// - Parameter body: Changes the value.
    /// - Returns: What `body` returned the last time.
    /// - Throws: What `body` throws.
    @inlinable @discardableResult
    public func update<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var outcome: Swift.Result<Result, Failure>?
        let (core, initial) = (hub.core, initial)
        _ = core.commit { last, number in
            let old = unsafeDowncast(last, to: Commit<ValueSnapshot<Value>>.self).snapshot.value ?? initial
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

    /// Publishes what is held back, and then nothing more: the parameter keeps its value.
    public func finish() {
        hub.finish()
    }
}
