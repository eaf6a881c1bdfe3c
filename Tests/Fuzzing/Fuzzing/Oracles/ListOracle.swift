import DataSources

/// What the laws say of a list's changes, by the most obvious code; it uses nothing of what it checks.
enum ListOracle {
    /// Laws 1, 3, 4 and 11 for the changes between two lists.
    static func check<Item: Entry>(
        _ changes: ListChanges,
        from before: [Item],
        to after: [Item]
    ) throws(Fault) {
        func fault(_ text: String) -> Fault { Fault("\(text)\n  before \(before)\n  after \(after)\n  \(changes)") }

        let old = positions(before)
        let new = positions(after)
        let gone = before.indices.filter { new[before[$0].id] == nil }
        let come = after.indices.filter { old[after[$0].id] == nil }
        if Array(changes.deletions) != gone { throw fault("law 4: deletions should be \(gone)") }
        if Array(changes.insertions) != come { throw fault("law 4: insertions should be \(come)") }

        let stayed = after.indices.compactMap { place in
            old[after[place].id].map { PositionPair(before: $0, after: place) }
        }
        let changed = stayed.filter { before[$0.before] != after[$0.after] }
        if Array(changes.updates) != changed { throw fault("law 4: updates should be \(changed)") }

        let moves = Set(changes.moves)
        if moves.count != changes.moves.count || !moves.isSubset(of: stayed) {
            throw fault("law 4: something else moved")
        }
        let unmoved = stayed.filter { !moves.contains($0) }.map(\.before)
        if unmoved != unmoved.sorted() { throw fault("law 1: what is not moved is out of order") }
        let fewest = stayed.count - longestIncreasing(stayed.map(\.before))
        if moves.count != fewest { throw fault("law 11: \(moves.count) moves, \(fewest) would do") }

        guard apply(changes, to: before, after: after) == after else { throw fault("law 1: they lead elsewhere") }
        if changes.isEmpty != (before == after) { throw fault("law 3: isEmpty is \(changes.isEmpty)") }
        if changes.count != gone.count + come.count + moves.count + changed.count { throw fault("the count") }
        if let untidy = untidiness(of: changes) { throw fault(untidy) }
    }

    /// Where each item is.
    private static func positions<Item: Entry>(_ items: [Item]) -> [Item.ID: Int] {
        Dictionary(items.enumerated().map { ($0.element.id, $0.offset) }) { first, _ in first }
    }

    /// Takes out what leaves, puts in what arrives, front to back, and then the new content; `nil` where that fails.
    static func apply<Item: Entry>(_ changes: ListChanges, to before: [Item], after: [Item]) -> [Item]? {
        var result = before
        for old in (Array(changes.deletions) + changes.moves.map(\.before)).sorted(by: >) {
            guard result.indices.contains(old) else { return nil }
            result.remove(at: old)
        }
        let arrivals = changes.moves.map { ($0.after, before[$0.before]) } + changes.insertions.map { ($0, after[$0]) }
        for (new, item) in arrivals.sorted(by: { $0.0 < $1.0 }) {
            guard new <= result.count else { return nil }
            result.insert(item, at: new)
        }
        for pair in changes.updates {
            guard result.indices.contains(pair.after) else { return nil }
            result[pair.after] = after[pair.after]
        }
        return result
    }

    /// The length of a longest increasing subsequence.
    static func longestIncreasing(_ values: [Int]) -> Int {
        var best = [Int](repeating: 1, count: values.count)
        for new in values.indices {
            for old in 0..<new where values[old] < values[new] { best[new] = max(best[new], best[old] + 1) }
        }
        return best.max() ?? 0
    }

    /// What is wrong with the runs: they must ascend, and none may go on where another ends.
    static func untidiness<P: Position>(of changes: Changes<P>) -> String? {
        for set in [changes.deletions, changes.insertions] {
            if set.runs.contains(where: { $0.count < 1 }) { return "an empty run" }
            for (run, next) in zip(set.runs, set.runs.dropFirst())
            where run.first.advanced(byItems: run.count) >= next.first { return "\(run) and \(next) are one run" }
        }
        for pairs in [changes.moves, changes.updates] {
            if pairs.runs.contains(where: { $0.count < 1 }) { return "an empty run" }
            for (run, next) in zip(pairs.runs, pairs.runs.dropFirst()) {
                let (old, new) = (run.before.advanced(byItems: run.count), run.after.advanced(byItems: run.count))
                if new > next.after { return "\(run) and \(next) are out of order" }
                if new == next.after, old == next.before { return "\(run) and \(next) are one run" }
            }
        }
        return nil
    }
}
