extension Update where Snapshot: ItemSnapshot {
    /// The items that only the state after has, in its order.
    ///
    /// Items of inserted sections are included, other than in ``SectionedChanges/insertions``; items that moved there are
    /// not.
    ///
    /// ```swift
    /// for employee in update.insertedItems { welcome(employee) }
    /// for employee in update.deletedItems { closeAccount(of: employee) }
    /// for (old, new) in update.updatedItems where old.salary != new.salary { print(new.name, new.salary) }
    /// ```
    ///
    /// - Complexity: O(*r*) in the number of runs of the changes; items are read on demand, each in O(log *n*).
    @inlinable
    public var insertedItems: some BidirectionalCollection<Snapshot.Item> & Sendable {
        ItemsAtPositions(Snapshot.insertedItems(of: self).inside(after)) { [after] in after[$0] }
    }

    /// The items that only the state before has, in its order.
    ///
    /// Items of deleted sections are included, other than in ``SectionedChanges/deletions``; items that moved elsewhere
    /// are not.
    ///
    /// - Complexity: O(*r*) in the number of runs of the changes; items are read on demand, each in O(log *n*).
    @inlinable
    public var deletedItems: some BidirectionalCollection<Snapshot.Item> & Sendable {
        ItemsAtPositions(Snapshot.deletedItems(of: self).inside(before)) { [before] in before[$0] }
    }

    /// The items that both states have with different content, in the order of the state after, whether or not they
    /// moved.
    ///
    /// - Complexity: O(*r*) in the number of runs of the changes; items are read on demand, each in O(log *n*).
    @inlinable
    public var updatedItems: some BidirectionalCollection<(old: Snapshot.Item, new: Snapshot.Item)> & Sendable {
        ItemsAtPositions(Snapshot.updatedItems(of: self).inside(before, after)) { [before, after] pair in
            guard let old = before[pair.before], let new = after[pair.after] else { return nil }
            return (old, new)
        }
    }
}

extension Update where Snapshot: SectionSnapshot {
    /// The sections that only the state after has, with all their items, in its order.
    ///
    /// - Complexity: O(*s* log *n*) for *s* inserted sections.
    @inlinable
    public var insertedSections: [ItemSection<Snapshot.Header, Snapshot.Item>] {
        changes.sections.insertions.compactMap { after[section: $0] }
    }

    /// The sections that only the state before has, with all their items, in its order.
    ///
    /// - Complexity: O(*s* log *n*) for *s* deleted sections.
    @inlinable
    public var deletedSections: [ItemSection<Snapshot.Header, Snapshot.Item>] {
        changes.sections.deletions.compactMap { before[section: $0] }
    }

    /// The headers that both states have with different content, in the order of the state after.
    ///
    /// - Complexity: O(*s* log *n*) for *s* such sections.
    @inlinable
    public var updatedHeaders: [(old: Snapshot.Header, new: Snapshot.Header)] {
        changes.sections.updates.compactMap { pair in
            guard let old = before[section: pair.before], let new = after[section: pair.after] else { return nil }
            return (old.header, new.header)
        }
    }
}

/// What is at some positions, read on demand.
@usableFromInline
struct ItemsAtPositions<Positions: BidirectionalCollection & Sendable, Item>: BidirectionalCollection, Sendable
where Positions.Index: Sendable {
    @usableFromInline let positions: Positions
    @usableFromInline let item: @Sendable (Positions.Element) -> Item?

    @inlinable
    init(_ positions: Positions, _ item: @escaping @Sendable (Positions.Element) -> Item?) {
        self.positions = positions
        self.item = item
    }

    @inlinable var startIndex: Positions.Index { positions.startIndex }
    @inlinable var endIndex: Positions.Index { positions.endIndex }
    @inlinable var count: Int { positions.count }

    @inlinable
    func index(after index: Positions.Index) -> Positions.Index { positions.index(after: index) }

    @inlinable
    func index(before index: Positions.Index) -> Positions.Index { positions.index(before: index) }

    @inlinable
    subscript(index: Positions.Index) -> Item {
        guard let item = item(positions[index]) else { preconditionFailure("the index is not one of these items") }
        return item
    }
}

// Nothing traps later: lists have an item at each position of a run if they have one at its ends.

extension PositionSet {
    /// The positions at which a snapshot has an item.
    @inlinable
    func inside<Snapshot: ItemSnapshot>(_ snapshot: Snapshot) -> PositionSet where Snapshot.ItemPosition == P {
        let isInside = runs.allSatisfy { snapshot[$0.first] != nil && snapshot[$0.last] != nil }
        return isInside ? self : PositionSet(filter { snapshot[$0] != nil })
    }
}

extension PositionPairs {
    /// The pairs at which both snapshots have an item.
    @inlinable
    func inside<Snapshot: ItemSnapshot>(
        _ before: Snapshot, _ after: Snapshot
    ) -> PositionPairs where Snapshot.ItemPosition == P {
        let isInside = runs.allSatisfy { run in
            let (old, new) = (run.before.advanced(byItems: run.count - 1), run.after.advanced(byItems: run.count - 1))
            return before[run.before] != nil && before[old] != nil && after[run.after] != nil && after[new] != nil
        }
        return isInside ? self : PositionPairs(filter { before[$0.before] != nil && after[$0.after] != nil })
    }
}
