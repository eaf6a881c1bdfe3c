/// An immutable single value: one state of a source that has one, such as a ``Parameter`` or a sum.
///
/// It is a value that is O(1) to copy. The empty snapshot has no value: it is the state before the first commit.
///
/// ```swift
/// let total = await staff.sum(of: \.salary).snapshot.value
/// ```
public struct ValueSnapshot<Value: Equatable & Sendable>: Sendable {
    /// Keeps a value once, so that copies can be told from values that are only equal.
    @usableFromInline
    final class Box: Sendable {
        @usableFromInline let value: Value

        @inlinable
        init(_ value: Value) {
            self.value = value
        }
    }

    @usableFromInline let box: Box?
    /// The commit that made this the state of a source; `nil` for a snapshot that no source has committed.
    ///
    /// It takes no part in equality.
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
    /// Values whose stored bits are the same are equal, also if they do not equal themselves.
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
