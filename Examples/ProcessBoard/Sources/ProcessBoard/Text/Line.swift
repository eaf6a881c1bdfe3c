/// One line of the board: pieces of text with their styles.
struct Line: Equatable, Sendable {
    struct Span: Equatable, Sendable {
        var text: String
        var style: Style

        /// Whether this piece is shortened first where the line does not fit.
        var givesWay = false
    }

    /// A piece that gives way keeps so many columns.
    private static let leastColumns = 6

    private(set) var spans: [Span] = []

    init() {}

    init(_ text: String, _ style: Style = .plain, givesWay: Bool = false) {
        append(text, style, givesWay: givesWay)
    }

    /// The text without its styles.
    var text: String {
        spans.map(\.text).joined()
    }

    /// How many columns of a terminal this line takes.
    var columns: Int {
        spans.reduce(0) { $0 + $1.text.columns }
    }

    mutating func append(_ text: String, _ style: Style = .plain, givesWay: Bool = false) {
        if !text.isEmpty { spans.append(Span(text: text.harmless, style: style, givesWay: givesWay)) }
    }

    static func + (one: Line, other: Line) -> Line {
        var line = one
        line.spans += other.spans
        return line
    }

    /// The same line, exactly so many columns wide: filled with spaces, or cut with an ellipsis.
    ///
    /// A piece that gives way is cut before the end of the line is.
    func fitted(to width: Int) -> Line {
        var line = Line()
        var left = max(0, width)
        let spans = shortened(by: columns - left).spans
        let fits = spans.reduce(0) { $0 + $1.text.columns } <= left
        for span in spans where left > 0 {
            let columns = span.text.columns
            // Of a line that does not fit, the last piece that is shown bears the ellipsis, also when it fits itself.
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

    /// The bytes for a terminal.
    func rendered(inColor: Bool) -> String {
        guard inColor else { return text }
        return spans.map { $0.style == .plain ? $0.text : "\u{1B}[\($0.style.code)m\($0.text)\u{1B}[0m" }.joined()
    }
}
