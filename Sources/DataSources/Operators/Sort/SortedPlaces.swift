// Lists of positions in a sorted list. Their code does not depend on a client's types, so it is compiled once, in this
// module.

/// The position of an item in a sorted list, and its upstream position after the update.
@usableFromInline typealias SortedPlace = (position: Int, after: Int)

extension Array<Int> {
    @usableFromInline @inline(never) @_semantics("optimize.no.crossmodule")
    mutating func sortAscending() {
        if count > 1 { sort() }
    }

    @usableFromInline @inline(never) @_semantics("optimize.no.crossmodule")
    mutating func append(positions: PositionSet<Int>) {
        append(contentsOf: positions)
    }

    /// The number of these ascending positions below another one.
    func count(before position: Int) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < position { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Whether a position is among these ascending ones.
    func includes(_ position: Int) -> Bool {
        let place = count(before: position)
        return place < count && self[place] == position
    }
}

extension Array where Element == SortedPlace {
    /// Whether no position is twice in this list, in `updated` or in the ascending `deleted`, and none is in `deleted`
    /// and in another of them.
    @usableFromInline @inline(never) @_semantics("optimize.no.crossmodule")
    func areDistinct(and updated: [SortedPlace], besides deleted: [Int]) -> Bool {
        for place in deleted.indices.dropFirst() where deleted[place - 1] == deleted[place] { return false }
        return areDistinct(besides: deleted) && updated.areDistinct(besides: deleted)
    }

    private func areDistinct(besides deleted: [Int]) -> Bool {
        if isEmpty || count == 1 && deleted.isEmpty { return true }
        let positions = ascendingPositions
        for place in positions.indices {
            if place > 0, positions[place - 1] == positions[place] { return false }
            if deleted.includes(positions[place]) { return false }
        }
        return true
    }

    /// The positions, ascending.
    @usableFromInline @_semantics("optimize.no.crossmodule")
    var ascendingPositions: [Int] {
        var positions = map(\.position)
        positions.sortAscending()
        return positions
    }

    /// The upstream positions.
    @usableFromInline @_semantics("optimize.no.crossmodule")
    var placesAfter: [Int] { map(\.after) }

    /// Follows deletions from the sorted list, of other items.
    @usableFromInline @inline(never) @_semantics("optimize.no.crossmodule")
    mutating func shift(past deleted: [Int]) {
        if deleted.isEmpty { return }
        for place in indices { self[place].position -= deleted.count(before: self[place].position) }
    }

    /// Follows deletions from the sorted list; drops the deleted items.
    @usableFromInline @inline(never) @_semantics("optimize.no.crossmodule")
    mutating func remove(at deleted: [Int]) {
        removeAll { deleted.includes($0.position) }
        shift(past: deleted)
    }

    @usableFromInline @inline(never) @_semantics("optimize.no.crossmodule")
    mutating func sortDescending() {
        if count > 1 { sort { $0.position > $1.position } }
    }
}

extension PositionSet<Int> {
    /// The positions as an array.
    @usableFromInline @inline(never) @_semantics("optimize.no.crossmodule")
    var list: [Int] { isEmpty ? [] : Array(self) }
}

extension PositionPairs<Int> {
    /// The pairs as places, with the positions before instead of those in the sorted list.
    @usableFromInline @inline(never) @_semantics("optimize.no.crossmodule")
    var list: [SortedPlace] {
        if isEmpty { return [] }
        var places: [SortedPlace] = []
        places.reserveCapacity(count)
        for pair in self { places.append((pair.before, pair.after)) }
        return places
    }
}

/// Everything that an update deletes, moves or updates.
@usableFromInline
struct TouchedPlaces {
    @usableFromInline var places: [SortedPlace]
    private let updatedCount: Int

    init(_ changes: ListChanges) {
        places = []
        updatedCount = changes.updates.count
        places.reserveCapacity(changes.deletions.count + changes.moves.count + updatedCount)
        for position in changes.deletions { places.append((position, -1)) }
        places.append(contentsOf: changes.moves.list)
        places.append(contentsOf: changes.updates.list)
    }

    /// The updated ones.
    @usableFromInline @inline(never) @_semantics("optimize.no.crossmodule")
    var updated: [SortedPlace] { Array(places.suffix(updatedCount)) }
}

/// The places that the items of a merged list come from.
@usableFromInline
struct MergePlan {
    /// Where an item of the merged list comes from.
    @usableFromInline
    enum Source {
        /// Its place in the old list.
        case old(Int)
        /// Its number among the new items.
        case new(Int)
    }

    /// The labels of the merged list.
    @usableFromInline private(set) var labels: ContiguousArray<UInt64> = []
    /// For each item a place in the old list; if negative, its bits are inverted, and it is the number of a new item.
    private var sources: ContiguousArray<Int> = []

    /// Merges sorted new items with a sorted list.
    ///
    /// - Parameters:
    ///   - oldLabels: The labels of the list.
    ///   - leaving: The places of the items that leave the list, ascending.
    ///   - newLabels: The labels of the new items.
    ///   - precedes: Whether a new item, by its number, precedes an old one, by its place.
    @usableFromInline @inline(never) @_semantics("optimize.no.crossmodule")
    init(
        _ oldLabels: ContiguousArray<UInt64>, without leaving: [Int], and newLabels: ContiguousArray<UInt64>,
        by precedes: (_ number: Int, _ place: Int) -> Bool
    ) {
        labels.reserveCapacity(oldLabels.count + newLabels.count)
        sources.reserveCapacity(oldLabels.count + newLabels.count)
        var (next, gone) = (0, 0)
        for place in oldLabels.indices {
            if gone < leaving.count, leaving[gone] == place {
                while gone < leaving.count, leaving[gone] == place { gone += 1 }
                continue
            }
            while next < newLabels.count, precedes(next, place) { append(~next, newLabels[next], &next) }
            labels.append(oldLabels[place])
            sources.append(place)
        }
        while next < newLabels.count { append(~next, newLabels[next], &next) }
    }

    private mutating func append(_ source: Int, _ label: UInt64, _ next: inout Int) {
        labels.append(label)
        sources.append(source)
        next += 1
    }

    /// The number of items of the merged list.
    @usableFromInline var count: Int { sources.count }

    /// Where the item at a position of the merged list comes from.
    @usableFromInline @_semantics("optimize.no.crossmodule")
    func source(of position: Int) -> Source {
        let source = sources[position]
        return source < 0 ? .new(~source) : .old(source)
    }
}

extension LabelSequence<Untagged> {
    /// Gives the items at these places the labels that they have upstream.
    @usableFromInline @inline(never) @_semantics("optimize.no.crossmodule")
    mutating func put(_ upstream: borrowing OrderLabels<Untagged>, at places: [SortedPlace]) {
        for (position, after) in places { setLabel(upstream.label(at: after), at: position) }
    }
}

extension Array where Element == (position: Int, old: UInt64) {
    /// The relabelled items that are not among the updated ones.
    @usableFromInline @inline(never) @_semantics("optimize.no.crossmodule")
    func filtered(without updated: [SortedPlace]) -> Self {
        if updated.isEmpty { return self }
        let others = Set(updated.lazy.map(\.after))
        return filter { !others.contains($0.position) }
    }
}

extension ContiguousArray<UInt64> {
    /// The labels in another order.
    @usableFromInline @inline(never) @_semantics("optimize.no.crossmodule")
    func permuted(by permutation: ContiguousArray<Int32>) -> ContiguousArray<UInt64> {
        ContiguousArray(at: indices) { self[Int(permutation[$0])] }
    }
}

extension Changes where P == Int {
    /// Everything deleted, moved or updated, at the positions before.
    @usableFromInline @inline(never) @_semantics("optimize.no.crossmodule")
    var touched: TouchedPlaces { TouchedPlaces(self) }

    /// The positions after of items that are inserted, moved or updated; ascending, each once.
    @usableFromInline @inline(never) @_semantics("optimize.no.crossmodule")
    var placesArriving: [Int] {
        var places = Array(insertions)
        places.append(contentsOf: moves.lazy.map(\.after))
        places.append(contentsOf: updates.lazy.map(\.after))
        places.sort()
        // A moved item may also be updated.
        var last = -1
        places.removeAll { place in
            defer { last = place }
            return place == last
        }
        return places
    }
}
