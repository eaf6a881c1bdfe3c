/// Tracks offsets in a list while single moves and insertions turn it from one order into another.
///
/// Elements that stay never change their relative order. Each arrival, in the final order, is put directly behind its
/// final predecessor; an element that leaves stays in its gap, behind those arrivals, until it is moved or removed.
///
/// ```
/// stays:    A . . B . . C          a gap between two that stay contains, in this order,
/// gap:        x y   z               arrivals already placed (in final order), then elements that have not left yet
/// ```
///
/// Every query costs O(log *k*) in the number of elements that leave.
struct StepTracker {
    /// For each element that leaves, in the initial order, the number of elements before it that stay; ascending.
    private let stayingBefore: [Int]
    /// For each arrival, in the final order, the number of elements before it that stay; ascending.
    private let anchors: [Int]
    private var placed = 0
    /// A binary indexed tree (Fenwick 1994) over the elements that have not left yet.
    private var waiting: [Int]

    /// Creates a tracker.
    ///
    /// - Parameters:
    ///   - leaving: The initial offsets of the elements that leave, ascending.
    ///   - arrivals: The final offsets of the elements that arrive, ascending.
    init(leaving: [Int], arrivals: [Int]) {
        stayingBefore = leaving.enumerated().map { $0.element - $0.offset }
        anchors = arrivals.enumerated().map { $0.element - $0.offset }
        waiting = [Int](repeating: 0, count: leaving.count + 1)
        for rank in leaving.indices { add(1, at: rank) }
    }

    /// The number of elements that arrive.
    var arrivalCount: Int { anchors.count }

    /// The current offset of the leaving element with rank `rank`.
    func offset(ofLeaving rank: Int) -> Int {
        let staying = stayingBefore[rank]
        return staying + waitingBelow(rank) + min(placed, anchors.partitioningIndex { $0 > staying })
    }

    /// Records that the element with rank `rank` has left.
    mutating func left(_ rank: Int) {
        add(-1, at: rank)
    }

    /// The current offset for the next arrival, whose final offset is `final`.
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
