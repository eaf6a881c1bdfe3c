import DataSources

extension ListSnapshot: CheckedSnapshot where Item: Entry {
    static func check(_ changes: ListChanges, from before: Self, to after: Self) throws(Fault) {
        try ListOracle.check(changes, from: Array(before), to: Array(after))
    }

    static func walk(_ steps: [ListStep<Item>], from before: Self) throws(Fault) -> (content: [Item], draft: Self) {
        var list = Array(before)
        do {
            var draft = try ListDraft(before)
            for step in steps {
                guard list.make(step) else { throw Fault("the step \(step) cannot be made in \(list)") }
                try draft.apply(step)
            }
            return (list, draft.snapshot)
        } catch let fault as Fault {
            throw fault
        } catch {
            throw Fault("a draft refuses one of the steps \(steps) from \(before): \(error)")
        }
    }

    static func check(_ steps: [ListStep<Item>], of changes: ListChanges) throws(Fault) {
        var tally = Tally()
        for step in steps {
            switch step {
            case .remove: tally.removed += 1
            case .insert: tally.inserted += 1
            case .move: tally.moved += 1
            case .update: tally.updated += 1
            }
        }
        try tally.check(against: changes)
    }

    static func obstacle(in changes: ListChanges) -> String? {
        changes.moves.isEmpty || changes.updates.isEmpty ? nil : "content changes where rows move"
    }
}

extension Array where Element: Identifiable & Equatable {
    /// Makes an edit by position; `false` for what cannot be made or does nothing.
    mutating func make(_ edit: ListStep<Element>) -> Bool {
        switch edit {
        case .insert(let item, let position):
            guard (0...count).contains(position), !contains(where: { $0.id == item.id }) else { return false }
            insert(item, at: position)
        case .remove(let position):
            guard indices.contains(position) else { return false }
            remove(at: position)
        case .move(let from, let to):
            guard indices.contains(from), indices.contains(to), from != to else { return false }
            insert(remove(at: from), at: to)
        case .update(let item, let position):
            guard indices.contains(position), self[position].id == item.id, self[position] != item else { return false }
            self[position] = item
        }
        return true
    }
}
