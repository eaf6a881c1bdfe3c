/// Keeps items in the sections of their keys; see ``DerivableSource/grouped(by:order:header:)`` and
/// ``DerivableSource/sectioned(into:by:)``.
///
/// ```
/// upstream     a     b     c     d
/// labels       10·0  20·1  30·0  40·–        the label of each item, and the number of its key; d has no key
/// groups       x: 10 30    y: 20             the labels of each section's items, ascending
/// draft        x: a c      y: b              the items, in the order of their labels
/// ```
///
/// The upstream position of an item gives its label and key, which give its position in the draft. No item id is
/// hashed.
@usableFromInline
package struct GroupOperator<Header, Item>: IncrementalOperator, RebuildingOperator, ~Copyable
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    @usableFromInline package typealias Key = Header.ID

    /// Which sections exist.
    @usableFromInline
    package enum Sections: Sendable {
        /// Non-empty sections in an order, with headers made from their keys and items.
        case withItems(GroupOrder<Key>, header: @Sendable (Key, ListSnapshot<Item>) -> Header)
        /// Exactly these sections, empty or not.
        case fixed([Header])
    }

    /// The section of an item; `nil` for an item that is left out.
    @usableFromInline var key: @Sendable (Item) -> Key?
    @usableFromInline let kind: Sections
    @usableFromInline var draft = SectionedDraft<Header, Item>(byPosition: ())
    @usableFromInline var labels: OrderLabels<Int32>
    @usableFromInline var numbers = KeyNumbers<Key>()
    /// The labels of the items of each non-empty section.
    @usableFromInline var groups: KeyTable<Key, LabelGroup> = KeyTable()
    @usableFromInline package var policy = RebuildPolicy(from: 1000, share: 4)

    /// Creates an operator; tests use short labels.
    @inlinable
    package init(_ kind: Sections, labelBits: Int = 62, key: @escaping @Sendable (Item) -> Key?) {
        self.kind = kind
        self.key = key
        labels = OrderLabels(bits: labelBits)
    }

    @inlinable package var snapshot: SectionedSnapshot<Header, Item> { draft.snapshot }

    @inlinable
    package mutating func build(_ list: ListSnapshot<Item>) { build(list, askingFor: Array(0..<list.count)) }

    @inlinable
    package mutating func follow(_ update: Update<ListSnapshot<Item>>) throws {
        try edit(update)
        if numbers.mayWaste(groupCount: groups.count) { removeUnusedNumbers() }
    }

    @inlinable
    package mutating func rebuild(_ update: Update<ListSnapshot<Item>>) {
        _ = labels.follow(update.changes, number: { _ in KeyNumbers<Key>.none })
        build(update.after, askingFor: update.changes.freshPositions)
    }

    @inlinable
    package mutating func startOver() { draft = SectionedDraft(byPosition: ()) }

    /// The number of numbered keys: for tests.
    package var keyNumberCount: Int { numbers.numbers.count }

    /// The output for an empty list.
    @inlinable
    package var initial: SectionedSnapshot<Header, Item> {
        guard case .fixed(let headers) = kind else { return SectionedSnapshot() }
        var draft = SectionedDraft<Header, Item>(byPosition: ())
        var rest = headers[...]
        // `load` asks for the headers in the order of the groups.
        draft.load(headers.map { ($0.id, []) }) { _, _ in rest.removeFirst() }
        return draft.snapshot
    }
}

extension GroupOperator {
    /// Builds all sections; computes the keys only of items at the ascending positions `fresh`.
    ///
    /// - Complexity: O(*n* + *s* log *s*) expected.
    @inlinable
    mutating func build(_ list: ListSnapshot<Item>, askingFor fresh: [Int]) {
        var built: [(key: Key, items: ContiguousArray<Item>)] = []
        var placesByKey: KeyTable<Key, Int> = KeyTable()
        /// The index of each item's group; -1 for an item that is left out.
        var places: ContiguousArray<Int32> = []
        places.reserveCapacity(list.count)
        let known = fresh.count < list.count ? labels.numbers : []
        var next = 0
        let key = key
        var iterator = list.makeIterator()
        while let item = iterator.next() {
            let isFresh = next < fresh.count && fresh[next] == places.count
            if isFresh { next += 1 }
            guard let key = isFresh ? key(item) : numbers.key(of: known[places.count]) else {
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

    /// Labels the whole list, and records the group of each label.
    @inlinable
    mutating func label(_ places: ContiguousArray<Int32>, _ keys: [Key]) {
        numbers = KeyNumbers(keys)
        labels.load(places)
        var built = labels.labelsByNumber(below: keys.count)
        groups.removeAll()
        groups.reserveCapacity(keys.count)
        for place in keys.indices {
            groups[keys[place]] = LabelGroup(ascending: built[place])
            built[place] = []
        }
    }

    @inlinable @inline(never)
    mutating func removeUnusedNumbers() {
        numbers.removeUnused(labels.isUsed(below: numbers.keys.count))
    }

    /// Shows the groups built, in a new draft.
    ///
    /// A draft that keeps what has not changed would be edited, and take a client's compiler twice as long. It would
    /// keep little, as a rebuild is for changes of a large part of the list.
    @inlinable
    mutating func show(_ built: [(key: Key, items: ContiguousArray<Item>)], _ placesByKey: KeyTable<Key, Int>) {
        if !draft.isEmpty { draft = SectionedDraft(byPosition: ()) }
        switch kind {
        case .withItems(let order, let header):
            var built = built
            if let precedes = order.precedes {
                built = sortedPlaces(built.count) { precedes(built[$0].key, built[$1].key) }.map { built[$0] }
            }
            draft.load(built, header: header)
        case .fixed(let headers):
            var rest = headers[...]
            // `load` asks for the headers in the order of the groups.
            draft.load(headers.map { header in (header.id, placesByKey[header.id].map { built[$0].items } ?? []) }) {
                _, _ in rest.removeFirst()
            }
            let ids = KeySet<Key>(headers.lazy.map(\.id))
            for group in built where !ids.contains(group.key) { groups[group.key] = nil }
        }
    }
}
