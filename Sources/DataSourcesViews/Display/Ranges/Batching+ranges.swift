import DataSources

extension Batching {
    /// The update as a few ranges: one batch, for list models that are told ranges, such as a `GListModel`.
    ///
    /// Sections become one list, in which headers are rows too: see ``FlatSections``.
    ///
    /// Telling such a model costs by the number of ranges, not of rows: so ranges that are close to each other are told as
    /// one, and if there are too many, one covers all. A row that moves from one range to another goes everywhere before
    /// it comes, so no state between has an item twice.
    ///
    /// - Parameters:
    ///   - gap: Ranges with fewer rows than this between them are told as one.
    ///   - limit: Above this number of ranges, one range over all is told; above an eighth of it if rows move between
    ///     ranges.
    ///   - additions: A range with more added rows than this is told as a removal and an insertion, since some lists
    ///     search the added rows for the one they have scrolled to.
    /// - Returns: The split.
    /// - Complexity: O(*r* log *r*) in the number of runs of changes.
    public static func ranges<Rows: FlatRows>(gap: Int = 200, limit: Int = 64, additions: Int = 10_000) -> Batching
    where Snapshot == Rows.Snapshot, Batch == RangeBatch<Rows> {
        Batching { [Planned(RangeBatch($0, gap: gap, limit: limit, additions: additions), to: $0.after)] }
    }
}

extension RangeBatch {
    /// Plans the edits of an update; see ``Batching/ranges(gap:limit:additions:)``.
    fileprivate init(_ update: Update<Rows.Snapshot>, gap: Int, limit: Int, additions: Int) {
        self.update = update
        (before, after) = (Rows(update.before), Rows(update.after))
        let changes = Rows.changes(of: update, from: before, to: after)
        (deleted, inserted) = (changes.deleted, changes.inserted)
        var updated: [Rows.Row.ID: Rows.Row] = [:]
        for position in changes.updates {
            if let row = after[position] { updated[row.id] = row }
        }
        self.updated = updated
        let (ranges, isSplit) = ChangedRange.told(changes, gap: gap, limit: limit, additions: additions)
        edits =
            isSplit
            ? Self.splitEdits(of: ranges, from: before, to: after) : Self.edits(of: ranges, from: before, to: after)
    }

    /// One edit for every range, front to back.
    private static func edits(of ranges: [ChangedRange], from before: Rows, to after: Rows) -> [RangeEdit<Rows>] {
        ranges.map { range in
            var list = PiecedList<Rows>()
            list.append(0..<range.after.upperBound, of: after)
            list.append(range.before.upperBound..<before.count, of: before)
            return RangeEdit(
                position: range.after.lowerBound, removed: range.before.count, added: range.after.count, list: list)
        }
    }

    /// Removals from back to front, then insertions from front to back.
    private static func splitEdits(of ranges: [ChangedRange], from before: Rows, to after: Rows) -> [RangeEdit<Rows>] {
        // What stays behind each range, as it was.
        let ends = ranges.dropFirst().map(\.before.lowerBound) + [before.count]
        let stays = zip(ranges, ends).map { $0.before.upperBound..<$1 }
        /// The list that begins as `head`, with all that stays behind the range `index`.
        func list(_ head: Range<Int>, of rows: Rows, behind index: Int) -> PiecedList<Rows> {
            var list = PiecedList<Rows>()
            list.append(head, of: rows)
            for stay in stays[index...] { list.append(stay, of: before) }
            return list
        }
        var edits: [RangeEdit<Rows>] = []
        for (index, range) in ranges.enumerated().reversed() where !range.before.isEmpty {
            let list = list(0..<range.before.lowerBound, of: before, behind: index)
            edits.append(
                RangeEdit(position: range.before.lowerBound, removed: range.before.count, added: 0, list: list))
        }
        for (index, range) in ranges.enumerated() where !range.after.isEmpty {
            let list = list(0..<range.after.upperBound, of: after, behind: index)
            edits.append(RangeEdit(position: range.after.lowerBound, removed: 0, added: range.after.count, list: list))
        }
        return edits
    }
}

extension ChangedRange {
    /// The ranges to tell, and whether all of them go before they come.
    fileprivate static func told<ID>(
        _ changes: FlatRowChanges<ID>, gap: Int, limit: Int, additions: Int
    ) -> (ranges: [ChangedRange], isSplit: Bool) {
        let all = all(in: changes)
        guard let first = all.first, let last = all.last else { return ([], false) }
        let whole = first.through(last)
        var ranges = merged(all, gap: gap)
        var isSplit = false
        if ranges.count > limit { ranges = [whole] }
        if ranges.count > 1, areCrossed(ranges, by: changes.moves) {
            // Rows that stay between rows that move keep their cells.
            isSplit = all.count <= Swift.max(2, limit / 8)
            ranges = isSplit ? all : [whole]
        }
        return (ranges, isSplit || ranges.contains { $0.after.count > additions })
    }
}
