public import DataSources
import DataSourcesTesting

/// A column of the board.
public struct WireColumn: Identifiable, Equatable, Sendable, Codable {
    /// The column's id.
    public let id: String
}

/// A card of the board.
public struct WireCard: Identifiable, Equatable, Sendable, Codable {
    /// The card's id.
    public let id: String
    /// A few words.
    public var title: String
    /// Up to 40 words.
    public var notes: String
    /// Up to three words.
    public var tags: [String]
}

/// A board whose steps are sent: 1,000 cards in four columns.
public typealias WireBoard = SectionedSnapshot<WireColumn, WireCard>

/// The board, and random steps on it: 20 % insertions, 20 % moves, 45 % changes of one field, 15 % removals.
public struct WireSteps: ~Copyable {
    private static let words = ["lorem", "ipsum", "dolor", "sit", "amet", "board", "release", "fix", "and", "review"]
    private var generator = SeededGenerator(seed: 7)
    private var draft = SectionedDraft<WireColumn, WireCard>()
    private var next = 0

    /// Creates the board.
    public init() throws {
        for column in 0..<4 {
            let cards = (0..<250).map { _ in card() }
            try draft.appendSection(ItemSection(WireColumn(id: "col\(column)"), items: cards))
        }
    }

    /// The board after the steps so far.
    public var snapshot: WireBoard { draft.snapshot }

    private mutating func below(_ bound: Int) -> Int { Int(generator.next() % UInt64(bound)) }

    private mutating func text(_ count: Int) -> String {
        (0..<count).map { _ in Self.words[below(Self.words.count)] }.joined(separator: " ")
    }

    private mutating func card() -> WireCard {
        next += 1
        let (title, notes) = (text(2 + below(5)), text(below(41)))
        let tags = (0..<below(4)).map { _ in Self.words[below(10)] }
        return WireCard(id: "c\(next)", title: title, notes: notes, tags: tags)
    }

    /// The next update, of so many edits.
    public mutating func update(edits: Int) throws -> Update<WireBoard> {
        let before = draft.snapshot
        while true {
            for _ in 0..<edits { try edit() }
            if let update = Update(from: before, to: draft.snapshot) { return update }
        }
    }

    private mutating func edit() throws {
        let section = below(4)
        guard let count = draft[section: section]?.items.count, count > 0 else { return }
        let path = ItemPath(section: section, item: below(count))
        switch below(20) {
        case 0..<4: try draft.insertItem(card(), at: path)
        case 4..<8:
            guard let id = draft[path]?.id, let target = draft[section: below(4)] else { return }
            try draft.moveItem(id: id, toSection: target.id, at: below(max(1, target.items.count)))
        case 8..<17:
            let (title, tag) = (text(3), Self.words[below(10)])
            try draft.updateItem(at: path) {
                if title.count.isMultiple(of: 2) { $0.title = title } else { $0.tags = [tag] }
            }
        default: try draft.removeItem(at: path)
        }
    }
}
