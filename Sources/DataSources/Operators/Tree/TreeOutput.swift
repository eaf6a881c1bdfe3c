/// What the visible rows of a tree are kept in: a list, or a section for each root.
///
/// Rows are given and taken in the order of the outline: each one with those below it. An edit throws ``LostTrack`` when
/// ids misbehave.
@usableFromInline
package protocol TreeOutput: ~Copyable, Sendable {
    /// What there is a row of.
    associatedtype Item: Identifiable & Equatable & Sendable where Item.ID: Sendable
    /// What comes out.
    associatedtype Snapshot: SnapshotProtocol

    /// Creates an output without rows.
    init()

    /// The rows as they are now.
    var snapshot: Snapshot { get }

    /// The row with this id; `nil` when it is not shown.
    func row(of id: Item.ID) -> TreeRow<Item>?

    /// Puts a row in the place of the one with its id and depth.
    mutating func put(_ row: TreeRow<Item>) throws(LostTrack)

    /// Inserts neighbours: either one root with all below it, or rows that are below others.
    mutating func insert(_ rows: ContiguousArray<TreeRow<Item>>, at place: TreePlace<Item.ID>) throws(LostTrack)

    /// Removes the row with this id, if it is shown, and all below it.
    mutating func removeSubtree(of id: Item.ID) throws(LostTrack)

    /// Removes the rows below the one with this id, which is shown.
    mutating func removeRows(below id: Item.ID) throws(LostTrack)

    /// Makes the rows equal to these.
    mutating func replaceAll(with rows: ContiguousArray<TreeRow<Item>>)
}

/// A place for rows in an outline.
@usableFromInline
package enum TreePlace<ID: Hashable & Sendable>: Sendable {
    /// Right before a row; before a root's row it is the last place below the root before it, or that of a root.
    case before(ID)
    /// Right below a row.
    case after(ID)
    /// Behind all rows.
    case end
}

extension ChunkTree {
    /// The position behind the rows from `position` on that are deeper than `depth`.
    ///
    /// - Complexity: O(*r*) for *r* such rows, and O(log *n*) for each leaf of up to 32.
    @inlinable
    func endOfRows<Item>(from position: Int, deeperThan depth: Int) -> Int where Element == TreeRow<Item> {
        withExtendedLifetime(root) {
            var position = position
            while position < count {
                let span = leaf(at: position)
                for offset in span.offset..<span.count {
                    if span.base[offset].depth <= depth { return position }
                    position += 1
                }
            }
            return position
        }
    }
}
