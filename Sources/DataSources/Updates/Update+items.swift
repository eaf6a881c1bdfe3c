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
        ItemsAtPositions(after, Snapshot.insertedItems(of: self))
    }

    /// The items that only the state before has, in its order.
    ///
    /// Items of deleted sections are included, other than in ``SectionedChanges/deletions``; items that moved elsewhere
    /// are not.
    ///
    /// - Complexity: O(*r*) in the number of runs of the changes; items are read on demand, each in O(log *n*).
    @inlinable
    public var deletedItems: some BidirectionalCollection<Snapshot.Item> & Sendable {
        ItemsAtPositions(before, Snapshot.deletedItems(of: self))
    }

    /// The items that both states have with different content, in the order of the state after, whether or not they
    /// moved.
    ///
    /// - Complexity: O(*r*) in the number of runs of the changes; items are read on demand, each in O(log *n*).
    @inlinable
    public var updatedItems: some BidirectionalCollection<(old: Snapshot.Item, new: Snapshot.Item)> & Sendable {
        ItemPairs(before, after, Snapshot.updatedItems(of: self))
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

/// The items of a snapshot at some positions, read on demand.
@usableFromInline
struct ItemsAtPositions<Snapshot: ItemSnapshot>: BidirectionalCollection, Sendable {
    @usableFromInline let snapshot: Snapshot
    @usableFromInline let positions: PositionSet<Snapshot.ItemPosition>

    @inlinable
    init(_ snapshot: Snapshot, _ positions: PositionSet<Snapshot.ItemPosition>) {
        self.snapshot = snapshot
        // Nothing traps later: lists have an item at each position of a run if they have one at its ends.
        let isInside = positions.runs.allSatisfy { snapshot[$0.first] != nil && snapshot[$0.last] != nil }
        self.positions = isInside ? positions : PositionSet(positions.filter { snapshot[$0] != nil })
    }

    @inlinable var startIndex: PositionSet<Snapshot.ItemPosition>.Index { positions.startIndex }
    @inlinable var endIndex: PositionSet<Snapshot.ItemPosition>.Index { positions.endIndex }
    @inlinable var count: Int { positions.count }

    @inlinable
    func index(after index: PositionSet<Snapshot.ItemPosition>.Index) -> PositionSet<Snapshot.ItemPosition>.Index {
        positions.index(after: index)
    }

    @inlinable
    func index(before index: PositionSet<Snapshot.ItemPosition>.Index) -> PositionSet<Snapshot.ItemPosition>.Index {
        positions.index(before: index)
    }

    @inlinable
    subscript(index: PositionSet<Snapshot.ItemPosition>.Index) -> Snapshot.Item {
        guard let item = snapshot[positions[index]] else { preconditionFailure("the index is not one of these items") }
        return item
    }
}

/// The items of two snapshots at some pairs of positions, read on demand.
@usableFromInline
struct ItemPairs<Snapshot: ItemSnapshot>: BidirectionalCollection, Sendable {
    @usableFromInline let before: Snapshot
    @usableFromInline let after: Snapshot
    @usableFromInline let pairs: PositionPairs<Snapshot.ItemPosition>

    @inlinable
    init(_ before: Snapshot, _ after: Snapshot, _ pairs: PositionPairs<Snapshot.ItemPosition>) {
        self.before = before
        self.after = after
        let isInside = pairs.runs.allSatisfy { run in
            let (old, new) = (run.before.advanced(byItems: run.count - 1), run.after.advanced(byItems: run.count - 1))
            return before[run.before] != nil && before[old] != nil && after[run.after] != nil && after[new] != nil
        }
        self.pairs =
            isInside ? pairs : PositionPairs(pairs.filter { before[$0.before] != nil && after[$0.after] != nil })
    }

    @inlinable var startIndex: PositionPairs<Snapshot.ItemPosition>.Index { pairs.startIndex }
    @inlinable var endIndex: PositionPairs<Snapshot.ItemPosition>.Index { pairs.endIndex }
    @inlinable var count: Int { pairs.count }

    @inlinable
    func index(after index: PositionPairs<Snapshot.ItemPosition>.Index) -> PositionPairs<Snapshot.ItemPosition>.Index {
        pairs.index(after: index)
    }

    @inlinable
    func index(before index: PositionPairs<Snapshot.ItemPosition>.Index) -> PositionPairs<Snapshot.ItemPosition>.Index {
        pairs.index(before: index)
    }

    @inlinable
    subscript(index: PositionPairs<Snapshot.ItemPosition>.Index) -> (old: Snapshot.Item, new: Snapshot.Item) {
        let pair = pairs[index]
        guard let old = before[pair.before], let new = after[pair.after] else {
            preconditionFailure("the index is not one of these pairs")
        }
        return (old, new)
    }
}
