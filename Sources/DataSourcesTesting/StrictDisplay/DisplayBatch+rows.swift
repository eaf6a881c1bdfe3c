import DataSources

/// The rows that leave and arrive in a batch, with reloads split up.
struct BatchedRows {
    /// By section before, the offsets of rows that leave.
    var leaving: [Int: [Int]] = [:]
    /// By section after, the offsets of rows that arrive, with the origin of moved ones.
    var arriving: [Int: [(at: Int, from: ItemPath?)]] = [:]
    /// By section after, the rows reconfigured in place.
    var reconfigured: [Int: [PositionPair<ItemPath>]] = [:]
    /// By section after, counted like UIKit: a reload is one deletion and one insertion.
    var arrivals: [Int: RowTally] = [:]
    /// By section before.
    var departures: [Int: RowTally] = [:]

    mutating func delete(_ path: ItemPath) {
        leaving[path.section, default: []].append(path.item)
        departures[path.section, default: RowTally()].deleted += 1
    }

    mutating func insert(_ path: ItemPath) {
        arriving[path.section, default: []].append((path.item, nil))
        arrivals[path.section, default: RowTally()].inserted += 1
    }

    mutating func move(from: ItemPath, to: ItemPath) {
        leaving[from.section, default: []].append(from.item)
        departures[from.section, default: RowTally()].movedOut += 1
        arriving[to.section, default: []].append((to.item, from))
        arrivals[to.section, default: RowTally()].movedIn += 1
    }
}

extension DisplayBatch {
    /// The changes of rows, after checking each one by itself and each row for conflicting changes.
    func checkedRows() throws(DisplayRefusal) -> BatchedRows {
        var rows = BatchedRows()
        if changes.items.isEmpty { return rows }
        try checkRowsAreThere()
        try checkRowConflicts()
        for path in changes.deletions { rows.delete(path) }
        for path in changes.insertions { rows.insert(path) }
        for pair in changes.moves { rows.move(from: pair.before, to: pair.after) }
        if !reloads {
            for pair in changes.updates { rows.reconfigured[pair.after.section, default: []].append(pair) }
            return rows
        }
        let targets = changes.updates.isEmpty ? [] : Set(changes.moves.map(\.after))
        for (from, to) in reloadedRows() {
            try checkInserted(to)
            if targets.contains(to) { throw .insertedAndMoved(to) }
            rows.delete(from)
            rows.insert(to)
        }
        return rows
    }

    /// The old positions of reloaded rows, and the new ones that UIKit computes.
    private func reloadedRows() -> [(from: ItemPath, to: ItemPath)] {
        let bySection = Dictionary(grouping: changes.updates, by: \.before.section)
        if bySection.isEmpty { return [] }
        let deletions = Dictionary(grouping: changes.deletions, by: \.section)
        let insertions = Dictionary(grouping: changes.insertions, by: \.section)
        let sectionShift = sectionShift
        return bySection.sorted { $0.key < $1.key }.flatMap { section, pairs in
            let target = sectionShift(section)
            let shift = ReloadShift(
                deletions: deletions[section, default: []].map(\.item),
                insertions: insertions[target, default: []].map(\.item)
            )
            return pairs.map { ($0.before, ItemPath(section: target, item: shift($0.before.item))) }
        }
    }

    // MARK: Rules

    private func checkRowsAreThere() throws(DisplayRefusal) {
        for path in changes.deletions { try checkDeleted(path) }
        for pair in changes.updates { try checkDeleted(pair.before) }
        for pair in changes.moves {
            guard before.indices.contains(pair.before.section) else {
                throw .movedRow(pair.before, isInNoneOf: before.count)
            }
            let count = before[pair.before.section].items.count
            if !(0..<count).contains(pair.before.item) { throw .movedRow(pair.before, isNotAmong: count) }
        }
        for path in changes.insertions { try checkInserted(path) }
        for pair in changes.updates { try checkInserted(pair.after) }
        for pair in changes.moves {
            guard after.indices.contains(pair.after.section) else {
                throw .movedRow(from: pair.before, to: pair.after, isInNoneOf: after.count)
            }
            let count = after[pair.after.section].items.count
            if !(0..<count).contains(pair.after.item) {
                throw .movedRow(from: pair.before, to: pair.after, isNotAmong: count)
            }
        }
    }

    private func checkDeleted(_ path: ItemPath) throws(DisplayRefusal) {
        guard before.indices.contains(path.section) else { throw .deletedRow(path, isInNoneOf: before.count) }
        let count = before[path.section].items.count
        if !(0..<count).contains(path.item) { throw .deletedRow(path, isNotAmong: count) }
    }

    private func checkInserted(_ path: ItemPath) throws(DisplayRefusal) {
        guard after.indices.contains(path.section) else { throw .insertedRow(path, isInNoneOf: after.count) }
        let count = after[path.section].items.count
        if !(0..<count).contains(path.item) { throw .insertedRow(path, isNotAmong: count) }
    }

    private func checkRowConflicts() throws(DisplayRefusal) {
        let items = changes.items
        for pair in items.updates where items.deletions.contains(pair.before) { throw .deletedAndReloaded(pair.before) }
        if items.moves.isEmpty { return }
        let reloaded = Set(items.updates.map(\.before))
        var (from, to): (Set<ItemPath>, Set<ItemPath>) = ([], [])
        for pair in items.moves {
            if items.deletions.contains(pair.before) || reloaded.contains(pair.before) {
                throw .deletedAndMoved(pair.before)
            }
            if !from.insert(pair.before).inserted { throw .movedTwice(from: pair.before) }
            if !to.insert(pair.after).inserted { throw .movedTwice(to: pair.after) }
        }
        for path in items.insertions where to.contains(path) { throw .insertedAndMoved(path) }
    }

    func checkSectionsOfRows() throws(DisplayRefusal) {
        let sections = changes.sections
        if sections.isEmpty || changes.items.isEmpty { return }
        var old: [Int: String] = [:]
        var new: [Int: String] = [:]
        for position in sections.deletions { old[position] = "deleted" }
        for position in sections.insertions { new[position] = "newly inserted" }
        for pair in sections.moves { (old[pair.before], new[pair.after]) = ("moved", "moved") }
        for pair in sections.updates { (old[pair.before], new[pair.after]) = ("reloaded", "reloaded") }
        for pair in changes.moves {
            if new[pair.after.section] == "newly inserted" { throw .movedRow(intoNewSection: pair.after) }
            if old[pair.before.section] == "deleted" { throw .movedRow(fromDeletedSection: pair.before) }
            if let change = new[pair.after.section] { throw .row(pair.after, "move a row into", change) }
            if let change = old[pair.before.section] { throw .row(pair.before, "move a row from", change) }
        }
        for path in changes.deletions {
            if let change = old[path.section] { throw .row(path, "delete a row from", change) }
        }
        for path in changes.insertions {
            if let change = new[path.section] { throw .row(path, "insert a row into", change) }
        }
        for pair in changes.updates {
            if let change = old[pair.before.section] { throw .row(pair.before, "reload a row of", change) }
        }
    }
}
