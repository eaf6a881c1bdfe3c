/// The items that have one source, by their labels.
@usableFromInline
struct SourceOwners: Sendable {
    @usableFromInline var first: UInt64
    /// All others; empty unless several items share the source.
    @usableFromInline var others: Set<UInt64> = []

    @inlinable
    init(_ first: UInt64) {
        self.first = first
    }

    @inlinable
    mutating func insert(_ label: UInt64) {
        others.insert(label)
    }

    /// Removes an item; returns `false` if it is the last one.
    @inlinable
    mutating func remove(_ label: UInt64) -> Bool {
        if label != first {
            others.remove(label)
            return true
        }
        guard let next = others.first else { return false }
        others.remove(next)
        first = next
        return true
    }
}

/// The items of each source, by slot.
@usableFromInline
struct OwnersBySlot: Sendable {
    @usableFromInline var owners: [Int: SourceOwners] = [:]

    @inlinable
    init() {}

    @inlinable
    subscript(slot: Int) -> SourceOwners? { owners[slot] }

    /// An item has the source in a slot.
    @inlinable
    mutating func insert(_ label: UInt64, at slot: Int) {
        if let place = owners.index(forKey: slot) {
            owners.values[place].insert(label)
        } else {
            owners[slot] = SourceOwners(label)
        }
    }

    /// An item no longer has the source in a slot.
    @inlinable
    mutating func remove(_ label: UInt64, from slot: Int) {
        guard let place = owners.index(forKey: slot), !owners.values[place].remove(label) else { return }
        owners.remove(at: place)
    }
}
