/// Joins two lists by keys; see ``DerivableSource/joined(with:on:equals:)``.
///
/// ```
/// left          a      b      c             in its order
/// key           1      2      1
/// right         x y    –      x y           those with the key, in their order; then those with a key of nobody's
/// rows          ax ay  (b–)   cx cy  (–z)
/// weights       2      0/1    2      0 0 0/1     of the left items, then of the right ones
/// ```
@usableFromInline
package struct JoinOperator<Row: JoinRow, Key: Hashable & Sendable>: PairOperator, ~Copyable {
    @usableFromInline var left: JoinSide<Row.Left, Key>
    @usableFromInline var right: JoinSide<Row.Right, Key>
    /// The rows made of each left item, and then, if they are kept, of each right item without a partner.
    @usableFromInline var rows = FlatDraft<Row>(byPosition: ())
    /// How many changes are too few to go through everything for, however little there is.
    @usableFromInline let fewest: Int

    @inlinable
    package init(
        on leftKey: @escaping @Sendable (Row.Left) -> Key,
        equals rightKey: @escaping @Sendable (Row.Right) -> Key,
        goingThroughAllFrom fewest: Int = 64
    ) {
        left = JoinSide(leftKey)
        right = JoinSide(rightKey)
        self.fewest = fewest
    }

    @inlinable
    package mutating func apply(
        _ first: Update<ListSnapshot<Row.Left>>?,
        _ second: Update<ListSnapshot<Row.Right>>?
    ) -> ListSnapshot<Row> {
        // Each follows with the other one as it is; once there is too much to be done all rows are made anew, at the end.
        var isStale = false
        if let first {
            if isMuch(first.changes.count) {
                left.followThroughout(first)
                isStale = true
            } else {
                let turn = left.follow(first)
                isStale = isMuch(lonersTouched(by: turn))
                if !isStale { followLeft(first, turn) }
            }
        }
        if let second {
            if isMuch(second.changes.count) {
                right.followThroughout(second)
                isStale = true
            } else {
                let turn = right.follow(second)
                isStale = isStale || isMuch(rowsTouched(by: turn))
                if !isStale { followRight(second, turn) }
            }
        }
        if isStale { remake() }
        return rows.snapshot
    }

    /// Whether going through everything is cheaper than so many edits.
    @inlinable
    func isMuch(_ edits: Int) -> Bool {
        edits > fewest + (left.items.count + right.items.count + rows.draft.count) / 8
    }

    /// Makes all rows anew; what comes out equal to what was there stays what it was.
    ///
    /// - Complexity: O(*n*) in the items and rows.
    @inlinable
    mutating func remake() {
        let partners = right.itemsByKey()
        var made: ContiguousArray<Row> = []
        var sizes: [UInt32] = []
        made.reserveCapacity(left.items.count)
        sizes.reserveCapacity(left.items.count + (Row.keepsLoneRights ? right.items.count : 0))
        var (items, entries) = (left.items.makeIterator(), left.roster.snapshot.makeIterator())
        while let item = items.next(), let entry = entries.next() {
            let start = made.count
            if let partners = partners[entry.value] {
                for partner in partners { Row.row(item, partner).map { made.append($0) } }
            } else if let row = Row.row(item, nil) {
                made.append(row)
            }
            sizes.append(UInt32(made.count - start))
        }
        if Row.keepsLoneRights {
            var (items, entries) = (right.items.makeIterator(), right.roster.snapshot.makeIterator())
            while let item = items.next(), let entry = entries.next() {
                let row = left.groups[entry.value] == nil ? Row.row(nil, item) : nil
                if let row { made.append(row) }
                sizes.append(row == nil ? 0 : 1)
            }
        }
        rows.replaceAll(with: made, sizes)
    }
}
