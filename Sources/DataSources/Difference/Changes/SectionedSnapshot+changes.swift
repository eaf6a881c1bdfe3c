extension SectionedSnapshot {
    /// The difference from the snapshot `before` to this one.
    ///
    /// Shared sections and items are skipped. Two states of one source cost O(*k* log *n*) in the number of changes
    /// *k*; unrelated snapshots cost O(*n* + *m*) expected. Items of deleted and inserted sections are read only if
    /// some item elsewhere has no match yet. Moves are the fewest possible in every section, and an item that changes
    /// its section is one move.
    @inlinable
    public func changes(from before: SectionedSnapshot) -> SectionedChanges {
        changes(from: before, isCancelled: nil) ?? SectionedChanges()
    }

    /// The difference from the snapshot `before` to this one, unless cancelled.
    ///
    /// - Parameters:
    ///   - before: Any other snapshot.
    ///   - isCancelled: Called at least once per 4,096 item comparisons and id hashes, and as often in other loops;
    ///     returning `true` stops the computation.
    /// - Returns: The changes; `nil` if cancelled.
    @inlinable
    public func changes(from before: SectionedSnapshot, isCancelled: (() -> Bool)?) -> SectionedChanges? {
        if before.tree.isIdentical(to: tree) { return SectionedChanges() }
        return withExtendedLifetime((before, self)) {
            let sharesSlots = lineage.sharesSlots(with: before.lineage)
            var outer = Aligner<SectionRecord<Header, Item>>(poll: CancellationPoll(isCancelled))
            outer.align(before.tree, at: 0, tree, at: 0, sharesSlots: sharesSlots)
            guard let sections = outer.finish() else { return nil }
            var scan = SectionScan(before: before, after: self, sections: sections, sharesSlots: sharesSlots)
            return scan.run(outer.state.poll)
        }
    }
}

/// The difference of the items, given that of the sections.
///
/// A remaining section is numbered by its position after. A deleted section gets a number beyond those, so an item that
/// survives it has changed its section.
@usableFromInline
struct SectionScan<Header, Item>
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    @usableFromInline let before: SectionedSnapshot<Header, Item>
    @usableFromInline let after: SectionedSnapshot<Header, Item>
    @usableFromInline let sections: Changes<Int>
    @usableFromInline let sharesSlots: Bool
    /// The number of a section → its position before.
    @usableFromInline var oldPositions: [Int: Int] = [:]
    @usableFromInline var headers = PositionPairs<Int>()

    @inlinable
    init(
        before: SectionedSnapshot<Header, Item>,
        after: SectionedSnapshot<Header, Item>,
        sections: Changes<Int>,
        sharesSlots: Bool
    ) {
        self.before = before
        self.after = after
        self.sections = sections
        self.sharesSlots = sharesSlots
    }

    @inlinable
    mutating func run(_ poll: CancellationPoll) -> SectionedChanges? {
        var items = Aligner<Item>(poll: poll)
        for pair in sections.updates {
            if items.state.poll.shouldStop(before: 1) { return nil }
            let old = before.tree.element(at: pair.before)
            let new = after.tree.element(at: pair.after)
            if !isUnchanged(old.header, new.header) { headers.append(pair.before, pair.after, count: 1) }
            if old.tree.isIdentical(to: new.tree) { continue }
            oldPositions[pair.after] = pair.before
            let place = PackedPosition.start(ofSection: pair.after)
            items.align(old.tree, at: place, new.tree, at: place, sharesSlots: sharesSlots)
        }
        // Items of deleted sections can survive only where something was inserted, and vice versa.
        let arrivesSomewhere = items.state.newLeftoverCount > 0 || !sections.insertions.isEmpty
        let leavesSomewhere = items.state.oldLeftoverCount > 0 || !sections.deletions.isEmpty
        if arrivesSomewhere {
            for position in sections.deletions {
                if items.state.poll.shouldStop(before: 1) { return nil }
                let number = after.count + position
                oldPositions[number] = position
                items.leaveSilently(
                    before.tree.element(at: position).tree,
                    at: PackedPosition.start(ofSection: number),
                    isOld: true
                )
            }
        }
        if leavesSomewhere {
            for position in sections.insertions {
                if items.state.poll.shouldStop(before: 1) { return nil }
                items.leaveSilently(
                    after.tree.element(at: position).tree,
                    at: PackedPosition.start(ofSection: position),
                    isOld: false
                )
            }
        }
        items.state.sortLeftovers()
        guard let found = items.finish(), let paths = found.paths(from: oldPositions, &items.state.poll) else {
            return nil
        }
        var structure = sections
        structure.updates = headers
        return SectionedChanges(sections: structure, items: paths)
    }
}

extension Changes where P == Int {
    /// The same changes with paths instead of packed positions, each list in the order of its state.
    ///
    /// - Parameters:
    ///   - oldPositions: The number of a section → its position before; the others have not moved.
    ///   - poll: Polled for each run.
    /// - Returns: The changes; `nil` if cancelled.
    @usableFromInline @inline(never)
    func paths(from oldPositions: [Int: Int], _ poll: inout CancellationPoll) -> Changes<ItemPath>? {
        if isEmpty { return Changes<ItemPath>() }
        // Most moves begin in the section of the one before.
        var (number, section) = (-1, -1)
        func oldPath(_ place: Int) -> ItemPath {
            if PackedPosition.section(place) != number {
                number = PackedPosition.section(place)
                section = oldPositions[number] ?? number
            }
            return ItemPath(section: section, item: PackedPosition.offset(place))
        }
        func newPath(_ place: Int) -> ItemPath {
            ItemPath(section: PackedPosition.section(place), item: PackedPosition.offset(place))
        }
        var result = Changes<ItemPath>()
        var leaving: ContiguousArray<PositionSet<ItemPath>.Run> = []
        for run in deletions.runs {
            if poll.shouldStop(before: 1) { return nil }
            leaving.append(PositionSet.Run(first: oldPath(run.first), count: run.count))
        }
        poll.sort(&leaving) { $0.first < $1.first }
        for run in leaving {
            if poll.shouldStop(before: 1) { return nil }
            result.deletions.append(run.first, count: run.count)
        }
        for run in insertions.runs {
            if poll.shouldStop(before: 1) { return nil }
            result.insertions.append(newPath(run.first), count: run.count)
        }
        for run in moves.runs {
            if poll.shouldStop(before: 1) { return nil }
            result.moves.append(oldPath(run.before), newPath(run.after), count: run.count)
        }
        for run in updates.runs {
            if poll.shouldStop(before: 1) { return nil }
            result.updates.append(oldPath(run.before), newPath(run.after), count: run.count)
        }
        return result
    }
}
