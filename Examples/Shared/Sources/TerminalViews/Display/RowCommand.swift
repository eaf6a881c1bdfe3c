/// What a user wishes of a list in a terminal.
public enum RowCommand: Equatable, Sendable {
    /// Moves the selection by so many rows.
    case move(Int)
    /// Moves the selection by so many windows.
    case movePages(Int)
    /// Selects the first row, or the last.
    case moveToStart, moveToEnd
    /// Scrolls the window by so many rows, and leaves the selection.
    case scroll(Int)
    /// Selects a row by its place in the window, counted from zero.
    case select(Int)
    /// Selects nothing.
    case deselect

    /// What a key usually means for a list; `nil` if nothing.
    public init?(_ key: Key) {
        switch key {
        case .up, .control("p"): self = .move(-1)
        case .down, .control("n"): self = .move(1)
        case .pageUp, .control("b"): self = .movePages(-1)
        case .pageDown, .control("f"): self = .movePages(1)
        case .home: self = .moveToStart
        case .end: self = .moveToEnd
        case .wheel(.up, _): self = .scroll(-3)
        case .wheel(.down, _): self = .scroll(3)
        default: return nil
        }
    }
}
