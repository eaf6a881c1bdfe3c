import DataSources

/// A board whose steps are sent: 1,000 cards in four columns.
struct WireColumn: Identifiable, Equatable, Sendable, Codable {
    let id: String
}

struct WireCard: Identifiable, Equatable, Sendable, Codable {
    let id: String
    var title: String
    var notes: String
    var tags: [String]
}

/// The board, and random steps on it: 20 % insertions, 20 % moves, 45 % changes of one field, 15 % removals.
struct WireBoardEdits: ~Copyable {
    typealias Board = SectionedSnapshot<WireColumn, WireCard>

    private static let words = ["lorem", "ipsum", "dolor", "sit", "amet", "board", "release", "fix", "and", "review"]
    private var generator = Generator(state: 7)
    private(set) var draft = SectionedDraft<WireColumn, WireCard>()
    private var next = 0

    init() {
        for column in 0..<4 {
            let cards = (0..<250).map { _ in card() }
            checked { try draft.appendSection(ItemSection(WireColumn(id: "col\(column)"), items: cards)) }
        }
    }

    private mutating func text(_ count: Int) -> String {
        (0..<count).map { _ in Self.words[generator.below(Self.words.count)] }.joined(separator: " ")
    }

    private mutating func card() -> WireCard {
        next += 1
        let (title, notes) = (text(2 + generator.below(5)), text(generator.below(41)))
        let tags = (0..<generator.below(4)).map { _ in Self.words[generator.below(10)] }
        return WireCard(id: "c\(next)", title: title, notes: notes, tags: tags)
    }

    /// The next update, of so many edits.
    mutating func step(edits: Int) -> Update<Board> {
        let before = draft.snapshot
        while true {
            for _ in 0..<edits { checked { try edit() } }
            if let update = Update(from: before, to: draft.snapshot) { return update }
        }
    }

    private mutating func edit() throws {
        let section = generator.below(4)
        guard let count = draft[section: section]?.items.count, count > 0 else { return }
        let path = ItemPath(section: section, item: generator.below(count))
        switch generator.below(20) {
        case 0..<4: try draft.insertItem(card(), at: path)
        case 4..<8:
            guard let id = draft[path]?.id, let target = draft[section: generator.below(4)] else { return }
            try draft.moveItem(id: id, toSection: target.id, at: generator.below(max(1, target.items.count)))
        case 8..<17:
            let (title, tag) = (text(3), Self.words[generator.below(10)])
            try draft.updateItem(at: path) {
                if title.count.isMultiple(of: 2) { $0.title = title } else { $0.tags = [tag] }
            }
        default: try draft.removeItem(at: path)
        }
    }
}
