import DataSources
import DataSourcesTesting

extension SectionedSnapshot: CheckedSnapshot where Header: Entry, Item: Entry {
    static func check(_ changes: SectionedChanges, from before: Self, to after: Self) throws(Fault) {
        try SectionedOracle.check(changes, from: before.plain, to: after.plain)
        for snapshot in [before, after] where snapshot.itemCount != Array(snapshot.items).count {
            throw Fault("itemCount is \(snapshot.itemCount) for \(snapshot)")
        }
    }

    static func walk(
        _ steps: [SectionedStep<Header, Item>],
        from before: Self
    ) throws(Fault) -> (content: [ItemSection<Header, Item>], draft: Self) {
        var sections = before.plain
        do {
            var draft = try SectionedDraft(before)
            for step in steps {
                guard sections.make(step) else { throw Fault("the step \(step) cannot be made in \(sections)") }
                try draft.apply(step)
            }
            return (sections.map(\.section), draft.snapshot)
        } catch let fault as Fault {
            throw fault
        } catch {
            throw Fault("a draft refuses one of the steps \(steps) from \(before): \(error)")
        }
    }

    static func check(_ steps: [SectionedStep<Header, Item>], of changes: SectionedChanges) throws(Fault) {
        var (sections, items) = (Tally(), Tally())
        for step in steps {
            switch step {
            case .removeItem: items.removed += 1
            case .insertItem: items.inserted += 1
            case .moveItem: items.moved += 1
            case .updateItem: items.updated += 1
            case .removeSection: sections.removed += 1
            case .insertSection: sections.inserted += 1
            case .moveSection: sections.moved += 1
            case .updateSection: sections.updated += 1
            }
        }
        try sections.check(against: changes.sections)
        try items.check(against: changes.items)
    }

    static func obstacle(in changes: SectionedChanges) -> String? {
        let sections = changes.sections
        if !sections.moves.isEmpty, !sections.updates.isEmpty || !changes.updates.isEmpty {
            return "content changes where sections move"
        }
        let left = Set(changes.moves.map(\.before.section))
        let entered = Set(changes.moves.map(\.after.section))
        if changes.updates.contains(where: { left.contains($0.before.section) || entered.contains($0.after.section) }) {
            return "content changes in a section where rows move"
        }
        let pairs = Array(sections.moves) + Array(sections.updates)
        let before = Set(sections.deletions).union(pairs.map(\.before))
        let after = Set(sections.insertions).union(pairs.map(\.after))
        let old = Array(changes.deletions) + (Array(changes.moves) + Array(changes.updates)).map(\.before)
        let new = Array(changes.insertions) + (Array(changes.moves) + Array(changes.updates)).map(\.after)
        return old.contains { before.contains($0.section) } || new.contains { after.contains($0.section) }
            ? "a row changes in a section that changes" : nil
    }
}

extension Array {
    /// Makes an edit by position; `false` for what cannot be made or does nothing.
    mutating func make<Header, Item>(_ edit: SectionedStep<Header, Item>) -> Bool
    where Element == PlainSection<Header, Item> {
        switch edit {
        case .insertSection(let section, let position):
            guard (0...count).contains(position) else { return false }
            insert(PlainSection(section), at: position)
        case .removeSection(let position):
            guard indices.contains(position) else { return false }
            remove(at: position)
        case .moveSection(let from, let to):
            guard indices.contains(from), indices.contains(to), from != to else { return false }
            insert(remove(at: from), at: to)
        case .updateSection(let header, let position):
            guard indices.contains(position), self[position].header.id == header.id, self[position].header != header
            else { return false }
            self[position].header = header
        case .insertItem(let item, let path):
            return indices.contains(path.section) && self[path.section].items.make(.insert(item, at: path.item))
        case .removeItem(let path):
            return indices.contains(path.section) && self[path.section].items.make(.remove(at: path.item))
        case .moveItem(let from, let to):
            guard contains(from), indices.contains(to.section), from != to else { return false }
            let item = self[from.section].items.remove(at: from.item)
            return self[to.section].items.make(.insert(item, at: to.item))
        case .updateItem(let item, let path):
            return indices.contains(path.section) && self[path.section].items.make(.update(item, at: path.item))
        }
        return true
    }
}
