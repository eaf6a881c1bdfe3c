/// Keeps items in the sections that their keys name; see ``DerivableSource/grouped(by:order:header:)`` and
/// ``DerivableSource/sectioned(into:by:)``.
///
/// ```
/// upstream     a     b     c     d
/// labels       10·x  20·y  30·x  –           with the key that each item has; an item without one is left out
/// groups       x: 10 30    y: 20             the labels of each section's items, ascending
/// draft        x: a c      y: b              the items, where their labels are
/// ```
///
/// An item that goes or changes is known by its position upstream: that says its label and its key, and they say where
/// it is here. No id of an item is hashed for that.
@usableFromInline
package struct GroupOperator<Header, Item>: SnapshotOperator, ~Copyable
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    @usableFromInline package typealias Key = Header.ID

    /// Which sections there are.
    @usableFromInline
    package enum Sections: Sendable {
        /// Those with items in them, in an order, with headers made of their keys and items.
        case withItems(GroupOrder<Key>, header: @Sendable (Key, ListSnapshot<Item>) -> Header)
        /// These, whatever is in them.
        case fixed([Header])
    }

    /// The section of an item; `nil` for an item that is left out.
    @usableFromInline var key: @Sendable (Item) -> Key?
    @usableFromInline let kind: Sections
    @usableFromInline var draft = SectionedDraft<Header, Item>(byPosition: ())
    @usableFromInline var labels: OrderLabels<Key?>
    /// The labels in each section that has items.
    @usableFromInline var groups: KeyTable<Key, LabelGroup> = KeyTable()
    /// From how many changes on it may be cheaper to build all of it anew.
    @usableFromInline let bulk: Int

    /// Creates an operator; tests make labels short and bulk small.
    @inlinable
    package init(
        _ kind: Sections,
        labelBits: Int = 62,
        bulk: Int = 1000,
        key: @escaping @Sendable (Item) -> Key?
    ) {
        self.kind = kind
        self.key = key
        self.bulk = bulk
        labels = OrderLabels(bits: labelBits)
    }

    @inlinable
    package mutating func apply(_ update: Update<ListSnapshot<Item>>) -> SectionedSnapshot<Header, Item> {
        let (touched, count) = (update.changes.count, update.after.count)
        if update.before.isEmpty || touched >= bulk && touched * 4 >= count {
            if !update.before.isEmpty { _ = labels.follow(update.changes) { _ in nil } }
            build(update.after, askingFor: update.changes.freshPositions)
            return draft.snapshot
        }
        do {
            try edit(update)
        } catch {
            draft = SectionedDraft(byPosition: ())
            build(update.after, askingFor: Array(0..<update.after.count))
        }
        return draft.snapshot
    }

    /// What the operator makes of an empty list.
    @inlinable
    package var initial: SectionedSnapshot<Header, Item> {
        guard case .fixed(let headers) = kind else { return SectionedSnapshot() }
        var draft = SectionedDraft<Header, Item>()
        draft.show(headers.map { Section($0) })
        return draft.snapshot
    }
}

extension GroupOperator {
    /// Builds all sections; asks for the keys of the items at some ascending positions only, and knows the others'.
    ///
    /// - Complexity: O(*n* + *s* log *s*) expected.
    @inlinable
    mutating func build(_ list: ListSnapshot<Item>, askingFor fresh: [Int]) {
        var built: [(key: Key, items: ContiguousArray<Item>)] = []
        var placesByKey: KeyTable<Key, Int> = KeyTable()
        /// The place of each item's group; -1 for an item that is left out.
        var places: ContiguousArray<Int32> = []
        places.reserveCapacity(list.count)
        let known = fresh.count < list.count ? labels.list.tree.elements : []
        var next = 0
        let key = key
        var iterator = list.makeIterator()
        while let item = iterator.next() {
            let isFresh = next < fresh.count && fresh[next] == places.count
            if isFresh { next += 1 }
            guard let key = isFresh ? key(item) : known[places.count].tag else {
                places.append(-1)
                continue
            }
            if let place = placesByKey[key] {
                built[place].items.append(item)
                places.append(Int32(truncatingIfNeeded: place))
            } else {
                placesByKey[key] = built.count
                places.append(Int32(truncatingIfNeeded: built.count))
                built.append((key, [item]))
            }
        }
        label(places, built.map(\.key))
        show(built, placesByKey)
    }

    /// Labels the whole list, and notes which group each label is in.
    @inlinable
    mutating func label(_ places: ContiguousArray<Int32>, _ keys: [Key]) {
        labels.load(count: places.count) { places[$0] < 0 ? nil : keys[Int(places[$0])] }
        var built: ContiguousArray<LabelGroup?> = ContiguousArray(repeating: nil, count: keys.count)
        var position = 0
        labels.list.tree.forEachLeaf { part, _ in
            for item in part {
                let place = Int(places[position])
                position += 1
                if place < 0 { continue }
                if built[place] == nil {
                    built[place] = LabelGroup(item.label)
                } else {
                    built[place]?.append(item.label)
                }
            }
        }
        groups.removeAll()
        groups.reserveCapacity(keys.count)
        for place in keys.indices { groups[keys[place]] = built[place] }
    }

    /// Makes the draft equal to groups that have been built.
    @inlinable
    mutating func show(_ built: [(key: Key, items: ContiguousArray<Item>)], _ placesByKey: KeyTable<Key, Int>) {
        let sections: [Section<Header, Item>]
        switch kind {
        case .withItems(let order, let header):
            var built = built
            if let precedes = order.precedes { built.sort { precedes($0.key, $1.key) } }
            if draft.isEmpty {
                draft.load(built, header: header)
                return
            }
            sections = built.map { group in
                let items = ListSnapshot(tree: ChunkTree(unindexed: group.items), lineage: .none)
                return Section(header(group.key, items), items: items)
            }
        case .fixed(let headers):
            sections = headers.map { header in
                placesByKey[header.id].map { Section(header, items: built[$0].items) } ?? Section(header)
            }
            let ids = KeySet<Key>(headers.lazy.map(\.id))
            for group in built where !ids.contains(group.key) { groups[group.key] = nil }
        }
        draft.show(sections)
    }
}
