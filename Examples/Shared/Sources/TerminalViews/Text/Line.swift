/// One line of text: pieces with their styles.
public struct Line: Equatable, Sendable {
    /// A piece of one style.
    public struct Span: Equatable, Sendable {
        /// The text, free of control characters.
        public internal(set) var text: String
        /// How it looks.
        public internal(set) var style: Style

        /// Whether this piece is shortened first if the line does not fit.
        var givesWay = false
    }

    /// A piece that gives way keeps so many columns.
    private static let leastColumns = 6

    /// The pieces, from the left.
    public private(set) var spans: [Span] = []

    /// Creates an empty line.
    public init() {}

    /// Creates a line of one piece.
    ///
    /// - Parameters:
    ///   - text: The text; control characters become `?`.
    ///   - style: How it looks.
    ///   - givesWay: Whether this piece is shortened first if the line does not fit.
    public init(_ text: String, _ style: Style = .plain, givesWay: Bool = false) {
        append(text, style, givesWay: givesWay)
    }

    /// The text without its styles.
    public var text: String {
        spans.map(\.text).joined()
    }

    /// How many columns of a terminal this line takes.
    public var columns: Int {
        spans.reduce(0) { $0 + $1.text.columns }
    }

    /// Adds a piece at the end.
    public mutating func append(_ text: String, _ style: Style = .plain, givesWay: Bool = false) {
        if !text.isEmpty { spans.append(Span(text: text.harmless, style: style, givesWay: givesWay)) }
    }

    /// One line after the other.
    public static func + (one: Line, other: Line) -> Line {
        var line = one
        line.spans += other.spans
        return line
    }

    /// The first pieces, as many as fit whole; the very first is always there.
    public static func row(of pieces: [Line], width: Int) -> Line {
        var row = pieces.first ?? Line()
        for piece in pieces.dropFirst() {
            guard row.columns + piece.columns <= width else { break }
            row = row + piece
        }
        return row
    }

    /// The same text, all of it in one style.
    public func styled(_ style: Style) -> Line {
        var line = self
        for index in line.spans.indices { line.spans[index].style = style }
        return line
    }

    /// The same line, exactly so many columns wide: filled with spaces, or cut with an ellipsis.
    ///
    /// A piece that gives way is cut before the end of the line is.
    public func fitted(to width: Int) -> Line {
        var line = Line()
        var left = max(0, width)
        let spans = shortened(by: columns - left).spans
        let fits = spans.reduce(0) { $0 + $1.text.columns } <= left
        for span in spans where left > 0 {
            let columns = span.text.columns
            // Of a line that does not fit, the last piece that is shown bears the ellipsis, also if it fits itself.
            let isCut = !fits && columns >= left
            line.append(isCut ? (span.text + " ").left(left) : span.text, span.style)
            left -= isCut ? left : columns
        }
        line.append(String(repeating: " ", count: left))
        return line
    }

    private func shortened(by excess: Int) -> Line {
        guard excess > 0, let index = spans.firstIndex(where: \.givesWay) else { return self }
        var line = self
        let columns = spans[index].text.columns
        line.spans[index].text = spans[index].text.left(min(columns, max(Self.leastColumns, columns - excess)))
        return line
    }

    /// The text with its styles as a terminal reads them.
    public func rendered(in palette: Palette) -> String {
        spans.map { span in
            palette.sequence(to: span.style) + span.text + palette.sequence(from: span.style, to: .plain)
        }
        .joined()
    }
}
