/// The most bytes of UTF-8 that the texts of clients have.
///
/// One letter can have thousands of combining marks, so characters are not counted. Where people type, there are three
/// bytes for each of the units that browsers count: no text of the page is too long.
enum TextLimits {
    /// An id of a card, a column or a tab, and a key.
    static let id = 64
    static let title = 1_500
    static let name = 120
    static let search = 300
    /// The position in a stream.
    static let position = 64
    /// All parameters of a request.
    static let parameters = 4_096
}

extension Refusal {
    /// Checks a text of a client before anything else reads it.
    ///
    /// - Throws: ``Refusal`` if the text has too many bytes, or U+0000: C libraries take that for its end, and SQLite
    ///   would read another text.
    static func check(_ text: String, _ name: String, atMost limit: Int, code: Code = .malformed) throws(Refusal) {
        guard text.utf8.count <= limit else { throw Refusal(code, "\(name) has more than \(limit) bytes") }
        guard !text.utf8.contains(0) else { throw Refusal(.malformed, "\(name) has the character U+0000") }
    }
}
