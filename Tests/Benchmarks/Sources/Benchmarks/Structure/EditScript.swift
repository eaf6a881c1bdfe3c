/// Invents edits, the same ones at every run.
struct EditScript {
    /// What an edit does; its name is what a row is called by.
    enum Verb: String, CaseIterable {
        case insert, remove, update, move
    }

    private var generator = Generator(seed: 7)
    private var nextID: Int

    /// Creates a script for lists whose ids are below `firstID`.
    init(firstID: Int) { nextID = firstID }

    /// Items that there have not been before.
    mutating func newItems(_ count: Int) -> [Employee] {
        nextID += count
        return (nextID - count..<nextID).map { Employee($0) }
    }

    /// Edits at random places, no item twice; the verbs take turns.
    mutating func edits<List: EditedList & ~Copyable>(
        _ count: Int, of verbs: [Verb], to list: borrowing List
    ) -> [Edit] {
        // Removals before an edit make the list shorter than it is now.
        let bound = list.count - count
        return generator.distinct(count, below: bound).enumerated().map { number, position in
            let id = list.id(at: position)
            switch verbs[number % verbs.count] {
            case .insert: return .insert(newItems(1)[0], at: generator.below(bound))
            case .remove: return .remove(id: id)
            case .update: return .update(id: id, salary: -Int(generator.next() >> 8))
            case .move: return .move(id: id, to: generator.below(bound))
            }
        }
    }

    /// Edits that give the list its length back.
    mutating func restoration(after edits: [Edit], count: Int) -> [Edit] {
        edits.compactMap { edit in
            switch edit {
            case .insert(let item, _): .remove(id: item.id)
            case .remove(let id): .insert(Employee(id), at: generator.below(count - edits.count))
            case .update, .move: nil
            }
        }
    }
}
