/// The ids of the items that have one key, in no order; never empty.
///
/// Most groups of many joins have one item: that takes no memory besides.
@usableFromInline
struct JoinGroup<ID: Hashable & Sendable>: Sequence, Sendable {
    @usableFromInline var first: ID
    @usableFromInline var others: Set<ID> = []

    @inlinable
    init(_ first: ID) {
        self.first = first
    }

    @inlinable var count: Int { others.count + 1 }

    /// Adds an id that is not there.
    @inlinable
    mutating func insert(_ id: ID) {
        others.insert(id)
    }

    /// Removes an id that is there; `false`, and nothing changes, when it is the only one.
    @inlinable
    mutating func remove(_ id: ID) -> Bool {
        if id != first {
            others.remove(id)
            return true
        }
        guard let next = others.popFirst() else { return false }
        first = next
        return true
    }

    @usableFromInline
    struct Iterator: IteratorProtocol {
        @usableFromInline var first: ID?
        @usableFromInline var others: Set<ID>.Iterator

        @inlinable
        init(_ group: JoinGroup) {
            first = group.first
            others = group.others.makeIterator()
        }

        @inlinable
        mutating func next() -> ID? {
            if let id = first {
                first = nil
                return id
            }
            return others.next()
        }
    }

    @inlinable
    func makeIterator() -> Iterator { Iterator(self) }
}
