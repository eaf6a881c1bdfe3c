/// A hashable key whose equality is reflexive, whatever the value's own `==` returns.
///
/// A hash table never finds a value that does not equal itself, such as NaN: it can be inserted repeatedly and never be
/// removed. As keys, all such values of a type are one key. For every other value, keys are equal if the values are.
@usableFromInline
package struct ReflexiveKey<Value: Hashable>: Hashable {
    @usableFromInline package let value: Value

    @inlinable
    package init(_ value: Value) {
        self.value = value
    }

    /// Whether both are the same key.
    @inlinable
    package static func == (left: ReflexiveKey, right: ReflexiveKey) -> Bool {
        areSameKey(left.value, right.value)
    }

    @inlinable
    package func hash(into hasher: inout Hasher) {
        if value == value { value.hash(into: &hasher) }
    }
}

extension ReflexiveKey: Sendable where Value: Sendable {}

/// Whether two keys are the same: they are equal, or neither equals itself.
@inlinable
package func areSameKey<Value: Equatable>(_ left: Value, _ right: Value) -> Bool {
    left == right || (left != left && right != right)
}

/// Whether a type is a standard library type whose values always equal themselves and keep their hash.
///
/// For these types the checks for other values are compiled away.
@inlinable @inline(__always)
package func isKnownToBehave<Value>(_ type: Value.Type) -> Bool {
    type == Int.self || type == String.self || type == UInt64.self || type == Int64.self || type == UInt.self
        || type == Int32.self || type == UInt32.self
}

/// Whether an item is unchanged: its stored bits are the same, or `==` returns `true`.
///
/// States, differences and edits all compare content with this function. Equal bits count, so that content that does
/// not equal itself, such as NaN, does not change by being stored, copied or compared.
@inlinable
package func isUnchanged<Value: Equatable>(_ old: Value, _ new: Value) -> Bool {
    old == new || withBorrowedPointer(to: old) { old in withBorrowedPointer(to: new) { haveSameBits(old, $0) } }
}

/// Whether an item is unchanged, as ``isUnchanged(_:_:)-(Value,_)`` says; compares bits first, which is cheap.
@inlinable @inline(__always)
package func isUnchanged<Value: Equatable>(_ old: BorrowedPointer<Value>, _ new: BorrowedPointer<Value>) -> Bool {
    haveSameBits(old, new) || old.pointee == new.pointee
}

/// Whether two values have the same bits.
///
/// Different bits prove nothing. For items whose strings are shared between versions, equal bits save all comparisons.
@inlinable @inline(__always)
package func haveSameBits<T>(_ left: BorrowedPointer<T>, _ right: BorrowedPointer<T>) -> Bool {
    haveSameBytes(left.bytes, right.bytes, count: MemoryLayout<T>.size)
}
