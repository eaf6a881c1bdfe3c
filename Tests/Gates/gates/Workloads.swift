import DataSources
import Foundation

/// Pairs of states, and edits that lead from one to the next; the same in every run.
enum Workloads {
    static func list(_ count: Int) -> ListDraft<Thing> {
        checked { try ListDraft((0..<count).map { Thing($0) }) }
    }

    static func sections(_ count: Int, of items: Int) -> [ItemSection<Thing, Thing>] {
        (0..<count).map { section in
            ItemSection(Thing(section), items: (0..<items).map { Thing(section * items + $0) })
        }
    }

    /// States before and after several edits at once.
    static func scattered(_ edits: Int, in count: Int) -> (before: ListSnapshot<Thing>, after: ListSnapshot<Thing>) {
        var draft = list(count)
        let before = draft.snapshot
        var generator = Generator(state: 9)
        for edit in 0..<edits {
            let (place, target) = (generator.below(draft.count), generator.below(draft.count - 1))
            checked {
                switch edit % 4 {
                case 0: try draft.insert(Thing(count + edit), at: place)
                case 1: _ = try draft.remove(at: place)
                case 2: try draft.update(at: place) { $0.number += 1 }
                default: try draft.move(from: place, to: target)
                }
            }
        }
        return (before, draft.snapshot)
    }

    /// States before and after a whole array came in of which one item in a hundred is another one.
    static func replaced(_ count: Int) -> (before: ListSnapshot<Thing>, after: ListSnapshot<Thing>) {
        var draft = list(count)
        let before = draft.snapshot
        var generator = Generator(state: 11)
        var items = Array(before)
        for round in 0..<count / 100 {
            let place = generator.below(items.count)
            switch round % 3 {
            case 0: items[place].number += 1
            case 1: items.remove(at: place)
            default: items.insert(Thing(count + round), at: place)
            }
        }
        checked { try draft.replaceAll(with: items) }
        return (before, draft.snapshot)
    }

    /// DifferenceKit's: a block removed, a block inserted, the beginning shuffled; the states share nothing.
    static func blocks<Item>(
        _ count: Int, block: Int, shuffled: Int, make: (inout Generator) -> Item
    ) -> (before: ListSnapshot<Item>, after: ListSnapshot<Item>) {
        var generator = Generator(state: 13)
        let old = (0..<count).map { _ in make(&generator) }
        var new = old
        new.removeSubrange(2 * block..<3 * block)
        new.insert(contentsOf: (0..<block).map { _ in make(&generator) }, at: 3 * block)
        new.replaceSubrange(0..<shuffled, with: new[0..<shuffled].shuffled(using: &generator))
        return checked { (try ListSnapshot(old), try ListSnapshot(new)) }
    }

    static func shuffled(_ count: Int) -> (before: ListSnapshot<Token>, after: ListSnapshot<Token>) {
        var generator = Generator(state: 15)
        let old = (0..<count).map { _ in generator.token() }
        return checked { (try ListSnapshot(old), try ListSnapshot(old.shuffled(using: &generator))) }
    }

    /// States whose ids are texts, which both share, or each has in memory of its own.
    static func texts(
        _ count: Int, areShared: Bool = true, in order: Order
    ) -> (before: ListSnapshot<Label>, after: ListSnapshot<Label>) {
        var generator = Generator(state: 23)
        let old = (0..<count).map { Label(id: "the id of label number \($0)") }
        var new = order == .shuffled ? old.shuffled(using: &generator) : old.reversed()
        if !areShared { new = new.map { Label(id: String(decoding: Array($0.id.utf8), as: UTF8.self)) } }
        return checked { (try ListSnapshot(old), try ListSnapshot(new)) }
    }

    enum Order { case shuffled, reversed }

    static func exchanged(_ count: Int) -> (before: ListSnapshot<Token>, after: ListSnapshot<Token>) {
        var generator = Generator(state: 17)
        let (old, new) = ((0..<count).map { _ in generator.token() }, (0..<count).map { _ in generator.token() })
        return checked { (try ListSnapshot(old), try ListSnapshot(new)) }
    }
}
