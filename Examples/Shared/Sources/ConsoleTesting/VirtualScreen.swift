/// What a terminal shows after it has read some bytes: the escape sequences that the examples write, and no others.
///
/// A wide character takes two cells, and the second one is empty. Nothing wraps: what is written at the end of a row stays
/// in its last column.
public struct VirtualScreen: Equatable, Sendable, CustomStringConvertible {
    /// A column of a row.
    public struct Cell: Equatable, Sendable {
        /// The character; empty in the second column of a wide one.
        public var text = " "
        /// The attributes and colours that are set, by the codes of SGR in ascending order: `1;36`; empty for plain text.
        ///
        /// Of a space only those that can be seen.
        public var style = ""
    }

    /// The columns.
    public let width: Int
    /// The rows, from the top.
    public internal(set) var rows: [[Cell]]
    /// Sequences that it does not know; whatever they do is missing.
    public internal(set) var unknown: [String] = []
    /// The modes that are set, such as `?25`.
    public internal(set) var modes: Set<String> = ["?7", "?25"]

    var cursor = (row: 0, column: 0)
    var style: Set<Int> = []
    /// The rows that scroll.
    var margins: Range<Int>
    private let columns: @Sendable (Character) -> Int

    /// Creates an empty screen.
    ///
    /// - Parameters:
    ///   - width: The columns.
    ///   - height: The rows.
    ///   - columns: The number of columns that a character takes.
    public init(width: Int, height: Int, columns: @escaping @Sendable (Character) -> Int) {
        self.width = width
        self.columns = columns
        rows = Array(repeating: Array(repeating: Cell(), count: width), count: height)
        margins = 0..<height
    }

    /// The text, without spaces at the ends of rows.
    public var text: [String] {
        rows.map { row in
            var text = row.map(\.text).joined()
            while text.last == " " { text.removeLast() }
            return text
        }
    }

    /// The text, and where styles begin.
    public var description: String {
        rows.map { row in
            var style = ""
            return row.map { cell in
                defer { style = cell.style }
                return (cell.style == style ? "" : "[\(cell.style)]") + cell.text
            }
            .joined()
        }
        .joined(separator: "\n")
    }

    /// Whether both show the same.
    public static func == (one: VirtualScreen, other: VirtualScreen) -> Bool {
        one.rows == other.rows
    }

    /// Reads what a program has written.
    public mutating func read(_ output: String) {
        var rest = Substring(output)
        while let character = rest.first {
            rest.removeFirst()
            if character == "\u{1B}" {
                readSequence(&rest)
            } else if character == "\n" || character == "\r\n" {
                cursor = (min(cursor.row + 1, rows.count - 1), 0)
            } else {
                put(character)
            }
        }
    }

    /// A cell with a character in the style that is set.
    func cell(_ text: String) -> Cell {
        let visible = text == " " ? style.filter { $0 == 7 || (40...47).contains($0) } : style
        return Cell(text: text, style: visible.sorted().map(String.init).joined(separator: ";"))
    }

    private mutating func put(_ character: Character) {
        let columns = columns(character)
        guard rows.indices.contains(cursor.row), columns > 0 else { return }
        let column = min(cursor.column, width - columns)
        guard column >= 0 else { return }
        // Half of a wide character is none.
        if rows[cursor.row][column].text.isEmpty, column > 0 { rows[cursor.row][column - 1].text = " " }
        rows[cursor.row][column] = cell(String(character))
        if columns == 2 { rows[cursor.row][column + 1] = cell("") }
        let next = column + columns
        if next < width, rows[cursor.row][next].text.isEmpty { rows[cursor.row][next].text = " " }
        cursor.column = min(next, width - 1)
    }
}
