public import DataSources

/// The path of an item in the source, where every section and item counts.
public struct SourcePath: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The position of the section among all sections.
    public var section: Int
    /// The position of the item among all items of the section.
    public var item: Int

    /// Creates a path.
    public init(section: Int, item: Int) {
        (self.section, self.item) = (section, item)
    }

    /// Creates a path from one that a source's update or snapshot has.
    public init(_ path: ItemPath) {
        self.init(section: path.section, item: path.item)
    }

    /// The path as the source's snapshot takes it.
    public var itemPath: ItemPath { ItemPath(section: section, item: item) }

    /// Whether the left path comes first.
    public static func < (left: SourcePath, right: SourcePath) -> Bool { left.itemPath < right.itemPath }

    /// Both positions.
    public var description: String { "source \(section).\(item)" }
}

/// The path of an item among what is visible, where hidden sections and items do not count.
public struct VisiblePath: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The position of the section among the visible sections.
    public var section: Int
    /// The position of the item among the visible items of the section.
    public var item: Int

    /// Creates a path.
    public init(section: Int, item: Int) {
        (self.section, self.item) = (section, item)
    }

    /// Creates a path from one that an update or snapshot of what is visible has.
    public init(_ path: ItemPath) {
        self.init(section: path.section, item: path.item)
    }

    /// The path as the snapshot of what is visible takes it.
    public var itemPath: ItemPath { ItemPath(section: section, item: item) }

    /// Whether the left path comes first.
    public static func < (left: VisiblePath, right: VisiblePath) -> Bool { left.itemPath < right.itemPath }

    /// Both positions.
    public var description: String { "visible \(section).\(item)" }
}
