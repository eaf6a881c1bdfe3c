/// A part of a list: its start and its number of items; see `window(_:)` of ``DerivableSource``.
///
/// ```swift
/// ListWindow(start: 0, count: 50)
/// ListWindow(startingWith: message.id, count: 50)
/// ```
public struct ListWindow<ID: Hashable & Sendable>: Hashable, Sendable {
    /// The start of a window.
    public enum Start: Hashable, Sendable {
        /// The item at this position when the window is placed.
        case position(Int)
        /// The item with this id.
        case item(ID)
    }

    /// The start of the window; a negative position counts as zero.
    public var start: Start
    /// The number of items; negative counts as zero.
    public var count: Int

    /// Creates a window that starts with the item at a position.
    @inlinable
    public init(start: Int, count: Int) {
        self.start = .position(start)
        self.count = count
    }

    /// Creates a window that starts with the item with an id.
    @inlinable
    public init(startingWith id: ID, count: Int) {
        start = .item(id)
        self.count = count
    }
}
