import DataSources

/// A view without a screen that refuses batch updates which UIKit refuses, and shows what UIKit would show.
///
/// Deletions, reloads and the origins of moves are in the space before, insertions and the targets of moves in the
/// space after. A batch is refused when
/// - a position is not there in its space, or the counts before and after do not fit the changes;
/// - one row or section is to be deleted, moved and reloaded at once (two of them), or two things go to one place;
/// - a row changes in, leaves, or enters a section that itself comes, goes, moves or is reloaded in the batch.
///
/// What moves keeps its old look, as a cell does: only what is inserted or reloaded is taken from the data source. When
/// the view then shows anything else than the data source has, the batch is refused too.
struct StrictDisplay<Header, Item>
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    // Not nested in the generic type: the optimizer of Swift 6.3.1 crashes on typed throws of such an error.
    typealias Refusal = DisplayRefusal

    /// A section as it is on the screen.
    struct Shown: Equatable {
        var header: Header
        var items: [Item]

        init(_ section: Section<Header, Item>) {
            header = section.header
            items = Array(section.items)
        }
    }

    private(set) var sections: [Shown]

    init(_ snapshot: SectionedSnapshot<Header, Item>) {
        sections = snapshot.map(Shown.init)
    }

    mutating func performBatchUpdates(
        _ changes: SectionedChanges,
        to snapshot: SectionedSnapshot<Header, Item>
    ) throws(Refusal) {
        try performBatchUpdates(changes, to: snapshot.map(Shown.init))
    }

    mutating func performBatchUpdates(_ changes: SectionedChanges, to after: [Shown]) throws(Refusal) {
        try checkSections(changes.sections, after)
        let origins = origins(of: changes.sections, countAfter: after.count)
        for pair in changes.sections.updates where origins[pair.after] != pair.before {
            throw Refusal("the section reloaded at \(pair.before) does not end up at \(pair.after)")
        }
        try checkRows(changes.items, after)
        try checkSectionsOfRows(changes)
        let rows = Rows(changes.items)
        let reloaded = Set(changes.sections.updates.map(\.after))
        var result: [Shown] = []
        for (position, new) in after.enumerated() {
            guard let origin = origins[position], !reloaded.contains(position) else {
                result.append(new)
                continue
            }
            result.append(try rows.animate(from: origin, to: position, in: sections, like: new))
        }
        for (position, (shown, new)) in zip(result, after).enumerated() where shown != new {
            throw Refusal("section \(position) shows \(shown), the data source has \(new)")
        }
        sections = result
    }

    private func origins(of changes: Changes<Int>, countAfter: Int) -> [Int?] {
        let leaving = Set(changes.deletions).union(changes.moves.map(\.before))
        var staying = sections.indices.filter { !leaving.contains($0) }[...]
        let inserted = Set(changes.insertions)
        let moved = Dictionary(uniqueKeysWithValues: changes.moves.map { ($0.after, $0.before) })
        return (0..<countAfter).map { position in
            inserted.contains(position) ? nil : moved[position] ?? staying.popFirst()
        }
    }
}

// MARK: The rules

extension StrictDisplay {
    private func checkSections(_ changes: Changes<Int>, _ after: [Shown]) throws(Refusal) {
        try Self.check(
            changes,
            "section",
            isBefore: { sections.indices.contains($0) },
            isAfter: { after.indices.contains($0) }
        )
        let expected = sections.count - changes.deletions.count + changes.insertions.count
        if expected != after.count {
            throw Refusal(
                "the number of sections after the update (\(after.count)) must be equal to the number before "
                    + "(\(sections.count)), plus or minus those inserted or deleted "
                    + "(\(changes.insertions.count) inserted, \(changes.deletions.count) deleted)"
            )
        }
    }

    private func checkRows(_ changes: Changes<ItemPath>, _ after: [Shown]) throws(Refusal) {
        func contains(_ path: ItemPath, _ sections: [Shown]) -> Bool {
            sections.indices.contains(path.section) && sections[path.section].items.indices.contains(path.item)
        }
        try Self.check(changes, "row", isBefore: { contains($0, sections) }, isAfter: { contains($0, after) })
    }

    private static func check<P: Position>(
        _ changes: Changes<P>,
        _ noun: String,
        isBefore: (P) -> Bool,
        isAfter: (P) -> Bool
    ) throws(Refusal) {
        var taken: [P: String] = [:]
        func take(_ position: P, to verb: String, _ isThere: Bool, _ space: String) throws(Refusal) {
            if !isThere { throw Refusal("attempt to \(verb) \(noun) \(position), which is not there \(space)") }
            if let other = taken.updateValue(verb, forKey: position) {
                throw Refusal("attempt to \(other) and \(verb) the same \(noun) \(position)")
            }
        }
        for position in changes.deletions { try take(position, to: "delete", isBefore(position), "before") }
        for pair in changes.moves { try take(pair.before, to: "move", isBefore(pair.before), "before") }
        for pair in changes.updates { try take(pair.before, to: "reload", isBefore(pair.before), "before") }
        taken = [:]
        for position in changes.insertions { try take(position, to: "insert", isAfter(position), "after") }
        for pair in changes.moves { try take(pair.after, to: "move to", isAfter(pair.after), "after") }
        for pair in changes.updates { try take(pair.after, to: "show the reloaded", isAfter(pair.after), "after") }
    }

    private func checkSectionsOfRows(_ changes: SectionedChanges) throws(Refusal) {
        var before: [Int: String] = [:]
        var after: [Int: String] = [:]
        for position in changes.sections.deletions { before[position] = "deleted" }
        for position in changes.sections.insertions { after[position] = "inserted" }
        for pair in changes.sections.moves { (before[pair.before], after[pair.after]) = ("moved", "moved") }
        for pair in changes.sections.updates { (before[pair.before], after[pair.after]) = ("reloaded", "reloaded") }
        func check(_ path: ItemPath, _ verb: String, _ changed: [Int: String]) throws(Refusal) {
            if let change = changed[path.section] {
                throw Refusal("attempt to \(verb) row \(path) of a section that is \(change) in the same batch")
            }
        }
        for path in changes.deletions { try check(path, "delete", before) }
        for path in changes.insertions { try check(path, "insert", after) }
        for pair in changes.moves {
            try check(pair.before, "move", before)
            try check(pair.after, "move to", after)
        }
        for pair in changes.updates { try check(pair.before, "reload", before) }
    }
}

// MARK: The animation

extension StrictDisplay {
    /// The changes of rows by section.
    private struct Rows {
        private var leaving: [Int: Set<Int>] = [:]
        private var arriving: [Int: [(at: Int, from: ItemPath?)]] = [:]
        private var reloaded: [Int: [PositionPair<ItemPath>]] = [:]

        init(_ changes: Changes<ItemPath>) {
            for path in changes.deletions { leaving[path.section, default: []].insert(path.item) }
            for path in changes.insertions { arriving[path.section, default: []].append((path.item, nil)) }
            for pair in changes.moves {
                leaving[pair.before.section, default: []].insert(pair.before.item)
                arriving[pair.after.section, default: []].append((pair.after.item, pair.before))
            }
            for pair in changes.updates { reloaded[pair.after.section, default: []].append(pair) }
        }

        func animate(
            from origin: Int,
            to position: Int,
            in sections: [Shown],
            like new: Shown
        ) throws(Refusal) -> Shown {
            var shown = sections[origin]
            let gone = leaving[origin] ?? []
            let come = (arriving[position] ?? []).sorted { $0.at < $1.at }
            let expected = shown.items.count - gone.count + come.count
            if expected != new.items.count {
                throw Refusal(
                    "the number of rows in section \(position) after the update (\(new.items.count)) must be equal to "
                        + "the number before (\(shown.items.count)), plus or minus those that come and go "
                        + "(\(come.count) inserted or moved in, \(gone.count) deleted or moved out)"
                )
            }
            var staying = shown.items.indices.filter { !gone.contains($0) }.map { shown.items[$0] }[...]
            var next = come[...]
            var items: [Item] = []
            while items.count < expected {
                if let arrival = next.first, arrival.at == items.count {
                    items.append(arrival.from.map { sections[$0.section].items[$0.item] } ?? new.items[arrival.at])
                    next.removeFirst()
                } else if let item = staying.popFirst() {
                    items.append(item)
                } else {
                    throw Refusal("there is nothing for row \(items.count) of section \(position)")
                }
            }
            for pair in reloaded[position] ?? [] {
                guard items[pair.after.item].id == sections[pair.before.section].items[pair.before.item].id else {
                    throw Refusal("the row reloaded at \(pair.before) does not end up at \(pair.after)")
                }
                items[pair.after.item] = new.items[pair.after.item]
            }
            shown.items = items
            return shown
        }
    }
}

// MARK: Lists

/// The header of a list's only section.
struct NoHeader: Identifiable, Equatable, Sendable {
    let id = 0
}

extension StrictDisplay where Header == NoHeader {
    init(_ snapshot: ListSnapshot<Item>) {
        sections = [Shown(Section(NoHeader(), items: snapshot))]
    }

    mutating func performBatchUpdates(_ changes: ListChanges, to snapshot: ListSnapshot<Item>) throws(Refusal) {
        func path(_ offset: Int) -> ItemPath { ItemPath(section: 0, item: offset) }
        func paths(_ pairs: PositionPairs<Int>) -> PositionPairs<ItemPath> {
            PositionPairs(pairs.map { PositionPair(before: path($0.before), after: path($0.after)) })
        }
        let items = Changes(
            deletions: PositionSet(changes.deletions.map(path)),
            insertions: PositionSet(changes.insertions.map(path)),
            moves: paths(changes.moves),
            updates: paths(changes.updates)
        )
        try performBatchUpdates(SectionedChanges(items: items), to: [Shown(Section(NoHeader(), items: snapshot))])
    }
}

/// What UIKit would raise.
struct DisplayRefusal: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = "invalid batch updates: \(description)"
    }
}
