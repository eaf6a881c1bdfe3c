import DataSources

/// A list that is edited in random places, one edit at a time, while the state before is held.
struct EditedList: ~Copyable {
    enum Verb: String, CaseIterable {
        case insert, remove, update, move
    }

    private var draft: ListDraft<Thing>
    private var nextID: Int
    private var generator = Generator(state: 7)

    init(_ count: Int) {
        draft = Workloads.list(count)
        nextID = count
    }

    /// Makes `rounds` edits, counts the commits, and hands out the states before and after each.
    mutating func edit(
        _ verb: Verb, rounds: Int, commits: inout Meter,
        _ body: (_ before: ListSnapshot<Thing>, _ after: ListSnapshot<Thing>) -> Void
    ) {
        for _ in 0..<rounds {
            let before = draft.snapshot
            let (place, target) = (generator.below(draft.count), generator.below(draft.count - 1))
            guard let id = before[place]?.id else { fatalError("there is something in every place") }
            let new = Thing(nextID)
            nextID += 1
            var after = before
            commits.begin()
            switch verb {
            case .insert: try? draft.insert(new, at: place)
            case .remove: _ = try? draft.remove(id: id)
            case .update: try? draft.update(id: id) { $0.number = new.id }
            case .move: try? draft.move(id: id, to: target)
            }
            after = draft.snapshot
            commits.end()
            body(before, after)
        }
    }
}
