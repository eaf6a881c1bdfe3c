public import DataSources

extension SectionedSnapshot: WireSnapshot where Header: Codable, Item: Codable {
    /// Sections that are edited in place.
    public typealias Storage = SectionedStorage<Header, Item>

    /// Sections.
    public static var wireKind: WireKind { .sections }

    /// The number of sections.
    public var wireSectionCount: Int { count }

    /// The next items, with the headers of the sections that begin there.
    public func wireGroups(
        from cursor: inout WireCursor, limit: Int, size: Int
    ) throws(WireError) -> [WirePart.Group] {
        var groups: [WirePart.Group] = []
        var (items, bytes) = (0, 0)
        while let section = self[section: cursor.section], items < limit, groups.count <= limit, bytes < size {
            var group = WirePart.Group(header: nil, items: [])
            if cursor.item == 0, !cursor.isBehindHeader {
                let header = try encoded(section.header)
                bytes += header.estimatedSize
                group.header = header
                cursor.isBehindHeader = true
            }
            while let item = section.items[cursor.item], items < limit, bytes < size {
                let value = try encoded(item)
                bytes += value.estimatedSize
                group.items.append(value)
                cursor.item += 1
                cursor.isBehindHeader = false
                items += 1
            }
            groups.append(group)
            guard cursor.item >= section.items.count else { break }
            (cursor.section, cursor.item, cursor.isBehindHeader) = (cursor.section + 1, 0, false)
        }
        cursor.offset += items
        return groups
    }

    /// The changes with the new headers and items, and patches of updated ones.
    ///
    /// - Complexity: O(*s*) in the number of sections, besides encoding.
    public static func wireChanges(
        of update: Update<SectionedSnapshot>, base: UInt64, version: UInt64
    ) throws(WireError) -> WireChanges {
        let (before, after) = (update.before, update.after)
        return WireChanges(
            kind: .sections, base: base, version: version, itemCount: after.itemCount, sectionCount: after.count,
            sections: try sectionEdits(update), items: try itemEdits(update, before, after))
    }

    private static func sectionEdits(_ update: Update<SectionedSnapshot>) throws(WireError) -> WireEdits<Int> {
        let changes = update.changes.sections
        var edits = WireEdits<Int>()
        edits.removals = changes.deletions.runs.map { .init(first: $0.first, count: $0.count) }
        edits.moves = changes.moves.runs.map { .init(from: $0.before, to: $0.after, count: $0.count) }
        for run in changes.insertions.runs {
            var values: [WireValue] = []
            for position in run.first..<run.first + run.count {
                if let section = update.after[section: position] { values.append(try encoded(section.header)) }
            }
            edits.insertions.append(.init(first: run.first, values: values))
        }
        for pair in changes.updates {
            guard let old = update.before[section: pair.before], let new = update.after[section: pair.after] else {
                continue
            }
            let patch = WirePatch(from: try encoded(old.header), to: try encoded(new.header))
            edits.updates.append(.init(position: pair.after, patch: patch))
        }
        return edits
    }

    private static func itemEdits(
        _ update: Update<SectionedSnapshot>, _ before: SectionedSnapshot, _ after: SectionedSnapshot
    ) throws(WireError) -> WireEdits<ItemPath> {
        let changes = update.changes.items
        var edits = WireEdits<ItemPath>()
        edits.removals = changes.deletions.runs.map { .init(first: $0.first, count: $0.count) }
        edits.moves = changes.moves.runs.map { .init(from: $0.before, to: $0.after, count: $0.count) }
        var runs = changes.insertions.runs.map { (first: $0.first, count: $0.count) }
        runs += itemsOfNewSections(update)
        runs.sort { $0.first < $1.first }
        for run in runs {
            var values: [WireValue] = []
            for item in run.first.item..<run.first.item + run.count {
                if let item = after[ItemPath(section: run.first.section, item: item)] {
                    values.append(try encoded(item))
                }
            }
            edits.insertions.append(.init(first: run.first, values: values))
        }
        for pair in changes.updates {
            guard let old = before[pair.before], let new = after[pair.after] else { continue }
            let patch = WirePatch(from: try encoded(old), to: try encoded(new))
            edits.updates.append(.init(position: pair.after, patch: patch))
        }
        return edits
    }

    /// The items of inserted sections, without those that moved there: an update does not list them as insertions.
    private static func itemsOfNewSections(_ update: Update<SectionedSnapshot>) -> [(first: ItemPath, count: Int)] {
        let sections = update.changes.sections.insertions
        if sections.isEmpty { return [] }
        var arrivals: [Int: [Range<Int>]] = [:]
        for run in update.changes.items.moves.runs where sections.contains(run.after.section) {
            arrivals[run.after.section, default: []].append(run.after.item..<run.after.item + run.count)
        }
        var runs: [(first: ItemPath, count: Int)] = []
        for position in sections {
            guard let section = update.after[section: position] else { continue }
            var start = 0
            let moved = (arrivals[position] ?? []).sorted { $0.lowerBound < $1.lowerBound }
            for range in moved + [section.items.count..<section.items.count] {
                if range.lowerBound > start {
                    runs.append((ItemPath(section: position, item: start), range.lowerBound - start))
                }
                start = Swift.max(start, range.upperBound)
            }
        }
        return runs
    }
}
