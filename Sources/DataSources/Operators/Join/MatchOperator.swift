/// Makes at most one row of each left item and the right items with its key; see
/// ``DerivableSource/joinedMany(with:on:equals:limit:)`` and ``DerivableSource/whereExists(in:on:equals:)``.
///
/// ```
/// left          a      b      c             in its order
/// key           1      2      1
/// right         x y    –      x y           the items with the key, in their order
/// rows          a xy   (b)    c xy
/// weights       1      0/1    1
/// ```
@usableFromInline
package struct MatchOperator<Row, Item, Other, Key>: IncrementalPairOperator, ~Copyable
where
    Row: Identifiable & Equatable & Sendable, Row.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable,
    Other: Identifiable & Equatable & Sendable, Other.ID: Sendable,
    Key: Hashable & Sendable
{
    @usableFromInline package typealias First = ListSnapshot<Item>
    @usableFromInline package typealias Second = ListSnapshot<Other>
    @usableFromInline package typealias Output = ListSnapshot<Row>

    @usableFromInline var left: JoinSide<Item, Key>
    @usableFromInline var right: JoinSide<Other, Key>
    @usableFromInline var rows = FlatDraft<Row>(byPosition: ())
    /// How many matches a row can have; 0 if rows depend only on whether there are any.
    @usableFromInline let limit: Int
    /// Makes a row of an item and its first matches, of which there is one if ``limit`` is 0.
    @usableFromInline let make: @Sendable (_ item: Item, _ matches: ContiguousArray<Other>) -> Row?
    @usableFromInline package var policy = RebuildPolicy(from: 64, share: 8)

    @inlinable
    package init(
        on leftKey: @escaping @Sendable (Item) -> Key,
        equals rightKey: @escaping @Sendable (Other) -> Key,
        limit: Int,
        make: @escaping @Sendable (_ item: Item, _ matches: ContiguousArray<Other>) -> Row?
    ) {
        left = JoinSide(leftKey)
        right = JoinSide(rightKey)
        self.limit = limit
        self.make = make
    }

    @inlinable package var states: (ListSnapshot<Item>, ListSnapshot<Other>) { (left.items, right.items) }
    @inlinable package var snapshot: ListSnapshot<Row> { rows.snapshot }

    /// Zero: how many rows change is known only while the operator follows, which then decides.
    @inlinable
    package func edits(for first: Update<First>?, _ second: Update<Second>?) -> Int { 0 }

    @inlinable
    package mutating func build(_ lefts: ListSnapshot<Item>, _ rights: ListSnapshot<Other>) {
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
        _ first: Update<ListSnapshot<Item>>?, _ second: Update<ListSnapshot<Other>>?
    ) throws {
        // Each side follows its update while the other side stays unchanged. After too many changes all rows are
        // rebuilt at the end.
        var isStale = false
        if let first {
            if isMuch(first.changes.count) {
                left.followThroughout(first)
                isStale = true
            } else {
                try followLeft(first, left.follow(first))
            }
        }
        if let second {
            if isMuch(second.changes.count) {
                right.followThroughout(second)
                isStale = true
            } else {
                let keys = keysTouched(by: try right.follow(second))
                isStale = isStale || isMuch(keys.reduce(0) { $0 + left.count(under: $1) })
                if !isStale { for key in keys { try remakeRows(under: key) } }
            }
        }
        if isStale { remake() }
    }

    /// Whether a full rebuild is cheaper than this many edits.
    @inlinable
    func isMuch(_ edits: Int) -> Bool { policy.rebuilds(edits, of: itemCount) }

    @inlinable package var itemCount: Int { left.items.count + right.items.count }

    /// The keys whose rows can change with an update of the right side, each once.
    @inlinable
    func keysTouched(by delta: JoinDelta<Key>) -> [Key] {
        let (won, lost) = right.wonAndLost(delta.presence)
        if limit == 0 { return won + lost }
        var keys = delta.presence
        for entry in delta.moving { keys[entry.arrival.key] = true }
        for entry in delta.refreshed { keys[entry.key] = true }
        return keys.map(\.key)
    }

    /// The matches that rows with a key read.
    @inlinable
    func matches(under key: Key) throws -> ContiguousArray<Other> {
        try right.items(under: key, first: Swift.max(1, limit))
    }

    /// Updates the rows after an update of the left side.
    @inlinable
    mutating func followLeft(
        _ update: Update<ListSnapshot<Item>>, _ delta: JoinDelta<Key>
    ) throws {
        var made: ContiguousArray<Row?> = []
        for fresh in delta.fresh {
            made.append(make(left.items.tree.element(at: fresh.after), try matches(under: fresh.key)))
        }
        // The replay reads inserted and updated items in the order of positions, as they are in `fresh`.
        var next = 0
        try rows.replay(update.changes, to: update.after) { _, results in
            if let row = made[next] { results.append(row) }
            next += 1
        }
    }

    /// Makes the rows of all left items with a key anew; equal rows do not count as changes.
    @inlinable
    mutating func remakeRows(under key: Key) throws {
        let positions = try left.positions(under: key)
        if positions.isEmpty { return }
        let matches = try matches(under: key)
        for position in positions {
            let row = make(left.items.tree.element(at: position), matches)
            let start = rows.weights.sum(upTo: position)
            if rows.weights[position] == 0 {
                guard let row else { continue }
                try rows.insert(row, at: start)
                rows.weights[position] = 1
            } else if let row {
                rows.draft.put(row, at: start)
            } else {
                try rows.remove(at: start)
                rows.weights[position] = 0
            }
        }
    }

    /// Rebuilds all rows; equal rows do not count as changes.
    ///
    /// - Complexity: O(*n*) in the items and matches.
    @inlinable
    mutating func remake() {
        let matches = right.itemsByKey(first: Swift.max(1, limit))
        var made: ContiguousArray<Row> = []
        var sizes: [UInt32] = []
        made.reserveCapacity(left.items.count)
        sizes.reserveCapacity(left.items.count)
        left.forEach { item, key in
            let row = make(item, matches[key] ?? [])
            if let row { made.append(row) }
            sizes.append(row == nil ? 0 : 1)
        }
        rows.replaceAll(with: made, sizes)
    }
}

extension JoinSide {
    /// The first items with a key, in order.
    ///
    /// - Complexity: O(*m* log *n*) for *m* items.
    @inlinable
    func items(under key: Key, first limit: Int) throws -> ContiguousArray<Item> {
        guard let index = groups.index(forKey: key) else { return [] }
        let group = groups.values[index]
        var items: ContiguousArray<Item> = []
        for label in group.labels(first: limit) {
            items.append(self.items.tree.element(at: try labels.knownPosition(of: label)))
        }
        return items
    }

    /// The first items with each key, in order.
    @inlinable
    func itemsByKey(first limit: Int) -> KeyTable<Key, ContiguousArray<Item>> {
        var result = KeyTable<Key, ContiguousArray<Item>>(minimumCapacity: groups.count)
        forEach { item, key in
            if let index = result.index(forKey: key) {
                if result.values[index].count < limit { result.values[index].append(item) }
            } else {
                result[key] = [item]
            }
        }
        return result
    }
}

extension LabelGroup {
    /// The smallest labels, ascending: `limit` of them, or all if there are fewer.
    @inlinable
    func labels(first limit: Int) -> ContiguousArray<UInt64> {
        if chunks.isEmpty { return limit > 0 ? [only] : [] }
        var labels: ContiguousArray<UInt64> = []
        for chunk in chunks {
            if labels.count >= limit { break }
            labels.append(contentsOf: chunk.numbers.prefix(limit - labels.count))
        }
        return labels
    }
}
