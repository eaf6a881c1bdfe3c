import DataSources
import DataSourcesTesting
import TestKit

/// A draft of sections and its plain model, edited alike at random; ``story`` is the code that leads to its state.
struct SectionedHistory: ~Copyable {
    var random: Random
    var draft = RowSectionsDraft()
    var model: [PlainSection] = []
    var nextItem = 0
    var nextSection = 0
    private let seed: UInt64
    private var steps: [String] = []

    init(seed: UInt64) throws {
        self.seed = seed
        random = Random(seed: seed)
        for _ in 0..<random.below(6) {
            let part = freshSection()
            model.append(part)
        }
        steps.append("var draft = try RowSectionsDraft((\(model) as [PlainSection]).map(\\.section))")
        draft = try RowSectionsDraft(model.map(\.section))
    }

    var snapshot: RowSections { draft.snapshot }

    /// The last edits, to be pasted into a test.
    var story: String { "// seed \(seed)\n" + steps.suffix(60).joined(separator: "\n") }

    mutating func note(_ step: String) {
        steps.append(step)
    }

    /// What the draft says that the model does not; `nil` when they agree.
    func fault() -> String? {
        let snapshot = draft.snapshot
        if snapshot.plain != model { return "the draft holds \(snapshot.plain), the model \(model)" }
        let rows = model.flatMap(\.items)
        if draft.itemCount != rows.count || snapshot.itemCount != rows.count {
            return "itemCount is \(draft.itemCount)"
        }
        if draft.count != model.count { return "count is \(draft.count)" }
        if Array(snapshot.items) != rows { return "items are not the sections' items" }
        for (section, part) in model.enumerated() {
            if draft.sectionPosition(of: part.header.id) != section { return "sectionPosition(of: \(part.header.id))" }
            if snapshot.sectionPosition(of: part.header.id) != section { return "the snapshot's sectionPosition" }
            for (item, row) in part.items.enumerated() {
                let path = ItemPath(section: section, item: item)
                if draft.path(of: row.id) != path {
                    return "path(of: \(row.id)) is \(String(describing: draft.path(of: row.id)))"
                }
                if draft[path] != row || draft[id: row.id] != row { return "the item at \(path)" }
            }
        }
        let known = Set(rows.map(\.id))
        for id in 0..<nextItem where draft.contains(id: id) != known.contains(id) { return "contains(id: \(id))" }
        for id in 0..<nextSection where draft.contains(sectionID: id) != model.contains(where: { $0.header.id == id }) {
            return "contains(sectionID: \(id))"
        }
        return nil
    }

    /// Makes edits in a transaction that stays, or in one that is taken back.
    mutating func transact(keeping: Bool) throws {
        struct TakenBack: Error {}
        let before = model
        note(keeping ? "try draft.transaction { draft in" : "try? draft.transaction { draft in")
        var live = RowSectionsDraft()
        swap(&live, &draft)
        do {
            try live.transaction { live in
                swap(&live, &draft)
                defer { swap(&live, &draft) }
                for _ in 0..<(1 + random.below(12)) { try edit() }
                if !keeping { throw TakenBack() }
            }
            note("}")
        } catch is TakenBack {
            note("throw CancellationError() }")
            model = before
        }
        swap(&live, &draft)
    }

    // MARK: Material

    mutating func freshRows(_ count: Int) -> [Row] {
        defer { nextItem += count }
        return (0..<count).map { Row(nextItem + $0) }
    }

    mutating func freshSection() -> PlainSection {
        let count = random.below(4) == 0 ? random.below(80) : random.below(6)
        nextSection += 1
        return PlainSection(nextSection - 1, freshRows(count))
    }

    /// A path of an item, whatever its section; `nil` when there is none.
    mutating func somePath() -> ItemPath? {
        let filled = model.indices.filter { !model[$0].items.isEmpty }
        guard !filled.isEmpty else { return nil }
        let section = filled[random.below(filled.count)]
        return ItemPath(section: section, item: random.below(model[section].items.count))
    }

    /// A section's number; `nil` when there is none.
    mutating func someSection() -> Int? {
        model.isEmpty ? nil : random.below(model.count)
    }
}

extension [PlainSection] {
    subscript(path: ItemPath) -> Row {
        get { self[path.section].items[path.item] }
        set { self[path.section].items[path.item] = newValue }
    }

    mutating func remove(at path: ItemPath) -> Row {
        self[path.section].items.remove(at: path.item)
    }

    mutating func insert(_ row: Row, at path: ItemPath) {
        self[path.section].items.insert(row, at: path.item)
    }
}
