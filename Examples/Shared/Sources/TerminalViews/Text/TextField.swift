/// A text that is typed at the end.
public struct TextField: Equatable, Sendable {
    /// What has been typed.
    public private(set) var text: String

    /// Creates a field with a text.
    public init(_ text: String = "") {
        self.text = text
    }

    /// A key was pressed.
    ///
    /// Backspace deletes a character, Ctrl-W a word with the spaces behind it, and Ctrl-U everything.
    ///
    /// - Returns: Whether the key belongs to the field.
    public mutating func keyPressed(_ key: Key) -> Bool {
        switch key {
        case .character(let character) where !character.isControl: text.append(character)
        case .backspace, .delete: text = String(text.dropLast())
        case .control("u"): text = ""
        case .control("w"):
            while text.last == " " { text.removeLast() }
            while let last = text.last, last != " " { text.removeLast() }
        default: return false
        }
        return true
    }

    /// Empties the field.
    public mutating func clear() {
        text = ""
    }
}
