import DataSources
import DataSourcesTesting

/// Plain arrays that follow an update, and the items that it names.
extension UpdateOracle {
    // MARK: Mirrors

    static func mirrors(of update: Update<ListSnapshot<Row>>) -> String? {
        var rows = Array(update.before)
        do {
            for step in update.steps { try step.apply(to: &rows) }
        } catch {
            return "law 1: an array refuses a step: \(error)"
        }
        if rows != Array(update.after) { return "law 1: the steps lead an array to \(rows)" }
        // Rows that the update does not touch are the array's own.
        var own = update.before.map { Row($0.id, $0.value &+ 100) }
        let taken = Set(update.insertedItems.map(\.id)).union(update.updatedItems.map(\.new.id))
        let expected = update.after.map { taken.contains($0.id) ? $0 : Row($0.id, $0.value &+ 100) }
        do {
            try update.apply(to: &own)
        } catch {
            return "law 1: an array of other content refuses \(update): \(error)"
        }
        return own == expected ? nil : "law 1: \(update) leads an array of other content to \(own), not \(expected)"
    }

    static func mirrors(of update: Update<RowSections>) -> String? {
        // Lists shared with the snapshot, equal ones, and other content.
        let plain = update.before.plain
        let other = plain.map { part in
            PlainSection(part.header, part.items.map { Row($0.id, $0.value &+ 100) })
        }
        do {
            var (shared, equal, own) = (update.before.content, plain.map(\.section), other.map(\.section))
            try update.apply(to: &shared)
            try update.apply(to: &equal)
            try update.apply(to: &own)
            if shared != update.after.content { return "law 1: \(update) leads shared sections to \(shared)" }
            if equal != update.after.content { return "law 1: \(update) leads equal sections to \(equal)" }
            if own.map({ $0.items.map(\.id) }) != update.after.map({ $0.items.map(\.id) }) {
                return "law 1: \(update) leads sections of other content to \(own)"
            }
            var stepwise = update.before.content
            for step in update.steps { try step.apply(to: &stepwise) }
            if stepwise != update.after.content { return "law 1: the steps lead an array to \(stepwise)" }
        } catch {
            return "law 1: an array refuses \(update): \(error)"
        }
        return nil
    }

    // MARK: Items

    static func items(of update: Update<ListSnapshot<Row>>) -> String? {
        items(
            (Array(update.before), Array(update.after)),
            (Array(update.insertedItems), Array(update.deletedItems), Array(update.updatedItems))
        )
    }

    static func items(of update: Update<RowSections>) -> String? {
        let fault = items(
            (Array(update.before.items), Array(update.after.items)),
            (Array(update.insertedItems), Array(update.deletedItems), Array(update.updatedItems))
        )
        if let fault { return fault }
        let (old, new) = (Set(update.before.sectionIDs), Set(update.after.sectionIDs))
        if update.insertedSections != update.after.filter({ !old.contains($0.id) }) { return "inserted sections" }
        if update.deletedSections != update.before.filter({ !new.contains($0.id) }) { return "deleted sections" }
        let updated = update.after.compactMap { section -> [Heading]? in
            let header = update.before[sectionID: section.id]?.header
            return header.flatMap { $0 == section.header ? nil : [$0, section.header] }
        }
        return update.updatedHeaders.map { [$0.old, $0.new] } == updated ? nil : "updated headers"
    }

    private static func items(
        _ states: (old: [Row], new: [Row]),
        _ found: (inserted: [Row], deleted: [Row], updated: [(old: Row, new: Row)])
    ) -> String? {
        let old = Dictionary(uniqueKeysWithValues: states.old.map { ($0.id, $0) })
        let newIDs = Set(states.new.map(\.id))
        if found.inserted != states.new.filter({ old[$0.id] == nil }) { return "inserted items are \(found.inserted)" }
        if found.deleted != states.old.filter({ !newIDs.contains($0.id) }) { return "deleted items: \(found.deleted)" }
        let updated = states.new.compactMap { row in old[row.id].flatMap { $0 == row ? nil : [$0, row] } }
        return found.updated.map { [$0.old, $0.new] } == updated ? nil : "updated items are \(found.updated)"
    }
}
