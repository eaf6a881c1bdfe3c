import DataSources

/// Checks differences by simple code of its own: they lead to the new list, move as few items as possible, and say of no
/// item that it changed which did not.
enum Verification {
    /// - Throws: ``WrongResult``
    static func check<Item: DifferenceItem>(old: [Item], new: [Item], of name: String) throws {
        let (before, after) = (try ListSnapshot(old), try ListSnapshot(new))
        let changes = after.changes(from: before)
        guard apply(changes, to: old, content: new) == new else {
            throw WrongResult(description: "\(name): the changes do not lead to the new list")
        }
        let fewest = fewestMoves(old.map(\.id), new.map(\.id))
        guard changes.moves.count == fewest else {
            throw WrongResult(description: "\(name): \(changes.moves.count) moves, where \(fewest) are enough")
        }
        let changed = changedItems(old, new)
        guard changes.updates.count == changed else {
            throw WrongResult(description: "\(name): \(changes.updates.count) updates, where \(changed) items changed")
        }
    }

    /// The number of items that are in both lists with other content.
    static func changedItems<Item: DifferenceItem>(_ old: [Item], _ new: [Item]) -> Int {
        let known = Dictionary(uniqueKeysWithValues: old.map { ($0.id, $0) })
        return new.count { item in known[item.id].map { $0 != item } ?? false }
    }

    /// What `old` becomes: items that stay put close up, others go where the changes say.
    private static func apply<Item>(_ changes: ListChanges, to old: [Item], content new: [Item]) -> [Item]? {
        let leaving = Set(changes.deletions).union(changes.moves.map(\.before))
        var staying = old.indices.filter { !leaving.contains($0) }.map { old[$0] }[...]
        var arriving: [Int: Item] = [:]
        for position in changes.insertions { arriving[position] = new[position] }
        for move in changes.moves { arriving[move.after] = old[move.before] }
        var result: [Item] = []
        for position in 0..<staying.count + arriving.count {
            guard let item = arriving[position] ?? staying.popFirst() else { return nil }
            result.append(item)
        }
        for update in changes.updates where result.indices.contains(update.after) {
            result[update.after] = new[update.after]
        }
        return result
    }

    /// The items that are in both lists, less a longest increasing subsequence of their old positions.
    static func fewestMoves<ID: Hashable>(_ old: [ID], _ new: [ID]) -> Int {
        let positions = Dictionary(uniqueKeysWithValues: zip(old, old.indices))
        let matched = new.compactMap { positions[$0] }
        return matched.count - longestIncrease(matched)
    }

    /// The length of a longest increasing subsequence, by patience sorting: each pile's top is the least there can be.
    private static func longestIncrease(_ numbers: [Int]) -> Int {
        var tops: [Int] = []
        for number in numbers {
            if let pile = tops.firstIndex(where: { $0 >= number }) {
                tops[pile] = number
            } else {
                tops.append(number)
            }
        }
        return tops.count
    }
}
