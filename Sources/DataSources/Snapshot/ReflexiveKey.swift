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
