/// A line of the window in cells: one for each column.
struct CellRow: Hashable, Sendable {
    /// What a column shows.
    struct Cell: Hashable, Sendable {
        /// A character with its accents; empty in the second column of a wide one.
        var text: String
        var style: Style

        static let blank = Cell(text: " ", style: .plain)

        var isBlank: Bool { self == .blank }
    }

    var cells: [Cell]

    /// Whether all terminals agree on the width of every character, so that a column can be written on its own.
    var hasCertainWidths: Bool

    /// An empty line.
    init(blank width: Int) {
        cells = Array(repeating: .blank, count: width)
        hasCertainWidths = true
    }

    /// A line, cut or filled to a width.
    init(_ line: Line, width: Int) {
        cells = []
        cells.reserveCapacity(width)
        hasCertainWidths = true
        for span in line.spans {
            for character in span.text {
                let columns = character.columns
                if columns == 0 {
                    hasCertainWidths = false
                    if !cells.isEmpty { cells[cells.count - 1].text.append(character) }
                    continue
                }
                guard cells.count + columns <= width else { break }
                if !character.hasCertainWidth { hasCertainWidths = false }
                // Spaces that look alike are equal.
                let isBlank = character == " " && span.style.hidesSpaces
                cells.append(isBlank ? .blank : Cell(text: String(character), style: span.style))
                if columns == 2 { cells.append(Cell(text: "", style: span.style)) }
            }
        }
        cells += Array(repeating: .blank, count: width - cells.count)
    }

    /// The column after the last one that is not blank.
    var end: Int {
        (cells.lastIndex { !$0.isBlank } ?? -1) + 1
    }
}

extension Character {
    /// Whether this is a character that takes one column in every terminal: Latin, Greek, Cyrillic, lines and blocks.
    fileprivate var hasCertainWidth: Bool {
        guard unicodeScalars.count == 1, let scalar = unicodeScalars.first else { return false }
        switch scalar.value {
        case 0x20...0x7E, 0xA1...0xAC, 0xAE...0x2FF, 0x370...0x3FF, 0x400...0x482, 0x48A...0x52F, 0x2010...0x2027,
            0x2190...0x2193, 0x2195, 0x2500...0x25AA, 0x25AC...0x25B5, 0x25B8...0x25BF:
            return true
        default:
            return false
        }
    }
}
