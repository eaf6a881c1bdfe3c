import DataSources

extension DisplayBatch {
    /// For each position after, the position before of its section; `nil` for sections inserted or reloaded.
    func sectionOrigins() throws(DisplayRefusal) -> [Int?] {
        let sections = changes.sections
        if sections.isEmpty, before.count == after.count { return Array(before.indices) }
        try checkSectionsAreThere()
        try checkSectionConflicts()
        let (inserted, deleted) = (sections.insertions.count, sections.deletions.count)
        if before.count - deleted + inserted != after.count {
            throw .sectionCount(before: before.count, after: after.count, inserted: inserted, deleted: deleted)
        }
        let reloaded = try reloadedSections()
        var origins = [Int??](repeating: nil, count: after.count)
        var leaves = [Bool](repeating: false, count: before.count)
        for position in sections.deletions { leaves[position] = true }
        for position in sections.insertions { origins[position] = .some(nil) }
        for pair in sections.moves {
            leaves[pair.before] = true
            origins[pair.after] = pair.before
        }
        for pair in reloaded {
            leaves[pair.before] = true
            origins[pair.after] = .some(nil)
        }
        var staying = before.indices.lazy.filter { !leaves[$0] }.makeIterator()
        let result = origins.map { $0 ?? staying.next() }
        if !reloads {
            for pair in sections.updates where result[pair.after] != pair.before {
                throw wrongPlace(of: "section", pair.before, pair.after, .section(pair.before))
            }
        }
        return result
    }

    private func checkSectionsAreThere() throws(DisplayRefusal) {
        let sections = changes.sections
        for position in sections.deletions where !before.indices.contains(position) {
            throw .deletedSection(position, isNotAmong: before.count)
        }
        for pair in sections.updates where !before.indices.contains(pair.before) {
            throw .deletedSection(pair.before, isNotAmong: before.count)
        }
        for pair in sections.moves where !before.indices.contains(pair.before) {
            throw .movedSection(pair.before, isNotAmong: before.count)
        }
        for position in sections.insertions where !after.indices.contains(position) {
            throw .insertedSection(position, isNotAmong: after.count)
        }
        for pair in sections.updates where !after.indices.contains(pair.after) {
            throw .insertedSection(pair.after, isNotAmong: after.count)
        }
        for pair in sections.moves where !after.indices.contains(pair.after) {
            throw .movedSection(from: pair.before, to: pair.after, isNotAmong: after.count)
        }
    }

    private func checkSectionConflicts() throws(DisplayRefusal) {
        let sections = changes.sections
        let deleted = Set(sections.deletions)
        let reloaded = Set(sections.updates.map(\.before))
        for pair in sections.updates where deleted.contains(pair.before) { throw .deletedAndReloaded(pair.before) }
        var (from, to): (Set<Int>, Set<Int>) = ([], [])
        for pair in sections.moves {
            if deleted.contains(pair.before) || reloaded.contains(pair.before) { throw .deletedAndMoved(pair.before) }
            if !from.insert(pair.before).inserted { throw .movedTwice(from: pair.before) }
            if !to.insert(pair.after).inserted { throw .movedTwice(to: pair.after) }
        }
        for position in sections.insertions where to.contains(position) { throw .insertedAndMoved(position) }
    }

    /// The reloaded sections, as deletions before and insertions after.
    private func reloadedSections() throws(DisplayRefusal) -> [PositionPair<Int>] {
        let sections = changes.sections
        guard reloads, !sections.updates.isEmpty else { return [] }
        let shift = sectionShift
        let targets = Set(sections.moves.map(\.after))
        var result: [PositionPair<Int>] = []
        for pair in sections.updates {
            let place = shift(pair.before)
            if targets.contains(place) { throw .insertedAndMoved(place) }
            result.append(PositionPair(before: pair.before, after: place))
        }
        return result
    }

    /// The position of a section after, as UIKit computes it.
    var sectionShift: ReloadShift {
        ReloadShift(deletions: Array(changes.sections.deletions), insertions: Array(changes.sections.insertions))
    }

    func wrongPlace(
        of noun: String,
        _ before: some Position,
        _ after: some Position,
        _ place: DisplayRefusal.Location
    ) -> DisplayRefusal {
        DisplayRefusal(.showsOther, "the \(noun) reconfigured at \(before) does not end up at \(after)", at: place)
    }
}
