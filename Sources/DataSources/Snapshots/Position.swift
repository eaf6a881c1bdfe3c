/// The position of an item: an `Int` offset in a list, an ``ItemPath`` in sections.
///
/// Adjacent positions are stored as runs; this protocol is what a run requires.
public protocol Position: Hashable, Comparable, Sendable, Codable {
    /// The position `distance` items after this one, in the same list or section.
    func advanced(byItems distance: Int) -> Self

    /// The number of items from here to `other`; `nil` if that is in another section.
    func items(to other: Self) -> Int?

    /// Whether one of its offsets is negative, where no snapshot has an item.
    var isNegative: Bool { get }
}

extension Position {
    /// Whether a list could have `count` items from here on; decoded values may be out of bounds.
    func canBegin(runOf count: Int) -> Bool {
        count > 0 && count <= Int32.max && !isNegative && advanced(byItems: count) > self
    }
}

extension Int: Position {
    /// The offset plus `distance`.
    @inlinable @inline(__always)
    public func advanced(byItems distance: Int) -> Int {
        self &+ distance
    }

    /// The difference of the offsets.
    @inlinable @inline(__always)
    public func items(to other: Int) -> Int? {
        other &- self
    }

    /// Whether the offset is negative.
    @inlinable
    public var isNegative: Bool { self < 0 }
}

extension ItemPath: Position {
    /// The path `distance` items after this one, in the same section.
    @inlinable @inline(__always)
    public func advanced(byItems distance: Int) -> ItemPath {
        ItemPath(section: section, item: item &+ distance)
    }

    /// The difference of the item offsets, within one section.
    @inlinable @inline(__always)
    public func items(to other: ItemPath) -> Int? {
        section == other.section ? other.item &- item : nil
    }

    /// Whether either offset is negative.
    @inlinable
    public var isNegative: Bool { section < 0 || item < 0 }
}
