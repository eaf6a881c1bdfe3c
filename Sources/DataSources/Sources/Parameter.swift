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

    /// Sets the value.
    ///
    /// Of an equal one nobody is told.
    ///
    /// - Returns: The version of the commit.
    @inlinable @discardableResult
    public func set(_ value: Value) -> Version {
        hub.publish(ValueSnapshot(value)) ?? hub.version
    }

    /// Publishes what is held back, and then nothing more: the parameter keeps its value.
    public func finish() {
        hub.finish()
    }
}
