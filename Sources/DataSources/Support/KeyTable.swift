/// A dictionary for keys of users' types that also finds keys that do not equal themselves.
///
/// A standard dictionary traps if, while it grows, it finds that `==` and `hash` of its keys contradict each other.
/// This one therefore grows before it inserts a key. For such keys its results can be wrong.
@usableFromInline
struct KeyTable<Key: Hashable, Value> {
    @usableFromInline typealias Storage = [ReflexiveKey<Key>: Value]
    @usableFromInline typealias Index = Storage.Index
    @usableFromInline var storage: Storage

    @inlinable
    init() {
        storage = [:]
    }

    @inlinable
    init(minimumCapacity: Int) {
        storage = Storage(minimumCapacity: minimumCapacity)
    }

    @inlinable var count: Int { storage.count }
    @inlinable var isEmpty: Bool { storage.isEmpty }

    /// The values, each at the index that ``index(forKey:)`` returns.
    @inlinable var values: Storage.Values {
        @inline(__always) get { storage.values }
        @inline(__always) _modify { yield &storage.values }
    }

    @inlinable
    subscript(key: Key) -> Value? {
        @inline(__always) get { storage[ReflexiveKey(key)] }
        @inline(__always) _modify {
            makeRoom()
            yield &storage[ReflexiveKey(key)]
        }
    }

    @inlinable
    subscript(key: Key, default initial: @autoclosure () -> Value) -> Value {
        @inline(__always) get { storage[ReflexiveKey(key), default: initial()] }
        @inline(__always) _modify {
            makeRoom()
            yield &storage[ReflexiveKey(key), default: initial()]
        }
    }

    @inlinable @inline(__always)
    func index(forKey key: Key) -> Index? { storage.index(forKey: ReflexiveKey(key)) }

    @inlinable @inline(__always) @discardableResult
    mutating func removeValue(forKey key: Key) -> Value? { storage.removeValue(forKey: ReflexiveKey(key)) }

    @inlinable @inline(__always) @discardableResult
    mutating func updateValue(_ value: Value, forKey key: Key) -> Value? {
        makeRoom()
        return storage.updateValue(value, forKey: ReflexiveKey(key))
    }

    @inlinable @inline(__always) @discardableResult
    mutating func remove(at index: Index) -> Value { storage.remove(at: index).value }

    @inlinable
    mutating func removeAll(keepingCapacity: Bool = false) { storage.removeAll(keepingCapacity: keepingCapacity) }

    @inlinable
    mutating func reserveCapacity(_ count: Int) {
        if isKnownToBehave(Key.self) {
            storage.reserveCapacity(count)
        } else if storage.capacity < count {
            grow(to: count)
        }
    }

    @inlinable @inline(__always)
    mutating func makeRoom() {
        if !isKnownToBehave(Key.self), storage.count >= storage.capacity { grow(to: storage.count * 2 + 4) }
    }

    /// Rehashes all keys into room for `count`; of keys that have become equal, one stays.
    @inlinable @inline(never)
    mutating func grow(to count: Int) {
        var roomier = Storage(minimumCapacity: Swift.max(count, storage.count))
        for (key, value) in storage { roomier.updateValue(value, forKey: key) }
        storage = roomier
    }
}

extension KeyTable: Sendable where Key: Sendable, Value: Sendable {}

extension KeyTable: Sequence {
    @usableFromInline
    struct Iterator: IteratorProtocol {
        @usableFromInline var base: Storage.Iterator

        @inlinable
        init(_ base: Storage.Iterator) {
            self.base = base
        }

        @inlinable
        mutating func next() -> (key: Key, value: Value)? {
            base.next().map { ($0.key.value, $0.value) }
        }
    }

    @inlinable
    func makeIterator() -> Iterator { Iterator(storage.makeIterator()) }
}

/// A set for keys of users' types that also finds keys that do not equal themselves; see ``KeyTable``.
@usableFromInline
struct KeySet<Key: Hashable> {
    @usableFromInline var table = KeyTable<Key, Void>()

    @inlinable
    init() {}

    @inlinable
    init(_ keys: some Sequence<Key>) {
        for key in keys { insert(key) }
    }

    @inlinable var count: Int { table.count }
    @inlinable var isEmpty: Bool { table.isEmpty }

    @inlinable @inline(__always)
    func contains(_ key: Key) -> Bool { table.index(forKey: key) != nil }

    /// Inserts a key; returns `false` if it is already present.
    @inlinable @inline(__always) @discardableResult
    mutating func insert(_ key: Key) -> Bool { table.updateValue((), forKey: key) == nil }

    /// Removes a key; returns `false` if it is not present.
    @inlinable @inline(__always) @discardableResult
    mutating func remove(_ key: Key) -> Bool { table.removeValue(forKey: key) != nil }

    @inlinable
    mutating func removeAll(keepingCapacity: Bool = false) { table.removeAll(keepingCapacity: keepingCapacity) }

    @inlinable
    mutating func reserveCapacity(_ count: Int) { table.reserveCapacity(count) }
}

extension KeySet: Sendable where Key: Sendable {}

extension KeySet: Hashable {
    @inlinable
    static func == (left: KeySet, right: KeySet) -> Bool {
        left.count == right.count && left.allSatisfy { right.contains($0) }
    }

    @inlinable
    func hash(into hasher: inout Hasher) {
        // A sum, since it does not depend on the order of the keys.
        var sum = 0
        for key in self { sum &+= ReflexiveKey(key).hashValue }
        hasher.combine(sum)
    }
}

extension KeySet: Encodable where Key: Encodable {
    /// Encodes the keys as a standard set does.
    @inlinable
    func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for key in self { try container.encode(key) }
    }
}

extension KeySet: Decodable where Key: Decodable {
    @inlinable
    init(from decoder: any Decoder) throws {
        self.init()
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd { insert(try container.decode(Key.self)) }
    }
}

extension KeySet: Sequence {
    @usableFromInline
    struct Iterator: IteratorProtocol {
        @usableFromInline var base: KeyTable<Key, Void>.Iterator

        @inlinable
        init(_ base: KeyTable<Key, Void>.Iterator) {
            self.base = base
        }

        @inlinable
        mutating func next() -> Key? { base.next()?.key }
    }

    @inlinable
    func makeIterator() -> Iterator { Iterator(table.makeIterator()) }
}

/// Whether two optional keys are the same, or both are `nil`.
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
/// Values that do not equal themselves, such as NaN, come after all others and are ties.
@inlinable
func comesBefore<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
    left < right || right != right && left == left
}
