/// Keeps items in the sections that their keys name; see ``DerivableSource/grouped(by:order:header:)`` and
/// ``DerivableSource/sectioned(into:by:)``.
///
/// The sections' items are in the order of their labels, which ascend as the items do upstream: a place in a section is
/// found by binary search, and no section knows a position upstream. An item's old key is the id of the section it is in.
@usableFromInline
package struct GroupOperator<Header, Item>: SnapshotOperator, ~Copyable
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    @usableFromInline package typealias Key = Header.ID
    @usableFromInline typealias Arrival = (item: Item, key: Key)

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
    @usableFromInline var draft = SectionedDraft<Header, Item>()
    @usableFromInline var labels: OrderLabels<Item.ID>
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
        labels.follow(update)
        let (touched, count) = (update.changes.count, update.after.count)
        if update.before.isEmpty || touched >= bulk && touched * 4 >= count {
            var fresh = Array(update.changes.insertions)
            fresh.append(contentsOf: update.changes.updates.lazy.map(\.after))
            fresh.sort()
            build(update.after, askingFor: fresh)
        } else {
            edit(update)
        }
        return draft.snapshot
    }

    /// What the operator makes of an empty list.
    @inlinable
    package var initial: SectionedSnapshot<Header, Item> {
        guard case .fixed(let headers) = kind else { return SectionedSnapshot() }
        var draft = SectionedDraft<Header, Item>()
        draft.certainly { draft throws(EditError) in try draft.replaceAll(with: headers.map { Section($0) }) }
        return draft.snapshot
    }
}

extension GroupOperator {
    /// Builds all sections; asks for the keys of the items at some ascending positions only, and knows the others'.
    ///
    /// - Complexity: O(*n* + *s* log *s*) expected.
    @inlinable
    mutating func build(_ list: ListSnapshot<Item>, askingFor fresh: [Int]) {
        var groups: [(key: Key, items: ContiguousArray<Item>)] = []
        var groupsByKey: [Key: Int] = [:]
        var (position, next) = (0, 0)
        let key = key
        var iterator = list.makeIterator()
        while let item = iterator.next() {
            let isFresh = next < fresh.count && fresh[next] == position
            if isFresh { next += 1 }
            position += 1
            guard let key = isFresh ? key(item) : draft.sectionID(ofItem: item.id) else { continue }
            if let group = groupsByKey[key] {
                groups[group].items.append(item)
            } else {
                groupsByKey[key] = groups.count
                groups.append((key, [item]))
            }
        }
        let sections: [Section<Header, Item>]
        switch kind {
        case .withItems(let order, let header):
            if let precedes = order.precedes { groups.sort { precedes($0.key, $1.key) } }
            if draft.isEmpty {
                draft.load(groups, header: header)
                return
            }
            sections = groups.map { group in
                let items = ListSnapshot(tree: ChunkTree(unindexed: group.items), lineage: .none)
                return Section(header(group.key, items), items: items)
            }
        case .fixed(let headers):
            sections = headers.map { header in
                groupsByKey[header.id].map { Section(header, items: groups[$0].items) } ?? Section(header)
            }
        }
        draft.certainly { draft throws(EditError) in try draft.replaceAll(with: sections) }
    }
}
