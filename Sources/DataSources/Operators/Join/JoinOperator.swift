/// Joins two lists by keys; see ``DerivableSource/joined(with:on:equals:)``.
///
/// ```
/// left          a      b      c             in its order
/// key           1      2      1
/// right         x y    –      x y           the items with the key, in their order; then those with no left item
/// rows          ax ay  (b–)   cx cy  (–z)
/// weights       2      0/1    2      0 0 0/1     of the left items, then of the right ones
/// ```
@usableFromInline
package struct JoinOperator<Row: JoinRow, Key: Hashable & Sendable>: IncrementalPairOperator, ~Copyable {
    @usableFromInline var left: JoinSide<Row.Left, Key>
    @usableFromInline var right: JoinSide<Row.Right, Key>
    /// The rows of each left item, then those of each right item without a match, if the join keeps them.
    @usableFromInline var rows = FlatDraft<Row>(byPosition: ())
    @usableFromInline package var policy = RebuildPolicy(from: 64, share: 8)

    @inlinable
    package init(
        on leftKey: @escaping @Sendable (Row.Left) -> Key,
        equals rightKey: @escaping @Sendable (Row.Right) -> Key
    ) {
        left = JoinSide(leftKey)
        right = JoinSide(rightKey)
    }

    @inlinable package var states: (ListSnapshot<Row.Left>, ListSnapshot<Row.Right>) { (left.items, right.items) }
    @inlinable package var snapshot: ListSnapshot<Row> { rows.snapshot }

    /// Zero: how many rows change is known only while the operator follows, which then decides.
    @inlinable
    package func edits(for first: Update<First>?, _ second: Update<Second>?) -> Int { 0 }

    @inlinable
    package mutating func build(_ lefts: ListSnapshot<Row.Left>, _ rights: ListSnapshot<Row.Right>) {
        left = JoinSide(left.key)
        right = JoinSide(right.key)
        if let update = Update(from: ListSnapshot(), to: lefts) { left.followThroughout(update) }
        if let update = Update(from: ListSnapshot(), to: rights) { right.followThroughout(update) }
        remake()
    }

    @inlinable
    package mutating func startOver() { rows.startOver() }

    @inlinable
    package mutating func follow(
        _ first: Update<ListSnapshot<Row.Left>>?, _ second: Update<ListSnapshot<Row.Right>>?
    ) throws {
        // Each side follows its update while the other side stays unchanged. After too many changes all rows are
        // rebuilt at the end.
        var isStale = false
        if let first {
            if isMuch(first.changes.count) {
                left.followThroughout(first)
                isStale = true
            } else {
                let delta = try left.follow(first)
                isStale = isMuch(lonersTouched(by: delta))
                if !isStale { try followLeft(first, delta) }
            }
        }
        if let second {
            if isMuch(second.changes.count) {
                right.followThroughout(second)
                isStale = true
            } else {
                let delta = try right.follow(second)
                isStale = isStale || isMuch(rowsTouched(by: delta))
                if !isStale { try followRight(second, delta) }
            }
        }
        if isStale { remake() }
    }

    /// Whether a full rebuild is cheaper than this many edits.
    @inlinable
    func isMuch(_ edits: Int) -> Bool { policy.rebuilds(edits, of: itemCount) }

    @inlinable package var itemCount: Int { left.items.count + right.items.count + rows.draft.count }

    /// Rebuilds all rows; equal rows do not count as changes.
    ///
    /// - Complexity: O(*n*) in the items and rows.
    @inlinable
    mutating func remake() {
        var sizes: [UInt32] = []
        sizes.reserveCapacity(left.items.count + (Row.keepsLoneRights ? right.items.count : 0))
        if rows.draft.isEmpty {
            var draft = ListDraft<Row>(byPosition: ())
            draft.load { append in makeRows(append, noting: &sizes) }
            rows.draft = draft
            rows.weights = WeightSequence(sizes)
        } else {
            var made: ContiguousArray<Row> = []
            made.reserveCapacity(left.items.count)
            makeRows({ made.append($0) }, noting: &sizes)
            rows.replaceAll(with: made, sizes)
        }
    }

    /// Makes all rows, and records how many belong to each item.
    @inlinable
    func makeRows(_ append: (Row) -> Void, noting sizes: inout [UInt32]) {
        let matches = right.itemsByKey()
        left.forEach { item, key in
            var size: UInt32 = 0
            if let place = matches.index(forKey: key) {
                for match in matches.values[place] {
                    guard let row = Row.row(item, match) else { continue }
                    append(row)
                    size += 1
                }
            } else if let row = Row.row(item, nil) {
                append(row)
                size = 1
            }
            sizes.append(size)
        }
        if !Row.keepsLoneRights { return }
        right.forEach { item, key in
            let row = left.count(under: key) == 0 ? Row.row(nil, item) : nil
            if let row { append(row) }
            sizes.append(row == nil ? 0 : 1)
        }
    }
}
