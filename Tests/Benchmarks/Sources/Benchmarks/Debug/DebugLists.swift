import DataSources
import Foundation

/// A list and the same list shuffled, and what clients do with them: with DataSources, or with arrays and dictionaries.
final class DebugLists {
    struct Entry: Identifiable, Equatable, Sendable {
        let id: UUID
        var number: Int
    }

    let plainName = "arrays and dictionaries"
    private let (old, new): ([Entry], [Entry])
    private let (before, after): (ListSnapshot<Entry>, ListSnapshot<Entry>)
    private var draft: ListDraft<Entry>
    private var array: [Entry]
    private var edits = 0

    init(size: Int) throws {
        var generator = Generator(seed: 21)
        old = (0..<size).map { Entry(id: UUID(), number: $0) }
        var shuffled = old
        for place in stride(from: size - 1, to: 0, by: -1) { shuffled.swapAt(place, generator.below(place + 1)) }
        new = shuffled
        before = try ListSnapshot(old)
        after = try ListSnapshot(new)
        draft = try ListDraft(old)
        array = old
    }

    func buildSnapshot() -> Int { (try? ListSnapshot(old))?.count ?? 0 }

    func buildDictionary() -> Int {
        let copy = old.map { $0 }
        return Dictionary(uniqueKeysWithValues: zip(copy.lazy.map(\.id), copy.indices)).count
    }

    func difference() -> Bool { after.changes(from: before).isEmpty }

    /// The obvious code; it finds what moved, but not the fewest moves.
    func differenceByDictionary() -> Int {
        let places = Dictionary(uniqueKeysWithValues: zip(old.lazy.map(\.id), old.indices))
        var isKept = [Bool](repeating: false, count: old.count)
        var (insertions, updates, moves): ([Int], [Int], [(Int, Int)]) = ([], [], [])
        for (place, entry) in new.enumerated() {
            guard let oldPlace = places[entry.id] else {
                insertions.append(place)
                continue
            }
            isKept[oldPlace] = true
            if old[oldPlace] != entry { updates.append(place) }
            if oldPlace != place { moves.append((oldPlace, place)) }
        }
        let deletions = isKept.indices.filter { !isKept[$0] }
        return insertions.count + updates.count + moves.count + deletions.count
    }

    func replace() -> Bool {
        edits += 1
        let start = draft.snapshot
        try? draft.replaceAll(with: edits % 2 == 0 ? old : new)
        return draft.snapshot.changes(from: start).isEmpty
    }

    func edit() -> Bool {
        edits += 1
        let start = draft.snapshot
        _ = try? draft.update(at: edits * 7 % old.count) { $0.number += 1 }
        _ = try? draft.move(from: edits * 11 % old.count, to: edits * 13 % old.count)
        return draft.snapshot.changes(from: start).isEmpty
    }

    func editArray() -> Int {
        edits += 1
        array[edits * 7 % old.count].number += 1
        array.insert(array.remove(at: edits * 11 % old.count), at: edits * 13 % old.count)
        return array.count
    }

    func readSnapshot() -> Int {
        var sum = 0
        for place in 0..<before.count { sum &+= before[place]?.number ?? 0 }
        return sum
    }

    func readArray() -> Int {
        var sum = 0
        for place in 0..<old.count { sum &+= old[place].number }
        return sum
    }

    func iterateSnapshot() -> Int {
        var sum = 0
        for entry in before { sum &+= entry.number }
        return sum
    }

    func iterateArray() -> Int {
        var sum = 0
        for entry in old { sum &+= entry.number }
        return sum
    }
}
