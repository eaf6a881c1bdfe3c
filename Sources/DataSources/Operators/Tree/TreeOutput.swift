/// A container for the visible rows of a tree: a list, or a section for each root.
///
/// Rows come in the order of the outline, each followed by those below it. Edits throw when ids
/// misbehave.
@usableFromInline
package protocol TreeOutput: ~Copyable, Sendable {
    /// The items of the rows.
    associatedtype Item: Identifiable & Equatable & Sendable where Item.ID: Sendable
    /// The output.
    associatedtype Snapshot: SnapshotProtocol

    /// Creates an output without rows.
    init()

    /// The current rows.
    var snapshot: Snapshot { get }

    /// The row with this id; `nil` if it is not shown.
    func row(of id: Item.ID) -> TreeRow<Item>?

    /// Replaces a row by one with the same id and depth.
    mutating func put(_ row: TreeRow<Item>) throws

    /// Inserts adjacent rows: either one root with all rows below it, or rows that are all below others.
    mutating func insert(_ rows: ContiguousArray<TreeRow<Item>>, at place: TreePlace<Item.ID>) throws

    /// Removes the row with this id, if it is shown, and all below it.
    mutating func removeSubtree(of id: Item.ID) throws

    /// Removes the rows below the one with this id, which is shown.
    mutating func removeRows(below id: Item.ID) throws

    /// Makes the rows equal to these.
    mutating func replaceAll(with rows: ContiguousArray<TreeRow<Item>>)
}

/// A place for rows in an outline.
@usableFromInline
package enum TreePlace<ID: Hashable & Sendable>: Sendable {
    /// Right before a row.
    ///
    /// Before a root's row this is the last place below the previous root, or the place of a new root.
    case before(ID)
    /// Right below a row.
    case after(ID)
    /// After all rows.
    case end
}

extension ChunkTree {
    /// The end of the rows from `position` on that are deeper than `depth`.
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
