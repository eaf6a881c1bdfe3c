public import DataSources

extension Oracle {
    /// Applies changes to a list by hand, to check law 1.
    ///
    /// First it removes deleted and moved items; then it inserts moved and new ones, front to back; then it updates
    /// content.
    ///
    /// - Parameters:
    ///   - changes: The changes to apply.
    ///   - before: The list to apply them to.
    ///   - after: The source of inserted and updated items, and of nothing else.
    /// - Returns: The resulting list, for the caller to compare with `after`.
    /// - Throws: ``LawViolation`` of law 1 that names the impossible position.
    /// - Complexity: O(*n* + *k* log *k*) for *k* changes.
    public static func apply<Item: Identifiable>(
        _ changes: ListChanges,
        to before: [Item],
        takingFrom after: [Item]
    ) throws(LawViolation) -> [Item] {
        var leaves = [Bool](repeating: false, count: before.count)
        for offset in changes.deletions { try mark(offset, as: "deleted", &leaves) }
        for pair in changes.moves { try mark(pair.before, as: "moved", &leaves) }
        var arrivals: [(at: Int, item: Item)] = changes.moves.map { ($0.after, before[$0.before]) }
        for offset in changes.insertions {
            guard after.indices.contains(offset) else { throw missing(offset, "inserted", after.count, "after") }
            arrivals.append((offset, after[offset]))
        }
        var result = try merge(stayers(before, leaves), arrivals, in: "")
        for pair in changes.updates {
            guard before.indices.contains(pair.before) else {
                throw missing(pair.before, "updated", before.count, "before")
            }
            guard after.indices.contains(pair.after), result.indices.contains(pair.after) else {
                throw missing(pair.after, "updated", after.count, "after")
            }
            guard before[pair.before].id == after[pair.after].id, result[pair.after].id == after[pair.after].id else {
                throw stranger(at: "\(pair.before)→\(pair.after)", after[pair.after])
            }
            result[pair.after] = after[pair.after]
        }
        return result
    }

    /// Applies changes to sections by hand, to check law 1.
    ///
    /// First items leave; then sections are removed, moved and inserted, inserted ones with their own items; then items
    /// arrive, section by section and front to back; then content is updated.
    ///
    /// - Parameters:
    ///   - changes: The changes to apply.
    ///   - before: The sections to apply them to.
    ///   - after: The source of inserted and updated elements, and of nothing else.
    /// - Returns: The resulting sections, for the caller to compare with `after`.
    /// - Throws: ``LawViolation`` of law 1 that names the impossible position.
    /// - Complexity: O(*n* + *k* log *k*) for *k* changes.
    public static func apply<Header, Item>(
        _ changes: SectionedChanges,
        to before: [PlainSection<Header, Item>],
        takingFrom after: [PlainSection<Header, Item>]
    ) throws(LawViolation) -> [PlainSection<Header, Item>] {
        var leaves = before.map { [Bool](repeating: false, count: $0.items.count) }
        for path in changes.deletions { try mark(path, as: "deleted", &leaves) }
        for pair in changes.moves { try mark(pair.before, as: "moved", &leaves) }
        var arrivals: [[(at: Int, item: Item)]] = after.map { _ in [] }
        for pair in changes.moves {
            try check(pair.after, "moved to", after)
            arrivals[pair.after.section].append((pair.after.item, before[pair.before.section].items[pair.before.item]))
        }
        // Items inserted with their section are not listed.
        for section in changes.sections.insertions where after.indices.contains(section) {
            let listed = Set(arrivals[section].map(\.at))
            for (item, value) in after[section].items.enumerated() where !listed.contains(item) {
                arrivals[section].append((item, value))
            }
        }
        for path in changes.insertions {
            try check(path, "inserted", after)
            arrivals[path.section].append((path.item, after[path.section].items[path.item]))
        }
        let origins = offsets(in: headers(of: before))
        let inserted = Set(changes.sections.insertions)
        let order = try apply(changes.sections, to: headers(of: before), takingFrom: headers(of: after))
        guard order.count == after.count else {
            throw LawViolation(.fold, "the changes lead to \(order.count) sections, there should be \(after.count)")
        }
        var result: [PlainSection<Header, Item>] = []
        for (section, header) in order.enumerated() {
            let origin = inserted.contains(section) ? nil : origins[header.id]
            let staying = origin.map { stayers(before[$0].items, leaves[$0]) } ?? []
            result.append(PlainSection(header, try merge(staying, arrivals[section], in: "section \(section): ")))
        }
        for pair in changes.updates {
            try check(pair.before, "updated", before, "before")
            try check(pair.after, "updated", after)
            let new = after[pair.after.section].items[pair.after.item]
            guard before[pair.before.section].items[pair.before.item].id == new.id,
                result[pair.after.section].items.indices.contains(pair.after.item),
                result[pair.after.section].items[pair.after.item].id == new.id
            else { throw stranger(at: "\(pair.before)→\(pair.after)", new) }
            result[pair.after.section].items[pair.after.item] = new
        }
        return result
    }

    // MARK: Steps of it

    private static func stayers<Item>(_ items: [Item], _ leaves: [Bool]) -> [Item] {
        zip(items, leaves).filter { !$0.1 }.map(\.0)
    }

    /// The remaining items in their order, with the arrivals at given positions.
    private static func merge<Item>(
        _ staying: [Item],
        _ arrivals: [(at: Int, item: Item)],
        in section: String
    ) throws(LawViolation) -> [Item] {
        var rest = staying[...]
        var result: [Item] = []
        for arrival in arrivals.sorted(by: { $0.at < $1.at }) {
            while result.count < arrival.at, let item = rest.popFirst() { result.append(item) }
            guard result.count >= arrival.at else {
                throw LawViolation(.fold, "\(section)something arrives at \(arrival.at), beyond the end")
            }
            guard result.count == arrival.at else {
                throw LawViolation(.fold, "\(section)two things arrive at \(arrival.at)")
            }
            result.append(arrival.item)
        }
        return result + rest
    }

    private static func mark(_ offset: Int, as verb: String, _ leaves: inout [Bool]) throws(LawViolation) {
        guard leaves.indices.contains(offset) else { throw missing(offset, verb, leaves.count, "before") }
        guard !leaves[offset] else { throw twice(offset) }
        leaves[offset] = true
    }

    private static func mark(_ path: ItemPath, as verb: String, _ leaves: inout [[Bool]]) throws(LawViolation) {
        guard leaves.indices.contains(path.section), leaves[path.section].indices.contains(path.item) else {
            throw LawViolation(.fold, "\(path) is \(verb), but there is no such path before")
        }
        guard !leaves[path.section][path.item] else { throw twice(path) }
        leaves[path.section][path.item] = true
    }

    private static func check<Header, Item>(
        _ path: ItemPath,
        _ verb: String,
        _ sections: [PlainSection<Header, Item>],
        _ space: String = "after"
    ) throws(LawViolation) {
        guard sections.indices.contains(path.section), sections[path.section].items.indices.contains(path.item) else {
            throw LawViolation(.fold, "\(path) is \(verb), but there is no such path \(space)")
        }
    }

    private static func missing(_ offset: Int, _ verb: String, _ count: Int, _ space: String) -> LawViolation {
        LawViolation(.fold, "\(offset) is \(verb), but the count \(space) is \(count)")
    }

    private static func twice(_ position: some Position) -> LawViolation {
        LawViolation(.fold, "\(position) is to leave twice")
    }

    private static func stranger(at position: String, _ item: some Any) -> LawViolation {
        LawViolation(.fold, "\(position) is updated to \(brief(item)), but is another one")
    }
}
