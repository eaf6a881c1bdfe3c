/// A multiset of values in order; after a removal it still knows the next extreme.
///
/// It is a B+-tree with up to 64 entries per node. Overfull nodes split and empty nodes are dropped; there is no other
/// rebalancing.
///
/// Values that do not equal themselves, such as NaN, have no order and are left out.
///
/// | Operation | Cost |
/// |---|---|
/// | insert, remove | O(log *n*) |
/// | ``first``, ``last`` | O(log *n*) |
public struct OrderedMultiset<Value: Comparable & Sendable>: Sendable {
    @usableFromInline
    struct Entry: Sendable {
        @usableFromInline let value: Value
        @usableFromInline var count: Int

        @inlinable
        init(_ value: Value) {
            self.value = value
            count = 1
        }
    }

    @usableFromInline
    struct Node: Sendable {
        @usableFromInline
        enum Content: Sendable {
            case leaf(ContiguousArray<Entry>)
            case branch(ContiguousArray<Node>)
        }

        /// No value beneath this node is smaller.
        @usableFromInline var low: Value
        @usableFromInline var content: Content

        @inlinable
        init(low: Value, _ content: Content) {
            self.low = low
            self.content = content
        }
    }

    @usableFromInline var root: Node?

    /// Creates an empty multiset.
    @inlinable
    public init() {}

    /// The smallest value.
    @inlinable
    public var first: Value? {
        guard var node = root else { return nil }
        while case .branch(let children) = node.content { node = children[0] }
        guard case .leaf(let entries) = node.content else { return nil }
        return entries.first?.value
    }

    /// The largest value.
    @inlinable
    public var last: Value? {
        guard var node = root else { return nil }
        while case .branch(let children) = node.content { node = children[children.count - 1] }
        guard case .leaf(let entries) = node.content else { return nil }
        return entries.last?.value
    }

    /// Inserts a value, or one more occurrence of it.
    @inlinable
    public mutating func insert(_ value: Value) {
        if value != value { return }
        guard let right = root?.insert(value) else {
            if root == nil { root = Node(low: value, .leaf([Entry(value)])) }
            return
        }
        if let left = root { root = Node(low: left.low, .branch([left, right])) }
    }

    /// Removes one occurrence of a value, if there is one.
    @inlinable
    public mutating func remove(_ value: Value) {
        if value != value { return }
        if root?.remove(value) == true { root = nil }
        while case .branch(let children)? = root?.content, children.count == 1 { root = children[0] }
    }
}

extension OrderedMultiset.Node {
    @usableFromInline typealias Entry = OrderedMultiset.Entry

    @inlinable static var limit: Int { 64 }

    /// Inserts a value; returns the right half if the node split.
    @inlinable
    mutating func insert(_ value: Value) -> Self? {
        low = Swift.min(low, value)
        switch content {
        case .leaf(var entries):
            content = .leaf([])
            defer { content = .leaf(entries) }
            let place = Self.place(of: value, in: entries)
            if place < entries.count, entries[place].value == value {
                entries[place].count += 1
                return nil
            }
            entries.insert(Entry(value), at: place)
            if entries.count <= Self.limit { return nil }
            let tail = ContiguousArray(entries[(Self.limit / 2)...])
            entries.removeSubrange((Self.limit / 2)...)
            return Self(low: tail[0].value, .leaf(tail))
        case .branch(var children):
            content = .leaf([])
            defer { content = .branch(children) }
            let place = Self.child(for: value, in: children)
            guard let right = children[place].insert(value) else { return nil }
            children.insert(right, at: place + 1)
            if children.count <= Self.limit { return nil }
            let tail = ContiguousArray(children[(Self.limit / 2)...])
            children.removeSubrange((Self.limit / 2)...)
            return Self(low: tail[0].low, .branch(tail))
        }
    }

    /// Removes one occurrence of a value; returns whether the node is now empty.
    @inlinable
    mutating func remove(_ value: Value) -> Bool {
        switch content {
        case .leaf(var entries):
            content = .leaf([])
            defer { content = .leaf(entries) }
            let place = Self.place(of: value, in: entries)
            guard place < entries.count, entries[place].value == value else { return false }
            entries[place].count -= 1
            if entries[place].count == 0 { entries.remove(at: place) }
            return entries.isEmpty
        case .branch(var children):
            content = .leaf([])
            defer { content = .branch(children) }
            let place = Self.child(for: value, in: children)
            if children[place].remove(value) { children.remove(at: place) }
            return children.isEmpty
        }
    }

    /// The index of a value among entries, or its insertion point.
    @inlinable
    static func place(of value: Value, in entries: ContiguousArray<Entry>) -> Int {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].value < value { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The index of the child that contains a value or would contain it.
    @inlinable
    static func child(for value: Value, in children: ContiguousArray<Self>) -> Int {
        var (low, high) = (1, children.count)
        while low < high {
            let middle = (low + high) / 2
            if value < children[middle].low { high = middle } else { low = middle + 1 }
        }
        return low - 1
    }
}
