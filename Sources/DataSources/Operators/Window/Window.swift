/// Which part of a list is shown: where it starts, and how many items it holds; see ``DerivableSource/window(_:)``.
///
/// ```swift
/// Window(start: 0, count: 50)
/// Window(startingWith: message.id, count: 50)
/// ```
public struct Window<ID: Hashable & Sendable>: Hashable, Sendable {
    /// Where a window starts.
    public enum Start: Hashable, Sendable {
        /// With the item that is at the position when the window is placed there.
        case position(Int)
        /// With the item that has the id.
        case item(ID)
    }

    /// Where the window starts; a position below zero counts as zero.
    public var start: Start
    /// How many items it holds; below zero counts as none.
    public var count: Int

    /// Creates a window that starts with the item at a position.
    @inlinable
    public init(start: Int, count: Int) {
        self.start = .position(start)
        self.count = count
    }

    /// Creates a window that starts with the item that has the id.
    @inlinable
    public init(startingWith id: ID, count: Int) {
        start = .item(id)
        self.count = count
    }
}
