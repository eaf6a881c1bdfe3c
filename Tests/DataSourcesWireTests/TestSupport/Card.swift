import DataSources
import DataSourcesTesting
import TestKit

/// An item of the tests.
struct Card: Identifiable, Equatable, Sendable, Codable {
    let id: Int
    var title: String
    var notes: String?
    var tags: [String] = []
    var weight = 0.0

    init(_ id: Int, _ title: String = "", notes: String? = nil) {
        (self.id, self.title, self.notes) = (id, title, notes)
    }
}

/// A section of the tests.
struct Column: Identifiable, Equatable, Sendable, Codable {
    let id: Int
    var title: String

    init(_ id: Int, _ title: String = "") {
        (self.id, self.title) = (id, title)
    }
}

typealias List = ListSnapshot<Card>
typealias Board = SectionedSnapshot<Column, Card>

extension Random {
    mutating func text() -> String {
        let alphabet = ["a", "\"", "\\", "\n", "é", "🙂", "\u{1}", "</script>", "日本", "\u{2028}"]
        return (0..<below(4)).map { _ in alphabet[below(alphabet.count)] }.joined()
    }

    mutating func card(_ id: Int) -> Card {
        var card = Card(id, text(), notes: below(2) == 0 ? nil : text())
        card.tags = (0..<below(3)).map { _ in text() }
        card.weight = [0, 1, -1.5, 1e300, Double(below(100)) / 7][below(5)]
        return card
    }

    /// Another state with some of the same ids.
    mutating func list(ids: Int) -> List {
        let ids = (0..<ids).shuffled(using: &self).prefix(below(ids + 1))
        return (try? List(ids.map { card($0) })) ?? List()
    }

    mutating func board(columns: Int, cards: Int) -> Board {
        var rest = (0..<cards).shuffled(using: &self).prefix(below(cards + 1))
        let columns = (0..<columns).shuffled(using: &self).prefix(below(columns + 1))
        let sections = columns.map { id in
            let count = below(rest.count + 1)
            defer { rest = rest.dropFirst(count) }
            return ItemSection(Column(id, text()), items: rest.prefix(count).map { card($0) })
        }
        return (try? Board(sections)) ?? Board()
    }

    /// Changes a few things of a list.
    mutating func edit(_ list: inout ListDraft<Card>) {
        for _ in 0..<1 + below(4) {
            let position = below(list.count)
            switch below(5) {
            case 0: _ = try? list.insert(card(below(60)), at: below(list.count + 1))
            case 1: _ = try? list.remove(at: position)
            case 2: _ = try? list.move(from: position, to: below(list.count))
            default: list[id: list[position]?.id ?? -1]?.title = text()
            }
        }
    }

    /// Changes a few things of sections.
    mutating func edit(_ board: inout SectionedDraft<Column, Card>) {
        for _ in 0..<1 + below(4) {
            let section = board[section: below(board.count)]
            let path = ItemPath(section: below(board.count), item: below(section?.items.count ?? 0))
            let other = board[section: below(board.count)]
            switch below(8) {
            case 0: _ = try? board.insertSection(ItemSection(Column(below(9), text())), at: below(board.count + 1))
            case 1: _ = try? board.removeSection(at: below(board.count))
            case 2: if let section { try? board.moveSection(id: section.id, to: below(board.count)) }
            case 3: if let section { try? board.updateSection(id: section.id) { $0.title += "!" } }
            case 4: if let other { _ = try? board.appendItem(card(below(60)), toSection: other.id) }
            case 5: _ = try? board.removeItem(at: path)
            case 6:
                if let id = board[path]?.id, let other {
                    try? board.moveItem(id: id, toSection: other.id, at: below(other.items.count + 1))
                }
            default: _ = try? board.updateItem(at: path) { $0.title += "?" }
            }
        }
    }
}
