extension SectionedFlatDraft {
    /// Applies changes one by one.
    ///
    /// First it removes what is deleted or moved, items before sections, from last to first. Then it inserts and
    /// updates, from first to last, so paths stay valid throughout.
    @inlinable
    mutating func replay<Item>(
        _ update: Update<SectionedSnapshot<Header, Item>>,
        make: (_ item: Item) -> Result?
    ) throws(EditError) where Item.ID == Result.ID {
        let (after, changes) = (update.after, update.changes)
        if !update.before.isEmpty { try draft.checkSection(update.before.count - 1, of: "follow a change") }
        var arrivals = SectionedArrivals<Result>(changes.items)
        for run in changes.moves.runs {
            let offsets = run.before.item..<run.before.item + run.count
            arrivals.moved.append(contentsOf: try results(of: offsets, inSection: run.before.section))
        }
        var departures = changes.deletions.runs.map { (first: $0.first, count: $0.count) }
        for run in changes.moves.runs { departures.append((run.before, run.count)) }
        departures.sort { $0.first > $1.first }
        for run in departures {
            try remove(run.first.item..<run.first.item + run.count, inSection: run.first.section)
        }
        var (aside, movedWeights) = try removeLeavingSections(changes.sections)
        let inserted = Set(changes.sections.insertions)
        arrivals.runs.removeAll { inserted.contains($0.first.section) }
        for section in (Array(inserted) + aside).sorted() {
            try arrive(&arrivals, below: ItemPath(section: section, item: 0), of: after, make: make)
            if aside.first == section, let moved = movedWeights.removeValue(forKey: section) {
                draft.moveSection(from: draft.count - aside.count, to: section)
                aside.removeFirst()
                sizes.insert(contentsOf: [UInt32(moved.count)], at: section)
                weights.insert(contentsOf: moved, at: sizes.sum(upTo: section))
            } else {
                try insertSection(at: section, of: after, &arrivals, make: make)
            }
        }
        try arrive(&arrivals, below: ItemPath(section: after.count, item: 0), of: after, make: make)
        for pair in changes.sections.updates {
            draft.putHeader(after.tree.element(at: pair.after).header, at: pair.after)
        }
    }

    /// Removes deleted sections, and puts moved ones at the end, in the order in which they arrive.
    ///
    /// - Returns: The destinations of the sections at the end, in their order, and the weights of their remaining items
    ///   by destination.
    @inlinable
    mutating func removeLeavingSections(
        _ changes: Changes<Int>
    ) throws(EditError) -> (aside: ArraySlice<Int>, weights: [Int: [UInt32]]) {
        var (aside, moved): ([Int], [Int: [UInt32]]) = ([], [:])
        var departures: [(before: Int, after: Int?)] = changes.deletions.map { ($0, nil) }
        for pair in changes.moves { departures.append((pair.before, pair.after)) }
        departures.sort { $0.before > $1.before }
        for departure in departures {
            let items = sizes.units(at: departure.before)
            if let after = departure.after {
                moved[after] = weights.weights(in: items)
                let rank = aside.partitioningIndex { $0 > after }
                draft.moveSection(from: departure.before, to: draft.count - 1 - (aside.count - rank))
                aside.insert(after, at: rank)
            } else {
                try draft.removeSection(at: departure.before)
            }
            weights.removeSubrange(items)
            sizes.removeSubrange(departure.before..<departure.before + 1)
        }
        return (aside[...], moved)
    }

    /// Inserts the section that arrives at `position`.
    @inlinable
    mutating func insertSection<Item>(
        at position: Int,
        of after: SectionedSnapshot<Header, Item>,
        _ arrivals: inout SectionedArrivals<Result>,
        make: (_ item: Item) -> Result?
    ) throws(EditError) where Item.ID == Result.ID {
        let record = after.tree.element(at: position)
        let results = arrivals.results(
            of: record.tree, from: ItemPath(section: position, item: 0), record.tree.count, make)
        try draft.insertSection(ItemSection(record.header, items: results.compactMap { $0 }), at: position)
        sizes.insert(contentsOf: [UInt32(results.count)], at: position)
        weights.insert(contentsOf: results.map { $0 == nil ? 0 : 1 }, at: sizes.sum(upTo: position))
    }

    /// Inserts arriving items and remakes updated ones, at paths below `bound`.
    @inlinable
    mutating func arrive<Item>(
        _ arrivals: inout SectionedArrivals<Result>,
        below bound: ItemPath,
        of after: SectionedSnapshot<Header, Item>,
        make: (_ item: Item) -> Result?
    ) throws(EditError) where Item.ID == Result.ID {
        while let run = arrivals.nextRun(below: bound) {
            while let path = arrivals.updates.take(below: run.first) { try put(make(after.item(at: path)), at: path) }
            let tree = after.tree.element(at: run.first.section).tree
            try insert(arrivals.results(of: tree, from: run.first, run.count, make), at: run.first)
        }
        while let path = arrivals.updates.take(below: bound) { try put(make(after.item(at: path)), at: path) }
    }
}

/// The arrivals of an update that are still to be applied, in the order of paths.
@usableFromInline
struct SectionedArrivals<Result> {
    @usableFromInline var moves: PairCursor<ItemPath>
    @usableFromInline var updates: PairCursor<ItemPath>
    /// Runs of adjacent arrivals in existing sections.
    @usableFromInline var runs: [(first: ItemPath, count: Int)]
    @usableFromInline var runsDone = 0
    /// The results of moved items, in the order of their arrival.
    @usableFromInline var moved: ContiguousArray<Result?> = []
    @usableFromInline var movesDone = 0

    @inlinable
    init(_ changes: Changes<ItemPath>) {
        (moves, updates) = (PairCursor(changes.moves), PairCursor(changes.updates))
        runs = changes.insertions.runs.map { ($0.first, $0.count) }
        for run in changes.moves.runs { runs.append((run.after, run.count)) }
        runs.sort { $0.first < $1.first }
    }

    /// Returns the next run and advances, if the run is below `bound`.
    @inlinable
    mutating func nextRun(below bound: ItemPath) -> (first: ItemPath, count: Int)? {
        guard runsDone < runs.count, runs[runsDone].first < bound else { return nil }
        runsDone += 1
        return runs[runsDone - 1]
    }

    /// The results of arriving items: new ones, or those they had before they moved.
    @inlinable
    mutating func results<Item>(
        of tree: ChunkTree<Item>,
        from first: ItemPath,
        _ count: Int,
        _ make: (_ item: Item) -> Result?
    ) -> [Result?] where Item: Identifiable & Equatable & Sendable, Item.ID: Sendable {
        var results: [Result?] = []
        results.reserveCapacity(count)
        ListSnapshot(tree: tree, lineage: .none).forEach(in: first.item..<first.item + count) { offset, item in
            let path = ItemPath(section: first.section, item: offset)
            let isUpdated = updates.take(at: path) != nil
            if moves.take(at: path) != nil {
                movesDone += 1
                results.append(isUpdated ? make(item) : moved[movesDone - 1])
            } else {
                results.append(make(item))
            }
        }
        return results
    }
}
