import DataSources
import Testing

/// What the laws say of sectioned changes, by the most obvious code; it uses nothing of what it checks.
enum SectionedOracle {
    /// Checks laws 1, 3, 4 and 11 on the changes between two states; returns what is wrong.
    static func fault(
        in changes: SectionedChanges, from before: [PlainSection], to after: [PlainSection]
    ) -> String? {
        // Sections are a list of headers.
        if let fault = ListOracle.fault(
            in: changes.sections, from: before.map(\.header), to: after.map(\.header)
        ) {
            return "sections: \(fault)"
        }
        let (old, new) = (Whereabouts(before), Whereabouts(after))
        guard apply(changes, to: old, new) == after else { return "law 1: the changes do not lead to the state after" }
        var gone: [ItemPath] = []
        for (section, part) in before.enumerated() where new.sectionIDs.contains(part.header.id) {
            for (item, row) in part.items.enumerated() where new[row.id] == nil {
                gone.append(ItemPath(section: section, item: item))
            }
        }
        if Array(changes.deletions) != gone { return "law 4: deletions \(changes.deletions) for \(gone)" }
        var come: [ItemPath] = []
        var changed: [PositionPair<ItemPath>] = []
        var crossed: [PositionPair<ItemPath>] = []
        var fewest: [Int] = []
        for (section, part) in after.enumerated() {
            var stayed: [Int] = []
            for (item, row) in part.items.enumerated() {
                let path = ItemPath(section: section, item: item)
                guard let from = old[row.id] else {
                    if old.sectionIDs.contains(part.header.id) { come.append(path) }
                    continue
                }
                if old.row(from) != row { changed.append(PositionPair(before: from, after: path)) }
                if before[from.section].header.id == part.header.id {
                    stayed.append(from.item)
                } else {
                    crossed.append(PositionPair(before: from, after: path))
                }
            }
            fewest.append(stayed.count - ListOracle.longestIncreasing(stayed))
        }
        if Array(changes.insertions) != come { return "law 4: insertions \(changes.insertions) for \(come)" }
        if Array(changes.updates) != changed { return "law 4: updates \(changes.updates) for \(changed)" }
        var reported: [PositionPair<ItemPath>] = []
        var moved = [Int](repeating: 0, count: after.count)
        for pair in changes.moves {
            if before[pair.before.section].header.id == after[pair.after.section].header.id {
                moved[pair.after.section] += 1
            } else {
                reported.append(pair)
            }
        }
        if reported != crossed { return "law 11: moves between sections \(reported) for \(crossed)" }
        if moved != fewest { return "law 11: numbers of moves within sections \(moved) for \(fewest)" }
        if changes.isEmpty != (before == after) { return "law 3: isEmpty is \(changes.isEmpty)" }
        if changes.count != changes.sections.count + changes.items.count { return "count is \(changes.count)" }
        return ListOracle.untidiness(of: changes.items)
    }

    /// Law 1 by hand; `nil` when the changes cannot be applied.
    ///
    /// Items leave; sections leave, move and come; items arrive, section by section in ascending order; updates last.
    static func apply(_ changes: SectionedChanges, to old: Whereabouts, _ new: Whereabouts) -> [PlainSection]? {
        var staying: [[Row?]] = old.sections.map(\.items)
        for path in changes.deletions {
            guard old.contains(path), staying[path.section][path.item] != nil else { return nil }
            staying[path.section][path.item] = nil
        }
        var arrivals: [(at: ItemPath, row: Row)] = []
        for move in changes.moves {
            guard old.contains(move.before), new.contains(move.after),
                let row = staying[move.before.section][move.before.item]
            else { return nil }
            staying[move.before.section][move.before.item] = nil
            arrivals.append((move.after, row))
        }
        for path in changes.insertions {
            guard new.contains(path) else { return nil }
            arrivals.append((path, new.row(path)))
        }
        // What an inserted section brings along is not listed.
        for section in changes.sections.insertions {
            for item in new.sections[section].items.indices {
                let path = ItemPath(section: section, item: item)
                if !changes.moves.contains(where: { $0.after == path }) { arrivals.append((path, new.row(path))) }
            }
        }
        let headers = ListOracle.apply(
            changes.sections, to: old.sections.map(\.header), after: new.sections.map(\.header)
        )
        guard let headers, headers.count == new.sections.count else { return nil }
        var result = headers.map { header in
            let survivors = old.sections.firstIndex { $0.header.id == header.id }.map { staying[$0].compactMap { $0 } }
            return PlainSection(header, survivors ?? [])
        }
        for arrival in arrivals.sorted(by: { $0.at < $1.at }) {
            guard arrival.at.item <= result[arrival.at.section].items.count else { return nil }
            result[arrival.at.section].items.insert(arrival.row, at: arrival.at.item)
        }
        for pair in changes.updates {
            guard old.contains(pair.before), new.contains(pair.after) else { return nil }
            let row = new.row(pair.after)
            guard old.row(pair.before).id == row.id, result[pair.after.section].items.count > pair.after.item,
                result[pair.after.section].items[pair.after.item].id == row.id
            else { return nil }
            result[pair.after.section].items[pair.after.item] = row
        }
        return result
    }
}

/// Where each row of a plain state is.
struct Whereabouts {
    let sections: [PlainSection]
    let sectionIDs: [Int]
    private var places: [ItemPath?]

    init(_ sections: [PlainSection]) {
        self.sections = sections
        sectionIDs = sections.map(\.header.id)
        places = []
        for (section, part) in sections.enumerated() {
            for (item, row) in part.items.enumerated() {
                while places.count <= row.id { places.append(nil) }
                places[row.id] = ItemPath(section: section, item: item)
            }
        }
    }

    subscript(id: Int) -> ItemPath? { id < places.count ? places[id] : nil }

    func contains(_ path: ItemPath) -> Bool {
        sections.indices.contains(path.section) && sections[path.section].items.indices.contains(path.item)
    }

    func row(_ path: ItemPath) -> Row { sections[path.section].items[path.item] }
}
