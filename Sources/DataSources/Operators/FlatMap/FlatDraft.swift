/// A draft of the results made from the items of another list, any number per item, in the order of that list.
///
/// ```
/// upstream    a      b    c    d
/// weights     2      0    1    3             the number of results per item
/// draft       a1 a2       c1   d1 d2 d3
/// ```
@usableFromInline
struct FlatDraft<Result: Identifiable & Equatable & Sendable>: ~Copyable, Sendable where Result.ID: Sendable {
    @usableFromInline var draft: ListDraft<Result>
    @usableFromInline var weights = WeightSequence()

    @inlinable
    init() {
        draft = ListDraft()
    }

    /// Creates an empty draft that tracks results by position only; see ``ListDraft/init(byPosition:)``.
    @inlinable
    init(byPosition: Void) {
        draft = ListDraft(byPosition: ())
    }

    @inlinable var snapshot: ListSnapshot<Result> { draft.snapshot }

    /// Follows an update; keeps the results of items that stay or move.
    ///
    /// - Parameters:
    ///   - update: An update that starts where the previous one ended.
    ///   - make: Appends the results of an item; called for items inserted and updated, in the order of positions.
    /// - Throws: An error when ids misbehave; the draft is then inconsistent.
    /// - Complexity: O(*k* log *n*), and at most O(*n* + *k*).
    @inlinable
    mutating func follow<Item>(
        _ update: Update<ListSnapshot<Item>>,
        make: (_ item: Item, _ results: inout ContiguousArray<Result>) -> Void
    ) throws {
        if update.changes.isUpheaval(of: update.after.count) {
            replayThroughout(update.changes, to: update.after, make: make)
        } else {
            try replay(update.changes, to: update.after, make: make)
        }
    }

    /// Rebuilds everything; equal results do not count as changes.
    ///
    /// - Complexity: O(*n*).
    @inlinable
    mutating func remake<Item>(
        from items: ListSnapshot<Item>,
        make: (_ item: Item, _ results: inout ContiguousArray<Result>) -> Void
    ) {
        var results: ContiguousArray<Result> = []
        var sizes: [UInt32] = []
        sizes.reserveCapacity(items.count)
        var iterator = items.makeIterator()
        while let item = iterator.next() {
            let start = results.count
            make(item, &results)
            sizes.append(UInt32(results.count - start))
        }
        replaceAll(with: results, sizes)
    }

    /// Discards the draft with its index of ids.
    @inlinable
    mutating func startOver() {
        draft = draft.knowsIDs ? ListDraft() : ListDraft(byPosition: ())
        weights = WeightSequence()
    }

    @inlinable
    mutating func replaceAll(with results: ContiguousArray<Result>, _ sizes: [UInt32]) {
        draft.show(results)
        weights = WeightSequence(sizes)
    }
}
