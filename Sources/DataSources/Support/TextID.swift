/// A text that is equal, hashed and ordered by its UTF-8 bytes: an id of rows from a database.
///
/// A `String` compares by canonical equivalence: "é" as one scalar and as two, "e" and an accent, are equal. SQLite (with
/// its collation `BINARY`), PostgreSQL (with `C`, and for equality with every deterministic collation), files and wires
/// compare bytes: there they are two. So a table can hold two rows whose ids are one `String`, and a source of both
/// throws ``EditError/Code/duplicateItem``. Use this type for the text keys of a store that a source follows.
///
/// ```swift
/// struct Card: Identifiable, Equatable, Sendable {
///     let id: TextID
///     var title: String
/// }
/// let cards = try ListSource([Card(id: "caf\u{E9}", title: "composed"), Card(id: "cafe\u{301}", title: "decomposed")])
/// let row = cards.snapshot[id: TextID(key)]?.title
/// ```
///
/// It is encoded as a plain string, also as the key of a dictionary. Equality, order and hash cost about as much as for a
/// `String` of ASCII, for any text, and differences treat both alike.
///
/// - Complexity: O(*n*) for comparing and hashing *n* bytes; O(1) for comparing texts that share their memory.
public struct TextID: Sendable {
    /// The text; its UTF-8 bytes are stored in a row.
    public let text: String

    /// Creates the id that is a text.
    ///
    /// - Complexity: O(1); O(*n*) for a text that is bridged from Objective-C.
    public init(_ text: String) {
        var text = text
        text.makeContiguousUTF8()
        self.text = text
    }

    /// Creates the id that is a part of a text.
    public init(_ text: Substring) { self.init(String(text)) }
}

extension TextID: Hashable {
    /// Whether both have the same bytes.
    @inlinable
    public static func == (left: TextID, right: TextID) -> Bool {
        let areIdentical = withBorrowedPointer(to: left) { left in
            withBorrowedPointer(to: right) { haveSameBits(left, $0) }
        }
        return areIdentical || haveSameUTF8(left.text, right.text)
    }

    /// Feeds the bytes into the hasher, and one that no text contains.
    public func hash(into hasher: inout Hasher) {
        // The bytes are borrowed for the call, and in a row: see `init`.
        unsafe text.utf8.withContiguousStorageIfAvailable {
            unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0))
        }
        hasher.combine(0xFF as UInt8)
    }
}

extension TextID: Comparable {
    /// Whether the left bytes come first: the first byte that differs decides, and the beginning of a text comes before
    /// the text, as in the collations `BINARY` of SQLite and `C` of PostgreSQL.
    public static func < (left: TextID, right: TextID) -> Bool { utf8Precedes(left.text, right.text) }
}

extension TextID: ExpressibleByStringInterpolation, LosslessStringConvertible {
    /// Creates the id that is a literal.
    public init(stringLiteral text: String) { self.init(text) }

    /// The text.
    public var description: String { text }
}

extension TextID: CustomDebugStringConvertible {
    /// The text in quotes, with escapes.
    public var debugDescription: String { text.debugDescription }
}

extension TextID: Codable, CodingKeyRepresentable {
    /// Decodes a string.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    /// Encodes the text as a string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    /// The text as a key.
    public var codingKey: any CodingKey { text.codingKey }

    /// Creates the id that is a key.
    public init(codingKey: some CodingKey) { self.init(codingKey.stringValue) }
}
