import DataSources

/// Compares changes with the net difference: laws 4 and 11.
struct NetComparison<P: Position> {
    let changes: Changes<P>
    let net: NetDifference<P>
    /// The prefix of the names of the parts: empty for items, "section " for sections.
    let subject: String
    /// The description of the element at a position before, and after.
    let old: (P) -> String
    let new: (P) -> String
    /// The section after within which an element moved; `nil` if it came from another one.
    let home: (PositionPair<P>) -> Int?

    var violations: [LawViolation] {
        [deletions, insertions, updates, form].compactMap { $0 }.map { LawViolation(.net, subject + $0) }
            + [crossings, moves].compactMap { $0 }.map { LawViolation(.fewestMoves, subject + $0) }
    }

    private var deletions: String? {
        switch Self.mismatch(Array(changes.deletions), net.deletions) {
        case .missing(let position): "\(old(position)) at \(position) is gone, but not among the deletions"
        case .extra(let position): "\(old(position)) at \(position) is among the deletions, but not gone on its own"
        case nil: nil
        }
    }

    private var insertions: String? {
        switch Self.mismatch(Array(changes.insertions), net.insertions) {
        case .missing(let position): "\(new(position)) at \(position) is new, but not among the insertions"
        case .extra(let position): "\(new(position)) at \(position) is among the insertions, but not new on its own"
        case nil: nil
        }
    }

    private var updates: String? {
        switch Self.mismatch(Array(changes.updates), net.updates) {
        case .missing(let pair):
            "\(old(pair.before)) became \(new(pair.after)), but \(pair.before)→\(pair.after) is not among the updates"
        case .extra(let pair):
            "\(pair.before)→\(pair.after) is among the updates, but nothing changed from \(old(pair.before)) there"
        case nil: nil
        }
    }

    private var crossings: String? {
        switch Self.mismatch(changes.moves.filter { home($0) == nil }, net.crossings) {
        case .missing(let pair):
            "\(old(pair.before)) changed section, but \(pair.before)→\(pair.after) is not among the moves"
        case .extra(let pair):
            "\(pair.before)→\(pair.after) is among the moves, but \(old(pair.before)) did not go there"
        case nil: nil
        }
    }

    private var moves: String? {
        var counts = [Int](repeating: 0, count: net.fewestMoves.count)
        for pair in changes.moves {
            if let home = home(pair), counts.indices.contains(home) { counts[home] += 1 }
        }
        guard let place = counts.indices.first(where: { counts[$0] != net.fewestMoves[$0] }) else { return nil }
        let name = P.self == Int.self ? "" : " within section \(place)"
        return "moves\(name): \(counts[place]), the fewest are \(net.fewestMoves[place])"
    }

    /// Whether positions ascend and runs are maximal.
    private var form: String? {
        for (name, set) in [("deletions", changes.deletions), ("insertions", changes.insertions)] {
            for (run, next) in zip(set.runs, set.runs.dropFirst())
            where run.first.advanced(byItems: run.count) >= next.first {
                return "\(name): the runs from \(run.first) and \(next.first) touch or are out of order"
            }
        }
        for (name, pairs) in [("moves", changes.moves), ("updates", changes.updates)] {
            for (run, next) in zip(pairs.runs, pairs.runs.dropFirst()) {
                let end = run.after.advanced(byItems: run.count)
                if end > next.after { return "\(name): the runs to \(run.after) and \(next.after) are out of order" }
                if end == next.after, run.before.advanced(byItems: run.count) == next.before {
                    return "\(name): the runs to \(run.after) and \(next.after) are one"
                }
            }
        }
        return nil
    }

    /// The first element that only one of two lists has at a position.
    private enum Mismatch<Element> {
        case missing(Element)
        case extra(Element)
    }

    private static func mismatch<Element: Hashable>(_ found: [Element], _ expected: [Element]) -> Mismatch<Element>? {
        if found == expected { return nil }
        let (foundSet, expectedSet) = (Set(found), Set(expected))
        if let missing = expected.first(where: { !foundSet.contains($0) }) { return .missing(missing) }
        return found.first { !expectedSet.contains($0) }.map { .extra($0) } ?? found.first.map { .extra($0) }
    }
}
