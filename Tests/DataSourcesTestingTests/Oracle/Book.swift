import DataSources
import DataSourcesTesting

/// The item of the tests of oracle, display and validator: an id, and a state that can change under it.
struct Book: Identifiable, Hashable, Codable, Sendable, CustomStringConvertible {
    let id: Int
    var state: Int

    init(_ id: Int, _ state: Int = 0) {
        self.id = id
        self.state = state
    }

    var description: String { state == 0 ? "Book(\(id))" : "Book(\(id), \(state))" }
}

/// The header that goes with it.
struct Shelf: Identifiable, Hashable, Codable, Sendable, CustomStringConvertible {
    let id: Int
    var state: Int

    init(_ id: Int, _ state: Int = 0) {
        self.id = id
        self.state = state
    }

    var description: String { state == 0 ? "Shelf(\(id))" : "Shelf(\(id), \(state))" }
}

typealias BookList = ListSnapshot<Book>
typealias Library = SectionedSnapshot<Shelf, Book>

/// Shelves of books, by their ids.
func shelves(_ books: [Int]...) -> [PlainSection<Shelf, Book>] {
    books.enumerated().map { PlainSection(Shelf($0.offset), $0.element.map { Book($0) }) }
}

func library(_ shelves: [PlainSection<Shelf, Book>]) throws -> Library {
    try Library(shelves.map(\.section))
}

func path(_ section: Int, _ item: Int) -> ItemPath { ItemPath(section: section, item: item) }

func pairs<P: Position>(_ pairs: (P, P)...) -> PositionPairs<P> {
    PositionPairs(pairs.map { PositionPair(before: $0.0, after: $0.1) })
}

extension BookList {
    init(books: Int...) throws {
        try self.init(books.map { Book($0) })
    }
}
