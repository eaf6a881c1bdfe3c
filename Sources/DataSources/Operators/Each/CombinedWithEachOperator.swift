/// Combines each item with what its own source shows; see ``DerivableSource/combinedWithEach(fileID:line:_:)``.
///
/// The rows are at the positions of their items. A source knows its items by their labels, which give the positions.
@usableFromInline
struct CombinedWithEachOperator<Item, Key: Hashable & Sendable, Child: SnapshotProtocol>: ItemSourcesOperator, ~Copyable
where Item: Identifiable & Equatable & Sendable, Item.ID: Sendable {
    @usableFromInline typealias Row = CombinedItem<Item, Child>

    @usableFromInline var finder: ItemSourceFinder<Item, Key, Child>
    @usableFromInline var draft = ListDraft<Row>(byPosition: ())
    /// The labels of the items, each with the slot of the item's source.
    @usableFromInline var labels: OrderLabels<Int>
    @usableFromInline var owners = OwnersBySlot()

    /// Creates an operator; tests use short labels.
    @inlinable
    init(_ way: ItemSourceFinder<Item, Key, Child>.Way, bits: Int = 62) {
        finder = ItemSourceFinder(way)
        labels = OrderLabels(bits: bits)
    }

    // MARK: The base

    @inlinable
    mutating func follow(_ update: Update<ListSnapshot<Item>>, _ choice: inout SourceChoice) {
        let (after, changes) = (update.after, update.changes)
        if update.before.isEmpty {
            start(with: after, &choice)
            return
        }
        // The slots of all items that may leave their sources.
        var left: [Int] = []
        for position in changes.deletions { left.append(leave(labels[position])) }
        for pair in changes.moves { _ = leave(labels[pair.before]) }
        var shown: [Int: Child] = [:]
        for pair in changes.updates { shown[pair.after] = draft.tree.element(at: pair.before).snapshot }
        var fresh: [Int: Int] = [:]
        for position in changes.insertions {
            let slot = finder.slot(of: after.tree.element(at: position), &choice)
            fresh[position] = slot
            shown[position] = finder.shown(at: slot)
        }
        relabel(changes, fresh)
        for pair in changes.updates {
            let was = labels[pair.after]
            let slot = finder.slot(of: after.tree.element(at: pair.after), was: was.tag, &choice)
            if slot == was.tag { continue }
            left.append(leave(was))
            labels.setTag(slot, at: pair.after)
            owners.insert(was.label, at: slot)
            shown[pair.after] = finder.shown(at: slot)
        }
        draft.certainly { draft throws(EditError) in
            try draft.replay(changes) { Row(after.tree.element(at: $0), shown[$0] ?? Child()) }
        }
        for slot in Set(left) where owners[slot] == nil { finder.remove(slot, &choice) }
    }

    /// Follows the first state, or the first one after an empty one.
    @inlinable
    mutating func start(with items: ListSnapshot<Item>, _ choice: inout SourceChoice) {
        var slots: ContiguousArray<Int> = []
        slots.reserveCapacity(items.count)
        for item in items { slots.append(finder.slot(of: item, &choice)) }
        labels.load(count: slots.count) { slots[$0] }
        own()
        var (iterator, next) = (items.makeIterator(), 0)
        draft.load(count: slots.count) { position in
            guard let item = iterator.next() else { preconditionFailure("there is no item at \(position)") }
            defer { next += 1 }
            return Row(item, finder.shown(at: slots[next]))
        }
    }

    /// Follows the changes of the order; `fresh` has the slots of inserted items.
    @inlinable
    mutating func relabel(_ changes: ListChanges, _ fresh: [Int: Int]) {
        let relabelling = labels.follow(changes) { position in
            guard let slot = fresh[position] else { preconditionFailure("there is no source at \(position)") }
            return slot
        }
        switch relabelling {
        case .items(let relabelled):
            // A new label may equal another item's old one.
            for (position, old) in relabelled { owners.remove(old, from: labels[position].tag) }
            for (position, _) in relabelled { own(position) }
            for range in changes.arrivals { for position in range { own(position) } }
        case .everything: own()
        }
    }

    /// Records all items as owners of their sources.
    @inlinable
    mutating func own() {
        owners = OwnersBySlot()
        for position in 0..<labels.count { own(position) }
    }

    @inlinable
    mutating func own(_ position: Int) {
        let item = labels[position]
        owners.insert(item.label, at: item.tag)
    }

    /// An item leaves its source; returns the source's slot.
    @inlinable
    mutating func leave(_ item: Labelled<Int>) -> Int {
        owners.remove(item.label, from: item.tag)
        return item.tag
    }

    // MARK: The sources

    @inlinable
    mutating func show(_ updates: [ItemSourceUpdate]) -> ListSnapshot<Row> {
        for found in updates {
            let snapshot: Child = found.snapshot()
            finder.note(snapshot, at: found.slot)
            guard let owner = owners[found.slot] else { continue }
            put(snapshot, at: owner.first)
            for label in owner.others { put(snapshot, at: label) }
        }
        return draft.snapshot
    }

    @inlinable
    mutating func put(_ snapshot: Child, at label: UInt64) {
        let position = labels.position(of: label)
        draft.put(Row(draft.tree.element(at: position).item, snapshot), at: position)
    }
}
