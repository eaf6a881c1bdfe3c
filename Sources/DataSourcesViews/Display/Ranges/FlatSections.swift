public import DataSources

/// The headers and items of sections as the rows of one list.
public struct FlatSections<Header, Item>: FlatRows
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    /// A header or an item.
    public typealias Row = FlatRow<Header, Item>

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

    /// The number of headers and items.
    public var count: Int { snapshot.count + snapshot.itemCount }

    /// The header or the item at a position; `nil` if there is none.
    ///
    /// - Complexity: O(log *n*).
    public subscript(position: Int) -> Row? {
        guard let section = section(at: position) else { return nil }
        if position == starts[section] {
            return snapshot[section: section].map { .header($0.header, itemCount: $0.items.count) }
        }
        return snapshot[ItemPath(section: section, item: position - starts[section] - 1)].map { .item($0) }
    }

    /// The section whose header or item is at a position; `nil` if there is none.
    ///
    /// - Complexity: O(log *s*).
    public func section(at position: Int) -> Int? {
        guard position >= 0, position < count else { return nil }
        // The last one that starts at the position or before it.
        var (low, high) = (0, starts.count - 1)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= position { low = middle } else { high = middle }
        }
        return low
    }

    private func rows(ofSection section: Int) -> Range<Int> { starts[section]..<starts[section + 1] }
    private func position(of path: ItemPath) -> Int { starts[path.section] + 1 + path.item }

    private func rows(from path: ItemPath, count: Int) -> Range<Int> {
        let first = position(of: path)
        return first..<first + count
    }

    /// The changes of an update; every header may have new content, since it shows how many items there are.
    ///
    /// - Complexity: O(*k* + *s*) in the numbers of changes and of sections.
    public static func changes(
        of update: Update<SectionedSnapshot<Header, Item>>, from before: FlatSections, to after: FlatSections
    ) -> FlatRowChanges<Row.ID> {
        let (sections, items) = (update.changes.sections, update.changes.items)
        var rows = FlatRowChanges<Row.ID>()
        rows.moves = sections.moves.map { pair in
            FlatRowChanges.Move(before: before.rows(ofSection: pair.before), after: after.rows(ofSection: pair.after))
        }
        rows.moves += items.moves.runs.map { run in
            FlatRowChanges.Move(
                before: before.rows(from: run.before, count: run.count),
                after: after.rows(from: run.after, count: run.count))
        }
        rows.deletions = sections.deletions.map { before.rows(ofSection: $0) }
        rows.deletions += items.deletions.runs.map { before.rows(from: $0.first, count: $0.count) }
        rows.insertions = sections.insertions.map { after.rows(ofSection: $0) }
        rows.insertions += items.insertions.runs.map { after.rows(from: $0.first, count: $0.count) }
        rows.updates = items.updates.map { after.position(of: $0.after) } + after.starts.dropLast()
        rows.deleted = update.deletedItems.map { .item($0.id) }
        rows.inserted = update.insertedItems.map { .item($0.id) }
        return rows
    }
}
