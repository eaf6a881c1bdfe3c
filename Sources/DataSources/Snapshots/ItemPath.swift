/// The position of an item in a sectioned snapshot: two offsets from zero.
///
/// Paths are ordered by section, then by item. A path is a plain value; a snapshot may or may not have an item at it.
public struct ItemPath: Hashable, Comparable, Sendable, Codable {
    /// The offset of the section in its snapshot.
    public var section: Int
    /// The offset of the item in its section.
    public var item: Int

    /// Creates the path of the `item`th item in the `section`th section, both counted from zero.
    @inlinable
    public init(section: Int, item: Int) {
        self.section = section
        self.item = item
    }

    /// Whether the left path comes first in section-major order.
    @inlinable
    public static func < (left: ItemPath, right: ItemPath) -> Bool {
        (left.section, left.item) < (right.section, right.item)
    }
}

extension ItemPath: CustomStringConvertible {
    /// The path as `section.item`.
    public var description: String { "\(section).\(item)" }
}
