import DataSources
import DataSourcesTesting

/// What the laws say of changes of sections, by the most obvious code; it uses nothing of what it checks.
enum SectionedOracle {
    /// Laws 1, 3, 4 and 11 for the changes between two states.
    static func check<Header: Entry, Item: Entry>(
        _ changes: SectionedChanges,
        from before: [PlainSection<Header, Item>],
        to after: [PlainSection<Header, Item>]
    ) throws(Fault) {
        func fault(_ text: String) -> Fault { Fault("\(text)\n  before \(before)\n  after \(after)\n  \(changes)") }

        // Sections are a list of headers.
        try ListOracle.check(changes.sections, from: before.map(\.header), to: after.map(\.header))
        let old = paths(before)
        let new = paths(after)
        let oldSections = Set(before.map(\.header.id))
        let newSections = Set(after.map(\.header.id))
        func oldSection(_ path: ItemPath) -> Header.ID { before[path.section].header.id }
        func newSection(_ path: ItemPath) -> Header.ID { after[path.section].header.id }

        // What goes or comes with its section is not listed.
        let gone = old.filter { new[$0.key] == nil && newSections.contains(oldSection($0.value)) }.values.sorted()
        let come = new.filter { old[$0.key] == nil && oldSections.contains(newSection($0.value)) }.values.sorted()
        if Array(changes.deletions) != gone { throw fault("law 4: deletions should be \(gone)") }
        if Array(changes.insertions) != come { throw fault("law 4: insertions should be \(come)") }

        let stayed = new.compactMap { id, after in old[id].map { PositionPair(before: $0, after: after) } }
            .sorted { $0.after < $1.after }
        let changed = stayed.filter { before[$0.before] != after[$0.after] }
        if Array(changes.updates) != changed { throw fault("law 4: updates should be \(changed)") }

        let crossed = stayed.filter { oldSection($0.before) != newSection($0.after) }
        let moves = Array(changes.moves)
        let moved = Set(moves)
        if moved.count != moves.count || !moved.isSubset(of: stayed) { throw fault("law 4: something else moved") }
        if !moved.isSuperset(of: crossed) { throw fault("law 4: these crossed sections: \(crossed)") }
        for section in after.indices {
            let here = stayed.filter { $0.after.section == section && oldSection($0.before) == newSection($0.after) }
            let unmoved = here.filter { !moved.contains($0) }.map(\.before)
            if unmoved != unmoved.sorted() { throw fault("law 1: section \(section) is out of order") }
            let fewest = here.count - ListOracle.longestIncreasing(here.map(\.before.item))
            if here.count - unmoved.count != fewest {
                throw fault("law 11: in section \(section) \(fewest) should move")
            }
        }

        guard apply(changes, to: before, after: after) == after else { throw fault("law 1: they lead elsewhere") }
        if changes.isEmpty != (before == after) { throw fault("law 3: isEmpty is \(changes.isEmpty)") }
        if let untidy = ListOracle.untidiness(of: changes.items) { throw fault(untidy) }
    }

    /// Where each item is.
    static func paths<Header: Entry, Item: Entry>(
        _ sections: [PlainSection<Header, Item>]
    ) -> [Item.ID: ItemPath] {
        var result: [Item.ID: ItemPath] = [:]
        for (section, part) in sections.enumerated() {
            for (item, element) in part.items.enumerated() {
                result[element.id] = ItemPath(section: section, item: item)
            }
        }
        return result
    }

    /// Items leave, sections are rearranged, items arrive, and then the new content; `nil` where that fails.
    private static func apply<Header: Entry, Item: Entry>(
        _ changes: SectionedChanges,
        to before: [PlainSection<Header, Item>],
        after: [PlainSection<Header, Item>]
    ) -> [PlainSection<Header, Item>]? {
        var rest = before
        for path in (Array(changes.deletions) + changes.moves.map(\.before)).sorted(by: >) {
            guard rest.contains(path) else { return nil }
            rest[path.section].items.remove(at: path.item)
        }
        guard
            let headers = ListOracle.apply(changes.sections, to: before.map(\.header), after: after.map(\.header)),
            headers.count == after.count
        else { return nil }
        var result = headers.map { header in
            PlainSection(header, rest.first { $0.header.id == header.id }?.items ?? [])
        }
        var arrivals = changes.moves.map { ($0.after, before[$0.before]) } + changes.insertions.map { ($0, after[$0]) }
        // What an inserted section brings along is not listed.
        let listed = Set(changes.moves.map(\.after))
        for section in changes.sections.insertions {
            for item in after[section].items.indices {
                let path = ItemPath(section: section, item: item)
                if !listed.contains(path) { arrivals.append((path, after[path])) }
            }
        }
        for (path, item) in arrivals.sorted(by: { $0.0 < $1.0 }) {
            guard path.item <= result[path.section].items.count else { return nil }
            result[path.section].items.insert(item, at: path.item)
        }
        for pair in changes.updates {
            guard result.contains(pair.after) else { return nil }
            result[pair.after] = after[pair.after]
        }
        return result
    }
}
