/// Where things are in a list while single moves and insertions turn it from one order into another.
///
/// Things that stay never move against one another. Arrivals, in their final order, are each put directly behind what
/// precedes them in the end; what leaves stays where it was, behind those, until its turn comes.
///
/// ```
/// stays:    A . . B . . C          a gap between two that stay holds, in this order,
/// gap:        x y   z               arrivals already placed (in final order), then what has not left yet
/// ```
///
/// Every question costs O(log *k*) in the number of things that leave.
struct StepTracker {
    /// Of each thing that leaves, in the initial order, the number of things that stay before it; ascending.
    private let stayingBefore: [Int]
    /// Of each arrival, in the final order, the number of things that stay before it; ascending.
    private let anchors: [Int]
    private var placed = 0
    /// A binary indexed tree (Fenwick, 1994) over the things that have not left yet.
    private var waiting: [Int]

    /// Creates a tracker.
    ///
    /// - Parameters:
    ///   - leaving: The initial offsets of the things that leave, ascending.
    ///   - arrivals: The final offsets of the things that arrive, ascending.
    init(leaving: [Int], arrivals: [Int]) {
        stayingBefore = leaving.enumerated().map { $0.element - $0.offset }
        anchors = arrivals.enumerated().map { $0.element - $0.offset }
        waiting = [Int](repeating: 0, count: leaving.count + 1)
        for rank in leaving.indices { add(1, at: rank) }
    }

    /// The offset at this moment of the thing that leaves with rank `rank`.
    func offset(ofLeaving rank: Int) -> Int {
        let staying = stayingBefore[rank]
        return staying + waitingBelow(rank) + min(placed, anchors.partitioningIndex { $0 > staying })
    }

    /// The thing with rank `rank` has left.
    mutating func left(_ rank: Int) {
        add(-1, at: rank)
    }

    /// The offset at which the next arrival, which ends up at the final offset `final`, is to be put.
    mutating func offsetOfNextArrival(endingAt final: Int) -> Int {
        let anchor = anchors[placed]
        placed += 1
        return final + waitingBelow(stayingBefore.partitioningIndex { $0 >= anchor })
    }

    private func waitingBelow(_ rank: Int) -> Int {
        var sum = 0
        var node = rank
        while node > 0 {
            sum += waiting[node]
            node &= node - 1
        }
        return sum
    }

    private mutating func add(_ amount: Int, at rank: Int) {
        var node = rank + 1
        while node < waiting.count {
            waiting[node] += amount
            node += node & -node
        }
    }
}
