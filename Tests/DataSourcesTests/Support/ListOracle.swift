import DataSources
import Testing

/// What the laws say of a list's changes, by the most obvious code; it uses nothing of what it checks.
enum ListOracle {
    /// Law 1 by hand: deletions and moves out, then moves and insertions in ascending order, then updates.
    static func apply<Item: Identifiable>(_ changes: ListChanges, to before: [Item], after: [Item]) -> [Item]? {
        var leaving = Set<Int>()
        for offset in changes.deletions { leaving.insert(offset) }
        for pair in changes.moves { leaving.insert(pair.before) }
        if let last = leaving.max(), last >= before.count { return nil }
        var result = before.indices.filter { !leaving.contains($0) }.map { before[$0] }
        var arrivals: [(at: Int, item: Item)] = []
        for pair in changes.moves { arrivals.append((pair.after, before[pair.before])) }
        for offset in changes.insertions {
            guard after.indices.contains(offset) else { return nil }
            arrivals.append((offset, after[offset]))
        }
        for arrival in arrivals.sorted(by: { $0.at < $1.at }) {
            guard arrival.at <= result.count else { return nil }
            result.insert(arrival.item, at: arrival.at)
        }
        for pair in changes.updates {
            guard result.indices.contains(pair.after), before.indices.contains(pair.before),
                before[pair.before].id == after[pair.after].id
            else { return nil }
            result[pair.after] = after[pair.after]
        }
        return result
    }

    /// The length of a longest increasing subsequence, in quadratic time.
    static func longestIncreasing(_ values: [Int]) -> Int {
        var best = [Int](repeating: 1, count: values.count)
        for i in values.indices {
            for j in 0..<i where values[j] < values[i] { best[i] = max(best[i], best[j] + 1) }
        }
        return best.max() ?? 0
    }

    /// Checks laws 1, 3, 4 and 11 on the changes between two lists; returns what is wrong.
    static func fault(in changes: ListChanges, from before: [Row], to after: [Row]) -> String? {
        guard apply(changes, to: before, after: after) == after else {
            return "law 1: the changes do not lead to the list after"
        }
        let old = Dictionary(uniqueKeysWithValues: before.enumerated().map { ($0.element.id, $0.offset) })
        let new = Dictionary(uniqueKeysWithValues: after.enumerated().map { ($0.element.id, $0.offset) })
        let gone = before.indices.filter { new[before[$0].id] == nil }
        let come = after.indices.filter { old[after[$0].id] == nil }
        if Array(changes.deletions) != gone { return "law 4: deletions \(changes.deletions) for \(gone)" }
        if Array(changes.insertions) != come { return "law 4: insertions \(changes.insertions) for \(come)" }
        let staying = after.indices.compactMap { offset in old[after[offset].id].map { (before: $0, after: offset) } }
        let fewest = staying.count - longestIncreasing(staying.map(\.before))
        if changes.moves.count != fewest { return "law 11: \(changes.moves.count) moves for \(fewest)" }
        let changed = staying.filter { before[$0.before] != after[$0.after] }
        if changes.updates.map(\.before) != changed.map(\.before)
            || changes.updates.map(\.after) != changed.map(\.after)
        {
            return "law 4: updates \(changes.updates) for \(changed)"
        }
        if changes.isEmpty != (before == after) { return "law 3: isEmpty is \(changes.isEmpty)" }
        return nil
    }
}
