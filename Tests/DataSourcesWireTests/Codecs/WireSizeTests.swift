import DataSources
import DataSourcesTesting
import DataSourcesWire
import TestKit
import Testing

/// What steps take on the wire, next to a JSON Patch of the same change in an envelope with versions.
struct WireSizeTests {
    /// Mean bytes of an update.
    struct Sizes: CustomStringConvertible {
        var (json, binary, patch, values) = (0, 0, 0, 0)

        var jsonRatio: Double { Double(json) / Double(patch) }
        var binaryRatio: Double { Double(binary) / Double(patch) }
        /// The same of the bytes beyond the values that change, which every form has to carry.
        var jsonBeyond: Double { Double(json - values) / Double(patch - values) }
        var binaryBeyond: Double { Double(binary - values) / Double(patch - values) }

        var description: String {
            "json \(json) (\(jsonRatio), beyond values \(jsonBeyond)), binary \(binary) (\(binaryRatio), "
                + "beyond values \(binaryBeyond)), JSON Patch \(patch), values \(values)"
        }
    }

    private static let words = ["lorem", "ipsum", "dolor", "sit", "amet", "board", "release", "fix", "and", "review"]

    private static func text(_ words: Int, _ random: inout Random) -> String {
        (0..<words).map { _ in Self.words[random.below(Self.words.count)] }.joined(separator: " ")
    }

    private static func card(_ id: Int, _ random: inout Random) -> SizedCard {
        SizedCard(
            id: "c\(id)", title: text(2 + random.below(5), &random), notes: text(random.below(41), &random),
            tags: (0..<random.below(4)).map { _ in Self.words[random.below(10)] })
    }

    /// 20 % insertions, 20 % moves, 45 % changes of one field, 15 % removals on a board of 1,000 cards.
    private static func edit(_ board: inout SectionedDraft<SizedColumn, SizedCard>, _ next: Int, _ random: inout Random)
        throws
    {
        let section = random.below(4)
        let count = board[section: section]?.items.count ?? 0
        let path = ItemPath(section: section, item: random.below(count))
        switch random.below(20) {
        case 0..<4:
            try board.insertItem(card(next, &random), at: ItemPath(section: section, item: random.below(count + 1)))
        case 4..<8:
            let to = random.below(4)
            guard let id = board[path]?.id, let target = board[section: to] else { return }
            try board.moveItem(id: id, toSection: target.id, at: random.below(target.items.count))
        case 8..<17:
            let (title, tag) = (text(3, &random), Self.words[random.below(10)])
            if board[path] != nil {
                try board.updateItem(at: path) {
                    if title.count.isMultiple(of: 2) { $0.title = title } else { $0.tags = [tag] }
                }
            }
        default: if board[path] != nil { try board.removeItem(at: path) }
        }
    }

    private static func sizes(edits: Int) throws -> Sizes {
        var random = Random(seed: 7)
        let columns = (0..<4).map { column in
            ItemSection(SizedColumn(id: "col\(column)"), items: (0..<250).map { card(column * 250 + $0, &random) })
        }
        var draft = try SectionedDraft(columns)
        var (sizes, next) = (Sizes(), 1_000)
        var encoders = (FrameEncoder(.json), FrameEncoder(.binary))
        for turn in 0..<150 {
            let before = draft.snapshot
            for _ in 0..<edits {
                try edit(&draft, next, &random)
                next += 1
            }
            guard let update = Update(from: before, to: draft.snapshot) else { continue }
            let changes = try SizedBoard.wireChanges(of: update, base: UInt64(40 + turn), version: UInt64(41 + turn))
            sizes.json += try encoders.0.encode(.changes(changes)).joined().count
            sizes.binary += try encoders.1.encode(.changes(changes)).joined().count
            sizes.patch += try JSONPatch.text(of: update, base: UInt64(40 + turn), version: UInt64(41 + turn)).count
            for run in changes.items.insertions {
                for value in run.values { sizes.values += try FrameFormat.json.text(of: value).count }
            }
            for replacement in changes.items.updates {
                guard case .fields(let set, _) = replacement.patch else { continue }
                for field in set.fields { sizes.values += try FrameFormat.json.text(of: field.value).count }
            }
        }
        return sizes
    }

    @Test(arguments: [1, 5, 50])
    func `random edits of a board are shorter than a JSON Patch`(edits: Int) throws {
        let sizes = try Self.sizes(edits: edits)
        #expect(sizes.jsonRatio <= (edits == 1 ? 0.8 : 0.75), "\(sizes)")
        #expect(sizes.binaryRatio <= 0.6, "\(sizes)")
        if edits > 1 { #expect(sizes.jsonBeyond <= 0.5 && sizes.binaryBeyond <= 0.1, "\(sizes)") }
    }
}
