public import DataSources

/// A row of a list with sections: a header or an item.
public enum SectionRow<Header, Item>: Identifiable, Equatable, Sendable
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    /// The header of a section that has so many items.
    case header(Header, itemCount: Int)
    /// An item.
    case item(Item)

    /// What identifies a row.
    public enum ID: Hashable, Sendable {
        /// The id of a header.
        case header(Header.ID)
        /// The id of an item.
        case item(Item.ID)
    }

    /// The id of the header or of the item.
    public var id: ID {
        switch self {
        case .header(let header, _): .header(header.id)
        case .item(let item): .item(item.id)
        }
    }
}

/// The headers and items of sections as the rows of one list.
public struct SectionRows<Header, Item>: RowList
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    /// A header or an item.
    public typealias Row = SectionRow<Header, Item>

    /// The sections.
    public let snapshot: SectionedSnapshot<Header, Item>
    /// The position of each section's header, and the number of rows.
    private let starts: [Int]

    /// Creates the rows of some sections.
    ///
    /// - Complexity: O(*s*) in the number of sections.
    public init(_ snapshot: SectionedSnapshot<Header, Item>) {
        self.snapshot = snapshot
        var next = 0
        starts =
            snapshot.map { section in
                defer { next += 1 + section.items.count }
                return next
            } + [next]
    }

    /// The number of rows.
    public var count: Int { snapshot.count + snapshot.itemCount }

    /// The number of items.
    public var selectableCount: Int { snapshot.itemCount }

    /// The header or the item at a position.
    public subscript(position: Int) -> Row? {
        guard position >= 0, position < count else { return nil }
        let section = section(at: position)
        if position == starts[section] {
            return snapshot[section: section].map { .header($0.header, itemCount: $0.items.count) }
        }
        return snapshot[ItemPath(section: section, item: position - starts[section] - 1)].map { .item($0) }
    }

    /// The section whose header or item is at a position: the last that starts at the position or before it.
    private func section(at position: Int) -> Int {
        var (low, high) = (0, starts.count - 1)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= position { low = middle } else { high = middle }
        }
        return low
    }

    private func rows(ofSection section: Int) -> Range<Int> { starts[section]..<starts[section + 1] }
    private func position(of path: ItemPath) -> Int { starts[path.section] + 1 + path.item }

    /// Items can be selected, headers cannot.
    public static func isSelectable(_ row: Row) -> Bool {
        if case .item = row { true } else { false }
    }

    /// The changes of an update.
    public static func changes(
        of update: Update<SectionedSnapshot<Header, Item>>, from before: SectionRows, to after: SectionRows
    ) -> RowChanges<Row.ID> {
        let (sections, items) = (update.changes.sections, update.changes.items)
        var rows = RowChanges<Row.ID>()
        for pair in sections.moves {
            // Its items may have left or arrived meanwhile, so the two ranges can have different lengths.
            rows.moves.append(
                RowChanges.Move(before: before.rows(ofSection: pair.before), after: after.rows(ofSection: pair.after)))
        }
        for run in items.moves.runs {
            let (old, new) = (before.position(of: run.before), after.position(of: run.after))
            rows.moves.append(RowChanges.Move(before: old, after: new, count: run.count))
        }
        rows.leaving += sections.deletions.map { before.rows(ofSection: $0) }
        rows.leaving += items.deletions.runs.map { run in
            let first = before.position(of: run.first)
            return first..<first + run.count
        }
        rows.leaving += rows.moves.map(\.before)
        rows.leaving.sort { $0.lowerBound < $1.lowerBound }
        rows.arriving += sections.insertions.map { after.rows(ofSection: $0) }
        rows.arriving += items.insertions.runs.map { run in
            let first = after.position(of: run.first)
            return first..<first + run.count
        }
        rows.arriving += rows.moves.map(\.after)
        rows.arriving.sort { $0.lowerBound < $1.lowerBound }

        rows.updates = items.updates.map { after.position(of: $0.after) }
        // Headers show the number of items.
        rows.updates += after.starts.indices.dropLast().map { after.starts[$0] }
        rows.deleted = update.deletedItems.map { .item($0.id) }
        rows.inserted = update.insertedItems.map { .item($0.id) }
        return rows
    }
}
