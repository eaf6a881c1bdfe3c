import DataSources
import DataSourcesTesting

/// What the laws and the documentation say of an update's forms; each returns what is wrong, or `nil`.
enum UpdateOracle {
    static func fault(in update: Update<ListSnapshot<Row>>) -> String? {
        steps(of: update) ?? stages(of: update) ?? inverse(of: update) { Array($0) == Array($1) }
            ?? mirrors(of: update) ?? items(of: update)
    }

    static func fault(in update: Update<RowSections>) -> String? {
        steps(of: update) ?? stages(of: update)
            ?? inverse(of: update) { $0.plain == $1.plain } ?? mirrors(of: update) ?? items(of: update)
    }

    // MARK: Steps

    static func steps(of update: Update<ListSnapshot<Row>>) -> String? {
        var (removed, inserted, moved, updated) = (0, 0, 0, 0)
        var display = StrictDisplay(update.before)
        do {
            var draft = try ListDraft(update.before)
            for step in update.steps {
                switch step {
                case .remove: removed += 1
                case .insert: inserted += 1
                case .move: moved += 1
                case .update: updated += 1
                }
                try display.perform(step)
                try draft.apply(step)
            }
            if draft.snapshot != update.after { return "law 1: the steps lead a draft to \(draft.snapshot)" }
        } catch {
            return "a draft or a view refuses a step: \(error)"
        }
        if display.items != Array(update.after) { return "law 1: the steps lead to \(display.items)" }
        let changes = update.changes
        if (removed, inserted, updated) != (changes.deletions.count, changes.insertions.count, changes.updates.count)
            || moved > changes.moves.count
        {
            return "\(removed) removals, \(inserted) insertions, \(moved) moves and \(updated) updates for \(changes)"
        }
        return nil
    }

    static func steps(of update: Update<RowSections>) -> String? {
        var items = Tally()
        var outer = Tally()
        var display = StrictDisplay(update.before)
        do {
            var draft = try SectionedDraft(update.before)
            for step in update.steps {
                switch step {
                case .removeItem: items.removed += 1
                case .insertItem: items.inserted += 1
                case .moveItem: items.moved += 1
                case .updateItem: items.updated += 1
                case .removeSection: outer.removed += 1
                case .insertSection: outer.inserted += 1
                case .moveSection: outer.moved += 1
                case .updateSection: outer.updated += 1
                }
                try display.perform(step)
                try draft.apply(step)
            }
            if draft.snapshot != update.after { return "law 1: the steps lead a draft to \(draft.snapshot)" }
        } catch {
            return "a draft or a view refuses a step: \(error)"
        }
        if display.sections != update.after.plain { return "law 1: the steps lead to \(display.sections)" }
        if !items.fits(update.changes.items) { return "\(items) steps for \(update.changes.items)" }
        if !outer.fits(update.changes.sections) { return "\(outer) steps for \(update.changes.sections)" }
        return nil
    }

    private struct Tally {
        var (removed, inserted, moved, updated) = (0, 0, 0, 0)

        func fits<P>(_ changes: Changes<P>) -> Bool {
            removed == changes.deletions.count && inserted == changes.insertions.count
                && updated == changes.updates.count && moved <= changes.moves.count
        }
    }

    // MARK: Stages

    // By reconfiguring: a reload among moves is what `stages` do not keep apart (StrictDisplay's last rule).

    static func stages(of update: Update<ListSnapshot<Row>>) -> String? {
        let stages = update.stages
        if let fault = chain(stages, of: update) { return fault }
        var display = StrictDisplay(update.before)
        for stage in stages {
            if let fault = Oracle.fault(in: stage.changes, from: Array(stage.before), to: Array(stage.after)) {
                return "stage \(stage): \(fault)"
            }
            do {
                try display.performBatchUpdates(stage.changes, to: stage.after)
            } catch {
                return "stage \(stage): \(error)"
            }
        }
        let needsMore = !update.changes.moves.isEmpty && !update.changes.updates.isEmpty
        return (stages.count > 1) == needsMore ? nil : "\(stages.count) stages for \(update)"
    }

    static func stages(of update: Update<RowSections>) -> String? {
        let stages = update.stages
        if let fault = chain(stages, of: update) { return fault }
        var display = StrictDisplay(update.before)
        for stage in stages {
            if let fault = Oracle.fault(in: stage.changes, from: stage.before.plain, to: stage.after.plain) {
                return "stage \(stage): \(fault)"
            }
            if let total = SectionCount(stage.after).fault { return "stage \(stage): \(total)" }
            do {
                try display.performBatchUpdates(stage.changes, to: stage.after)
            } catch {
                return "stage \(stage): \(error)"
            }
        }
        var whole = StrictDisplay(update.before)
        let isAccepted = (try? whole.performBatchUpdates(update.changes, to: update.after)) != nil
        // What moves do not displace could be reloaded at once, but is not.
        let items = update.changes.items
        let isCautious = !items.updates.isEmpty && !(items.moves.isEmpty && update.changes.sections.moves.isEmpty)
        return (stages.count == 1) == isAccepted || isCautious && isAccepted
            ? nil : "\(stages.count) stages for \(update)"
    }

    private struct SectionCount {
        let fault: String?

        init(_ snapshot: RowSections) {
            let items = snapshot.map(\.items.count).reduce(0, +)
            let walked = Array(snapshot.items).count
            fault =
                snapshot.itemCount == items && walked == items ? nil : "itemCount \(snapshot.itemCount) for \(items)"
        }
    }

    private static func chain<S: SnapshotProtocol>(_ stages: [Update<S>], of update: Update<S>) -> String? {
        if stages.first?.before != update.before { return "law 2: the first stage does not start at the start" }
        if stages.last?.after != update.after { return "law 2: the last stage does not end at the end" }
        if stages.last?.after.version != update.after.version { return "the last stage lost the version" }
        for (stage, next) in zip(stages, stages.dropFirst()) {
            if next.before != stage.after { return "law 2: a gap between the stages \(stage) and \(next)" }
            if stage.after.version != nil { return "a state between two stages has a version" }
        }
        return stages.contains { $0.changes.isEmpty } ? "law 3: an empty stage in \(stages)" : nil
    }

    // MARK: The way back

    private static func inverse<S: SnapshotProtocol>(
        of update: Update<S>,
        isEqual: (S, S) -> Bool
    ) -> String? where S.Content: Equatable {
        let inverted = update.inverted
        if inverted.inverted != update { return "inverted twice is \(inverted.inverted) for \(update)" }
        if !isEqual(inverted.before, update.after) || !isEqual(inverted.after, update.before) {
            return "the inverse does not exchange before and after"
        }
        for (each, from, to) in [(update, update.before, update.after), (inverted, update.after, update.before)] {
            var content = from.content
            do {
                try each.apply(to: &content)
            } catch {
                return "law 1: \(each) cannot be applied: \(error)"
            }
            if content != to.content { return "law 1: \(each) leads from \(from) to \(content), not \(to)" }
        }
        return nil
    }
}
