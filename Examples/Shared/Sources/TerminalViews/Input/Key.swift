/// What a user does at a terminal: a key pressed, or the mouse.
public enum Key: Hashable, Sendable {
    /// A character, as typed.
    case character(Character)
    /// A letter together with Ctrl: `control("u")`.
    case control(Character)
    /// F1 to F12.
    case function(Int)
    case up, down, left, right, pageUp, pageDown, home, end
    case enter, tab, backTab, backspace, insert, delete, escape
    /// The mouse's button was pressed, at a place counted from zero.
    case click(Place)
    /// The mouse's wheel was turned, at a place.
    case wheel(Wheel, Place)

    /// The direction of the mouse's wheel.
    public enum Wheel: Sendable {
        case up, down
    }

    /// A cell of the window, counted from zero.
    public struct Place: Hashable, Sendable {
        /// The column.
        public var column: Int
        /// The row.
        public var row: Int

        /// Creates a place.
        public init(column: Int, row: Int) {
            self.column = column
            self.row = row
        }
    }
}
