/// A draft of the part of another list in a range of positions; follows both the list and the range.
///
/// ```
/// before      a b [c d e f] g h        shown: c d e f
/// stays       a b  c   e f  g          neither deleted nor moved
/// after       a x b c y [e f g]        kept: e f; c leaves at the front, g enters at the back
/// ```
///
/// Items that stay in place and are shown both before and after are kept; new items go around and between them.
@usableFromInline
struct ListCut<Item: Identifiable & Equatable & Sendable>: ~Copyable, Sendable where Item.ID: Sendable {
    @usableFromInline var draft = ListDraft<Item>(byPosition: ())
    /// The positions shown.
    @usableFromInline var range = 0..<0

    @inlinable
    init() {}

    @inlinable var snapshot: ListSnapshot<Item> { draft.snapshot }

    /// Shows the items at the positions `range` of a list.
    ///
    /// - Parameters:
    ///   - range: Positions in the current list.
    ///   - items: The current list.
    ///   - changes: The changes of the list since the last call; `nil` for none.
    /// - Complexity: O(*r* log *r* + *k* log *n*), where *r* counts the runs of the changes and *k* the insertions,
    ///   deletions and changes in the range or at its ends.
    @inlinable
    mutating func show(_ range: Range<Int>, of items: ListSnapshot<Item>, after changes: ListChanges?) {
        let changes = changes ?? ListChanges()
        let shown = self.range
        self.range = range
        if changes.isUpheaval(of: range.count) { return replaceAll(with: items, in: range) }
        do {
            try show(items, after: changes, instead: shown)
        } catch {
            draft = ListDraft(byPosition: ())
            replaceAll(with: items, in: range)
        }
    }

    /// Edits the items shown.
    @inlinable
    mutating func show(
        _ items: ListSnapshot<Item>, after changes: ListChanges, instead shown: Range<Int>
    ) throws {
        let (departures, arrivals) = (changes.departures, changes.arrivals)
        for departing in departures.reversed() { try remove(departing.clamped(to: shown), at: shown.lowerBound) }
        // Items that stay are identified by their number among all that stay, which is the same before and after.
        let old = departures.outside(shown)
        let new = arrivals.outside(range)
        let kept = old.clamped(to: new)
        if kept.isEmpty { return replaceAll(with: items, in: range) }
        try remove(kept.upperBound..<old.upperBound, at: old.lowerBound)
        try remove(old.lowerBound..<kept.lowerBound, at: old.lowerBound)
        let middle =
            arrivals.position(ofOutside: kept.lowerBound)..<arrivals.position(ofOutside: kept.upperBound - 1) + 1
        try insert(items, in: range.lowerBound..<middle.lowerBound)
        for arriving in arrivals { try insert(items, in: arriving.clamped(to: middle)) }
        try insert(items, in: middle.upperBound..<range.upperBound)
        for run in changes.updates.runs {
            for position in (run.after..<run.after + run.count).clamped(to: middle) {
                draft.put(items.tree.element(at: position), at: position - range.lowerBound)
            }
        }
    }

    /// Removes the items at some positions; `start` is the position of the first item shown.
    @inlinable @inline(never)
    mutating func remove(_ positions: Range<Int>, at start: Int) throws {
        if positions.isEmpty { return }
        let range = positions.lowerBound - start..<positions.upperBound - start
        try draft.removeSubrange(range)
    }

    /// Inserts the items at some positions, when all items before them are in place.
    @inlinable @inline(never)
    mutating func insert(_ items: ListSnapshot<Item>, in positions: Range<Int>) throws {
        if positions.isEmpty { return }
        let position = positions.lowerBound - range.lowerBound
        let items = items.items(in: positions)
        try draft.insert(contentsOf: items, at: position)
    }

    @inlinable
    mutating func replaceAll(with items: ListSnapshot<Item>, in range: Range<Int>) {
        let items = items.items(in: range)
        draft.show(items)
    }
}

extension ListSnapshot {
    @inlinable
    func items(in range: Range<Int>) -> ContiguousArray<Item> {
        var result: ContiguousArray<Item> = []
        result.reserveCapacity(range.count)
        tree.forEachSpan(in: range) { result.append(copying: $0) }
        return result
    }
}
