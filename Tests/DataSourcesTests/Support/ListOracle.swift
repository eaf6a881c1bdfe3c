import DataSources
import Testing

/// What the laws say of a list's changes, by the most obvious code; it uses nothing of what it checks.
enum ListOracle {
    /// Law 1 by hand: deletions and moves out, then moves and insertions in ascending order, then updates.
    ///
    /// `nil` when the changes cannot be applied.
    static func apply<Item: Identifiable>(_ changes: ListChanges, to before: [Item], after: [Item]) -> [Item]? {
        var leaving = [Bool](repeating: false, count: before.count)
        for offset in Array(changes.deletions) + changes.moves.map(\.before) {
            guard before.indices.contains(offset), !leaving[offset] else { return nil }
            leaving[offset] = true
        }
        var arrivals: [(at: Int, item: Item)] = changes.moves.map { ($0.after, before[$0.before]) }
        for offset in changes.insertions {
            guard after.indices.contains(offset) else { return nil }
            arrivals.append((offset, after[offset]))
        }
        arrivals.sort { $0.at < $1.at }
        var staying = before.indices.lazy.filter { !leaving[$0] }.makeIterator()
        var result: [Item] = []
        for arrival in arrivals {
            while result.count < arrival.at {
                guard let offset = staying.next() else { return nil }
                result.append(before[offset])
            }
            guard result.count == arrival.at else { return nil }
            result.append(arrival.item)
        }
        while let offset = staying.next() { result.append(before[offset]) }
        for pair in changes.updates {
            guard result.indices.contains(pair.after), before.indices.contains(pair.before),
                after.indices.contains(pair.after), before[pair.before].id == after[pair.after].id,
                result[pair.after].id == after[pair.after].id
            else { return nil }
            result[pair.after] = after[pair.after]
        }
        return result
    }

    /// The length of a longest increasing subsequence: in quadratic time, or of many values by patience sorting.
    static func longestIncreasing(_ values: [Int]) -> Int {
        values.count < 200 ? longestByComparing(values) : longestByPatience(values)
    }

    static func longestByComparing(_ values: [Int]) -> Int {
        var best = [Int](repeating: 1, count: values.count)
        for i in values.indices {
            for j in 0..<i where values[j] < values[i] { best[i] = max(best[i], best[j] + 1) }
        }
        return best.max() ?? 0
    }

    static func longestByPatience(_ values: [Int]) -> Int {
        var tops: [Int] = []
        for value in values {
            var (low, high) = (0, tops.count)
            while low < high {
                let middle = (low + high) / 2
                if tops[middle] < value { low = middle + 1 } else { high = middle }
            }
            if low == tops.count { tops.append(value) } else { tops[low] = value }
        }
        return tops.count
    }

    /// Checks laws 1, 3, 4 and 11 on the changes between two lists; returns what is wrong.
    static func fault<Item: Identifiable & Equatable>(
        in changes: ListChanges, from before: [Item], to after: [Item]
    ) -> String? {
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
        return untidiness(of: changes)
    }

    /// Whether positions ascend and runs are as long as they can be; returns what is wrong.
    static func untidiness<P>(of changes: Changes<P>) -> String? {
        for (name, set) in [("deletions", changes.deletions), ("insertions", changes.insertions)] {
            for (run, next) in zip(set.runs, set.runs.dropFirst())
            where run.first.advanced(byItems: run.count) >= next.first || run.count < 1 {
                return "\(name): the runs \(run) and \(next) touch or are out of order"
            }
        }
        for (name, pairs) in [("moves", changes.moves), ("updates", changes.updates)] {
            for (run, next) in zip(pairs.runs, pairs.runs.dropFirst()) {
                let end = run.after.advanced(byItems: run.count)
                if end > next.after || run.count < 1 { return "\(name): the runs \(run) and \(next) are out of order" }
                if end == next.after, run.before.advanced(byItems: run.count) == next.before {
                    return "\(name): the runs \(run) and \(next) are one"
                }
            }
        }
        return nil
    }
}
