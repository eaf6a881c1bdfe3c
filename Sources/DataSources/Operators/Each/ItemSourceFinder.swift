/// Finds the source of an item: one of its own, or one that all items with the same key share.
@usableFromInline
struct ItemSourceFinder<Item, Key: Hashable & Sendable, Child: SnapshotProtocol>: ~Copyable, Sendable
where Item: Identifiable & Equatable & Sendable, Item.ID: Sendable {
    @usableFromInline
    enum Way: Sendable {
        /// Each item has a source of its own.
        case byItem(@Sendable (Item) -> any DerivableSource<Child>)
        /// Items with the same key share a source.
        case byKey(@Sendable (Item) -> Key, @Sendable (Key) -> any DerivableSource<Child>)
    }

    @usableFromInline let way: Way
    /// The slots of the sources by key; only ``Way/byKey``.
    @usableFromInline var slots = KeyTable<Key, Int>()
    /// The key of the source in a slot, and what it shows, for items that come later; only ``Way/byKey``.
    @usableFromInline var shared: [Int: (key: Key, shown: Child)] = [:]

    @inlinable
    init(_ way: Way) {
        self.way = way
    }

    /// The slot of the source of a new or updated item; `old` is that of the item before its update.
    @inlinable
    mutating func slot(of item: Item, was old: Int? = nil, _ choice: inout SourceChoice) -> Int {
        switch way {
        case .byItem(let find):
            return Self.add(find(item), unlessAt: old, &choice)
        case .byKey(let key, let find):
            let key = key(item)
            // Keys that misbehave may be found at a slot that is gone.
            if let slot = slots[key], shared[slot] != nil { return slot }
            let slot = Self.add(find(key), unlessAt: nil, &choice)
            slots[key] = slot
            shared[slot] = (key, Child())
            return slot
        }
    }

    @inlinable
    static func add(_ source: any DerivableSource<Child>, unlessAt old: Int?, _ choice: inout SourceChoice) -> Int {
        let upstream = source.upstream
        if let old, choice.isSame(upstream, in: old) { return old }
        return choice.add(upstream)
    }

    /// What the source in a slot shows, if items share it; the empty state if it is new.
    @inlinable
    func shown(at slot: Int) -> Child { shared[slot]?.shown ?? Child() }

    /// The source in a slot shows something new.
    @inlinable
    mutating func note(_ shown: Child, at slot: Int) {
        guard let place = shared.index(forKey: slot) else { return }
        shared.values[place].shown = shown
    }

    /// No item has the source in a slot any more.
    @inlinable
    mutating func remove(_ slot: Int, _ choice: inout SourceChoice) {
        choice.remove(slot)
        guard let old = shared.removeValue(forKey: slot), slots[old.key] == slot else { return }
        slots.removeValue(forKey: old.key)
    }
}
