/// An immutable single value: one state of a source of one value, such as a ``Parameter`` or a sum.
///
/// A snapshot is a value with O(1) copies. The empty snapshot has no value: it is the state before the first commit.
///
/// ```swift
/// let total = await staff.sum(of: \.salary).snapshot.value
/// ```
public struct ValueSnapshot<Value: Equatable & Sendable>: Sendable {
    /// A reference to a value, so that copies can be told from equal values.
    @usableFromInline
    final class Box: Sendable {
        @usableFromInline let value: Value

        @inlinable
        init(_ value: Value) {
            self.value = value
        }
    }

    @usableFromInline let box: Box?
    /// The commit that published this snapshot; `nil` for a snapshot that no source has committed.
    ///
    /// Equality ignores it.
    public let version: Version?

    @inlinable
    init(box: Box?, version: Version?) {
        self.box = box
        self.version = version
    }

    /// Creates a snapshot without a value.
    @inlinable
    public init() {
        self.init(box: nil, version: nil)
    }

    /// Creates a snapshot of a value.
    @inlinable
    public init(_ value: Value) {
        self.init(box: Box(value), version: nil)
    }

    /// The value; `nil` before there is one.
    ///
    /// - Complexity: O(1).
    @inlinable
    public var value: Value? { box?.value }
}

extension ValueSnapshot: Equatable {
    /// Whether both have equal values, or both have none.
    ///
    /// Values with the same stored bits are equal, even if they do not equal themselves.
    @inlinable
    public static func == (left: ValueSnapshot, right: ValueSnapshot) -> Bool {
        if left.box === right.box { return true }
        guard let old = left.value, let new = right.value else { return false }
        return isUnchanged(old, new)
    }
}

extension ValueSnapshot: CustomStringConvertible {
    /// The value, or a dash.
    public var description: String { value.map { String(describing: $0) } ?? "–" }
}
