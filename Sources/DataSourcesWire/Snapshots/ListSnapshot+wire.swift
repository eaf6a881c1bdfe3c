public import DataSources

extension ListSnapshot: WireSnapshot where Item: Codable {
    /// A list that is edited in place.
    public typealias Storage = ListStorage<Item>

    /// A list.
    public static var wireKind: WireKind { .list }

    /// None.
    public var wireSectionCount: Int { 0 }

    /// The next items.
    public func wireGroups(
        from cursor: inout WireCursor, limit: Int, size: Int
    ) throws(WireError) -> [WirePart.Group] {
        var group = WirePart.Group(header: nil, items: [])
        var bytes = 0
        while let item = self[cursor.offset], group.items.count < limit, bytes < size {
            let value = try encoded(item)
            bytes += value.estimatedSize
            group.items.append(value)
            cursor.offset += 1
        }
        return group.items.isEmpty ? [] : [group]
    }

    /// The changes with the new items and patches of updated ones.
    public static func wireChanges(
        of update: Update<ListSnapshot>, base: UInt64, version: UInt64
    ) throws(WireError) -> WireChanges {
        let changes = update.changes
        var items = WireEdits<ItemPath>()
        items.removals = changes.deletions.runs.map { .init(first: path($0.first), count: $0.count) }
        items.moves = changes.moves.runs.map { .init(from: path($0.before), to: path($0.after), count: $0.count) }
        for run in changes.insertions.runs {
            var values: [WireValue] = []
            for position in run.first..<run.first + run.count {
                if let item = update.after[position] { values.append(try encoded(item)) }
            }
            items.insertions.append(.init(first: path(run.first), values: values))
        }
        for pair in changes.updates {
            guard let old = update.before[pair.before], let new = update.after[pair.after] else { continue }
            let patch = WirePatch(from: try encoded(old), to: try encoded(new))
            items.updates.append(.init(position: path(pair.after), patch: patch))
        }
        return WireChanges(kind: .list, base: base, version: version, itemCount: update.after.count, items: items)
    }

    private static func path(_ position: Int) -> ItemPath { ItemPath(section: 0, item: position) }
}
