/// A hashable value as a key, with an equality that is reflexive whatever the value's own `==` returns.
///
/// A hash table never finds a value that does not equal itself, such as NaN: it can be inserted again and again, and not
/// be removed. As keys, all values of a type that do not equal themselves are the same key. For every other value, two keys
/// are equal when the values are.
@usableFromInline
struct ReflexiveKey<Value: Hashable>: Hashable {
    @usableFromInline let value: Value

    @inlinable
    init(_ value: Value) {
        self.value = value
    }

    /// Whether both are the same key.
    @inlinable
    static func == (left: ReflexiveKey, right: ReflexiveKey) -> Bool {
        areSameKey(left.value, right.value)
    }

    @inlinable
    func hash(into hasher: inout Hasher) {
        if value == value { value.hash(into: &hasher) }
    }
}

extension ReflexiveKey: Sendable where Value: Sendable {}

/// Whether two ids or keys are the same one: they are equal, or neither of them equals itself.
@inlinable
func areSameKey<Value: Equatable>(_ left: Value, _ right: Value) -> Bool {
    left == right || (left != left && right != right)
}

/// Whether a type is one of the standard library's whose values always equal themselves and keep their hash.
///
/// For these types the checks that values which misbehave need are compiled away.
@inlinable @inline(__always)
func isKnownToBehave<Value>(_ type: Value.Type) -> Bool {
    type == Int.self || type == String.self || type == UInt64.self || type == Int64.self || type == UInt.self
        || type == Int32.self || type == UInt32.self
}

/// Whether an item is what it was: its stored bits are the same, or `==` says so.
///
/// This is the one comparison of content for states, differences and edits. Bits decide first, so that content which does
/// not equal itself, such as NaN, does not change by being stored, copied or compared.
@inlinable
func isUnchanged<Value: Equatable>(_ old: Value, _ new: Value) -> Bool {
    old == new || withUnsafePointer(to: old) { old in withUnsafePointer(to: new) { haveSameBits(old, $0) } }
}

/// Whether two values are the same bits.
///
/// Different bits say nothing. For items whose strings are shared between versions this spares all comparisons.
@inlinable @inline(__always)
func haveSameBits<T>(_ left: UnsafePointer<T>, _ right: UnsafePointer<T>) -> Bool {
    let size = MemoryLayout<T>.size
    let (a, b) = (UnsafeRawPointer(left), UnsafeRawPointer(right))
    var offset = 0
    while offset &+ 8 <= size {
        if a.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            != b.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        {
            return false
        }
        offset &+= 8
    }
    while offset < size {
        if a.load(fromByteOffset: offset, as: UInt8.self) != b.load(fromByteOffset: offset, as: UInt8.self) {
            return false
        }
        offset &+= 1
    }
    return true
}
