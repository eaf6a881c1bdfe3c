/// The runs that moved: all except a heaviest subsequence with ascending old positions.
///
/// Their number of items is the smallest possible number of moves: items that stay must ascend on both sides, and this
/// subsequence is the heaviest that does.
///
/// - Parameter runs: Ascending in the new positions.
/// - Returns: The runs to report as moved, ascending in the new positions.
/// - Complexity: O(*r*) in the number of runs if nothing moved or the old positions are dense; otherwise O(*r* log
///   *r*).
@usableFromInline
func runsThatMoved(_ runs: [PositionPairs<Int>.Run]) -> [PositionPairs<Int>.Run] {
    var isAscending = true
    for place in runs.indices.dropFirst() where runs[place].before < runs[place - 1].before {
        isAscending = false
        break
    }
    if isAscending { return [] }
    // Sections do not interleave, so the heaviest subsequence is the concatenation of theirs.
    if runs.count <= 16 { return fewRunsThatMoved(runs) }
    var moved = runs
    let ranks = ranksByOldPlace(runs)
    ranks.withBorrowedElements { ranks in
        var memory = ScratchMemory(byteCount: increasingRunsByteCount(rankCount: runs.count))
        // Few enough to run without polling for cancellation.
        var poll = CancellationPoll(nil)
        keepRunsThatMove(&moved, ranks: ranks, rankCount: runs.count, isWeighted: true, in: &memory, &poll)
    }
    return moved
}

/// Dynamic programming for the usual case, a handful of runs: quadratic, and allocates only the result.
private func fewRunsThatMoved(_ runs: [PositionPairs<Int>.Run]) -> [PositionPairs<Int>.Run] {
    withScratchPiece(of: (weight: Int, predecessor: Int).self, count: 16) { ends in
        var best = 0
        for place in runs.indices {
            var (weight, predecessor) = (0, -1)
            for earlier in 0..<place where runs[earlier].before < runs[place].before && ends[earlier].weight > weight {
                weight = ends[earlier].weight
                predecessor = earlier
            }
            ends[place] = (weight + runs[place].count, predecessor)
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

/// The memory that ``keepRunsThatMove(_:ranks:rankCount:isWeighted:in:_:)`` needs.
@usableFromInline
func increasingRunsByteCount(rankCount: Int) -> Int {
    rankCount * 8 + 2 * HierarchicalBitSet.byteCount(capacity: rankCount)
        + AscendingEnds.byteCount(capacity: rankCount + 1)
}

/// Drops the runs that stay, and joins adjacent ones.
///
/// With runs of one item each, it finds a longest increasing subsequence by patience sorting (C. Schensted, "Longest
/// increasing and decreasing subsequences", 1961; M. Fredman, "On computing the length of longest increasing
/// subsequences", 1975). With weights it finds a heaviest increasing subsequence (G. Jacobson and K.-P. Vo, "Heaviest
/// increasing/common subsequence problems", 1992): it keeps only the ends of ascending subsequences that no lower end
/// outweighs. They are a set of ranks whose neighbours are found by bit operations, in the manner of P. van Emde Boas
/// ("Preserving order in a forest in less than logarithmic time", 1975).
///
/// - Parameters:
///   - runs: Ascending in the new positions.
///   - ranks: The rank of each run in the order of the old positions, all distinct.
///   - rankCount: One more than the greatest possible rank.
///   - isWeighted: Whether some run has more than one item.
///   - memory: Has ``increasingRunsByteCount(rankCount:)`` bytes free.
///   - poll: Polled regularly; once it stops the work, the runs are arbitrary.
@usableFromInline
func keepRunsThatMove(
    _ runs: inout [PositionPairs<Int>.Run],
    ranks: BorrowedElements<Int32>,
    rankCount: Int,
    isWeighted: Bool,
    in memory: inout ScratchMemory,
    _ poll: inout CancellationPoll
) {
    let stays =
        isWeighted
        ? heaviestAscent(runs, ranks: ranks, rankCount: rankCount, in: &memory, &poll)
        : longestAscent(ranks, count: runs.count, rankCount: rankCount, in: &memory, &poll)
    if poll.wasCancelled { return }
    var count = 0
    // `place` is an index of the array, and `count` is never greater than it.
    unsafe runs.withUnsafeMutableBufferPointer { runs in
        for place in runs.indices {
            if place & 1023 == 0, poll.shouldStop(before: 1024) { return }
            if stays.contains(Int(ranks[place])) { continue }
            if count > 0, let joined = unsafe runs[count &- 1].joined(with: runs[place]) {
                unsafe runs[count &- 1] = joined
            } else {
                unsafe runs[count] = runs[place]
                count &+= 1
            }
        }
    }
    if poll.wasCancelled { return }
    // An update may live long: it must not retain memory for twice its runs.
    if count < runs.count / 2 { runs = Array(runs[..<count]) } else { runs.removeLast(runs.count - count) }
}

/// The ranks of a heaviest increasing subsequence.
private func heaviestAscent(
    _ runs: [PositionPairs<Int>.Run],
    ranks: BorrowedElements<Int32>,
    rankCount: Int,
    in memory: inout ScratchMemory,
    _ poll: inout CancellationPoll
) -> HierarchicalBitSet {
    var front = HierarchicalBitSet(capacity: rankCount, in: &memory)
    var stays = HierarchicalBitSet(capacity: rankCount, in: &memory)
    let ends = memory.take((weight: UInt32, predecessor: Int32).self, count: rankCount)
    for place in runs.indices {
        if place & 1023 == 0, poll.shouldStop(before: 1024) { return stays }
        let rank = Int(ranks[place])
        let predecessor = front.last(below: rank)
        let weight =
            UInt32(truncatingIfNeeded: runs[place].count) &+ (predecessor >= 0 ? ends[predecessor].weight : 0)
        ends[rank] = (weight, Int32(truncatingIfNeeded: predecessor))
        var next = front.first(from: rank &+ 1)
        while next >= 0, ends[next].weight <= weight {
            front.remove(next)
            next = front.first(from: next &+ 1)
        }
        front.insert(rank)
    }
    var rank = front.last(below: rankCount)
    // Predecessors descend.
    while rank >= 0 {
        if poll.shouldStop(before: 1) { return stays }
        stays.insert(rank)
        rank = min(Int(ends[rank].predecessor), rank &- 1)
    }
    return stays
}

/// The ranks of a longest increasing subsequence, when every run has one item.
private func longestAscent(
    _ ranks: BorrowedElements<Int32>,
    count: Int,
    rankCount: Int,
    in memory: inout ScratchMemory,
    _ poll: inout CancellationPoll
) -> HierarchicalBitSet {
    var stays = HierarchicalBitSet(capacity: rankCount, in: &memory)
    let predecessors = memory.take(Int32.self, count: rankCount)
    var ends = AscendingEnds(capacity: count + 1, in: &memory)
    var next = 0
    while next < count {
        if poll.shouldStop(before: 1024) { return stays }
        for place in next..<min(count, next &+ 1024) { predecessors[Int(ranks[place])] = ends.insert(ranks[place]) }
        next &+= 1024
    }
    var rank = ends.last
    // Predecessors descend.
    while rank >= 0 {
        if poll.shouldStop(before: 1) { return stays }
        stays.insert(Int(rank))
        rank = min(predecessors[Int(rank)], rank &- 1)
    }
    return stays
}

/// The rank of each run in the order of the old positions.
private func ranksByOldPlace(_ runs: [PositionPairs<Int>.Run]) -> [Int32] {
    var (low, high) = (Int.max, Int.min)
    for run in runs {
        low = min(low, run.before)
        high = max(high, run.before)
    }
    let words = (high - low) >> 6 + 1
    if words > runs.count * 16 {
        // Sparse, as with several sections: sort.
        var order = runs.indices.map { (before: runs[$0].before, place: $0) }
        order.sort { $0.before < $1.before }
        var ranks = [Int32](repeating: 0, count: runs.count)
        for (rank, run) in order.enumerated() { ranks[run.place] = Int32(truncatingIfNeeded: rank) }
        return ranks
    }
    // Dense: mark the positions in use, and count the marks below each.
    var marks = [UInt64](repeating: 0, count: words)
    for run in runs { marks[(run.before - low) >> 6] |= 1 << UInt64((run.before - low) & 63) }
    var below = [Int32](repeating: 0, count: words)
    var total: Int32 = 0
    for word in 0..<words {
        below[word] = total
        total += Int32(marks[word].nonzeroBitCount)
    }
    return runs.map { run in
        let place = run.before - low
        let inWord = marks[place >> 6] & (1 << UInt64(place & 63) - 1)
        return below[place >> 6] + Int32(inWord.nonzeroBitCount)
    }
}
