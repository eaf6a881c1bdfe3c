/// A dictionary by ids or keys of users' types, in which also those are found that do not equal themselves.
@usableFromInline typealias KeyTable<Key: Hashable, Value> = [ReflexiveKey<Key>: Value]

/// A set of ids or keys of users' types, in which also those are found that do not equal themselves.
@usableFromInline typealias KeySet<Key: Hashable> = Set<ReflexiveKey<Key>>

// The same as without the wrapper, so that operators need not say it everywhere.

extension Dictionary {
    @inlinable
    subscript<Raw>(key: Raw) -> Value? where Key == ReflexiveKey<Raw> {
        @inline(__always) get { self[ReflexiveKey(key)] }
        @inline(__always) _modify { yield &self[ReflexiveKey(key)] }
    }

    @inlinable
    subscript<Raw>(key: Raw, default initial: @autoclosure () -> Value) -> Value where Key == ReflexiveKey<Raw> {
        @inline(__always) get { self[ReflexiveKey(key), default: initial()] }
        @inline(__always) _modify { yield &self[ReflexiveKey(key), default: initial()] }
    }

    @inlinable @inline(__always)
    func index<Raw>(forKey key: Raw) -> Index? where Key == ReflexiveKey<Raw> {
        index(forKey: ReflexiveKey(key))
    }

    @inlinable @inline(__always) @discardableResult
    mutating func removeValue<Raw>(forKey key: Raw) -> Value? where Key == ReflexiveKey<Raw> {
        removeValue(forKey: ReflexiveKey(key))
    }

    @inlinable @inline(__always) @discardableResult
    mutating func updateValue<Raw>(_ value: Value, forKey key: Raw) -> Value? where Key == ReflexiveKey<Raw> {
        updateValue(value, forKey: ReflexiveKey(key))
    }
}

extension Set {
    @inlinable @inline(__always)
    func contains<Raw>(_ key: Raw) -> Bool where Element == ReflexiveKey<Raw> {
        contains(ReflexiveKey(key))
    }

    @inlinable @inline(__always) @discardableResult
    mutating func insert<Raw>(_ key: Raw) -> Bool where Element == ReflexiveKey<Raw> {
        insert(ReflexiveKey(key)).inserted
    }

    @inlinable @inline(__always) @discardableResult
    mutating func remove<Raw>(_ key: Raw) -> Bool where Element == ReflexiveKey<Raw> {
        remove(ReflexiveKey(key)) != nil
    }
}

/// Whether two optional ids or keys are the same one, or both are missing.
@inlinable
func areSameKey<Value: Equatable>(_ left: Value?, _ right: Value?) -> Bool {
    switch (left, right) {
    case (nil, nil): true
    case (let left?, let right?): areSameKey(left, right)
    default: false
    }
}

/// Whether a value comes before another in ascending order.
///
/// Values that do not equal themselves, such as NaN, come after all others, and tie with one another.
@inlinable
func comesBefore<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
    left < right || right != right && left == left
}
