/// The runs that moved: all but a heaviest subsequence whose old places ascend.
///
/// The number of items in them is the smallest possible number of moves: items that stay can only be a subsequence that
/// ascends on both sides, and this one weighs most.
///
/// Patience sorting in Fredman's formulation (M. L. Fredman, "On computing the length of longest increasing
/// subsequences", 1975), with weights, the best of all lower places found in a binary indexed tree (P. M. Fenwick, "A
/// new data structure for cumulative frequency tables", 1994).
///
/// - Parameter runs: Ascending in the new places; none touches its successor on both sides.
/// - Returns: The runs to be reported as moved, ascending in the new places.
/// - Complexity: O(*r* log *r*) in the number of runs, O(*r*) when nothing moved.
@usableFromInline
func runsThatMoved(_ runs: [PositionPairs<Int>.Run]) -> [PositionPairs<Int>.Run] {
    var isAscending = true
    for place in runs.indices.dropFirst() where runs[place].before < runs[place - 1].before {
        isAscending = false
        break
    }
    if isAscending { return [] }
    // Sections do not interleave, so a heaviest subsequence of all is one of each.
    if runs.count <= 16 { return fewRunsThatMoved(runs) }
    let predecessors = heaviestPredecessors(runs)
    var stays = [Bool](repeating: false, count: runs.count)
    var place = predecessors.best
    while place >= 0 {
        stays[place] = true
        place = Int(predecessors.of[place])
    }
    var moved: [PositionPairs<Int>.Run] = []
    for place in runs.indices where !stays[place] { moved.append(runs[place]) }
    return moved
}

/// The usual case, a handful of runs: quadratic, and nothing is allocated but the result.
private func fewRunsThatMoved(_ runs: [PositionPairs<Int>.Run]) -> [PositionPairs<Int>.Run] {
    withUnsafeTemporaryAllocation(of: (weight: Int, predecessor: Int).self, capacity: 16) { ends in
        var best = 0
        for place in runs.indices {
            var (weight, predecessor) = (0, -1)
            for earlier in 0..<place where runs[earlier].before < runs[place].before && ends[earlier].weight > weight {
                weight = ends[earlier].weight
                predecessor = earlier
            }
            ends.initializeElement(at: place, to: (weight + runs[place].count, predecessor))
            if ends[place].weight > ends[best].weight { best = place }
        }
        var stays: UInt32 = 0
        var place = best
        while place >= 0 {
            stays |= 1 << UInt32(place)
            place = ends[place].predecessor
        }
        var moved: [PositionPairs<Int>.Run] = []
        for place in runs.indices where stays & 1 << UInt32(place) == 0 { moved.append(runs[place]) }
        return moved
    }
}

/// Of each run, the one before it in the heaviest subsequence that ends with it; and the end of the heaviest of all.
private typealias Predecessors = (of: [Int32], best: Int)

private func heaviestPredecessors(_ runs: [PositionPairs<Int>.Run]) -> Predecessors {
    let count = runs.count
    var order = runs.indices.map { (before: runs[$0].before, place: Int32($0)) }
    order.sort { $0.before < $1.before }
    var ranks = [Int32](repeating: 0, count: count)
    for (rank, run) in order.enumerated() { ranks[Int(run.place)] = Int32(rank + 1) }
    // Of each node of the indexed tree, the end of the heaviest subsequence among the ranks it covers.
    var ends = [Int32](repeating: -1, count: count + 1)
    var weights = [Int](repeating: 0, count: count)
    var predecessors = [Int32](repeating: -1, count: count)
    var best = 0
    for place in 0..<count {
        var heaviest = -1
        var node = Int(ranks[place]) - 1
        while node > 0 {
            let end = Int(ends[node])
            if end >= 0, heaviest < 0 || weights[end] > weights[heaviest] { heaviest = end }
            node &= node - 1
        }
        weights[place] = runs[place].count + (heaviest >= 0 ? weights[heaviest] : 0)
        predecessors[place] = Int32(heaviest)
        if weights[place] > weights[best] { best = place }
        node = Int(ranks[place])
        while node <= count {
            let end = Int(ends[node])
            if end < 0 || weights[place] > weights[end] { ends[node] = Int32(place) }
            node += node & -node
        }
    }
    return (predecessors, best)
}
