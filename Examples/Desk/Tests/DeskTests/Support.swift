import DataSources

@testable import Desk
@testable import GtkDisplays

/// The header of a section.
struct Heading: Identifiable, Equatable, Sendable {
    let id: Int
}

extension ListSnapshot {
    init(_ draft: consuming ListDraft<Item>) { self = draft.snapshot }

    func edited(_ body: (inout ListDraft<Item>) throws -> Void) throws -> ListSnapshot {
        var draft = try ListDraft(self)
        try body(&draft)
        return draft.snapshot
    }
}

extension ListSnapshot<Ticket> {
    static func random(using random: inout SplitMix) throws -> ListSnapshot {
        ListSnapshot(try ListDraft(Ticket.samples(Int.random(in: 0..<40, using: &random)).shuffled(using: &random)))
    }

    func edited(using random: inout SplitMix) throws -> ListSnapshot {
        let edits = Int.random(in: 1..<12, using: &random)
        return try edited { draft in
            for edit in 0..<edits {
                let ticket = Ticket.sample(id: 1_000 + edit, using: &random)
                try draft.makeRandomEdit(adding: ticket, using: &random)
            }
        }
    }
}

extension SectionedSnapshot<Heading, Ticket> {
    init(_ draft: consuming SectionedDraft<Heading, Ticket>) { self = draft.snapshot }

    /// Two states with any items in any sections.
    static func randomPair(using random: inout SplitMix) throws -> (SectionedSnapshot, SectionedSnapshot) {
        func state() throws -> SectionedSnapshot {
            let headings = (0..<5).shuffled(using: &random).prefix(Int.random(in: 0...5, using: &random))
            var sections = headings.map { ItemSection<Heading, Ticket>(Heading(id: $0)) }
            if sections.isEmpty { return SectionedSnapshot() }
            var members = [[Ticket]](repeating: [], count: sections.count)
            for id in (1..<20).shuffled(using: &random) where Int.random(in: 0..<4, using: &random) > 0 {
                let title = Bool.random(using: &random) ? "one" : "two"
                members[Int.random(in: 0..<members.count, using: &random)].append(Ticket(id: id, title: title))
            }
            for (index, items) in members.enumerated() { sections[index].items = ListSnapshot(try ListDraft(items)) }
            return try SectionedSnapshot(SectionedDraft(sections))
        }
        let before = try state()
        // Half of the time few things change.
        if Bool.random(using: &random) { return (before, try state()) }
        var draft = try SectionedDraft(before)
        for _ in 0..<Int.random(in: 1..<4, using: &random) {
            let section = draft.snapshot.isEmpty ? 0 : Int.random(in: 0..<draft.snapshot.count, using: &random)
            guard let id = draft.snapshot[section: section]?.id else { break }
            switch Int.random(in: 0..<4, using: &random) {
            case 0: try draft.moveSection(id: id, to: Int.random(in: 0..<draft.snapshot.count, using: &random))
            case 1: try draft.removeSection(id: id)
            default:
                guard let item = draft.snapshot.items.randomElement(using: &random) else { break }
                try draft.moveItem(id: item.id, toSection: id, at: 0)
            }
        }
        return (before, draft.snapshot)
    }
}

extension RowScript {
    /// What a list finds wrong that follows the signals, and reads all rows after each.
    func faults() -> [String] {
        var faults: [String] = []
        var ids = (0..<before.count).compactMap { before[$0]?.id }
        for (number, signal) in signals.enumerated() {
            let readable = (0..<signal.count).compactMap { row(at: $0, signal)?.id }
            if readable.count != signal.count { faults.append("signal \(number): rows cannot be read") }
            guard signal.position >= 0, signal.position + signal.removed <= ids.count,
                signal.position + signal.added <= readable.count
            else { return faults + ["signal \(number) is out of bounds"] }
            ids.replaceSubrange(
                signal.position..<signal.position + signal.removed,
                with: readable[signal.position..<signal.position + signal.added])
            if ids != readable { faults.append("signal \(number) leads elsewhere") }
            if Set(ids).count != ids.count { faults.append("signal \(number): a row is there twice") }
        }
        let expected = (0..<after.count).compactMap { after[$0] }
        if ids != expected.map(\.id) { faults.append("the signals lead to \(ids)") }
        // Rows that stay have their new content only if it is listed.
        let old = Dictionary(uniqueKeysWithValues: (0..<before.count).compactMap { before[$0] }.map { ($0.id, $0) })
        for row in expected where old[row.id].map({ $0 != row }) == true && updated[row.id] != row {
            faults.append("new content of \(row.id) is missing")
        }
        let new = Set(expected.map(\.id))
        if Set(deleted) != Set(old.keys.filter { !new.contains($0) && isItem($0) }) {
            faults.append("deleted: \(deleted)")
        }
        if Set(inserted) != new.filter({ old[$0] == nil && isItem($0) }) { faults.append("inserted: \(inserted)") }
        return faults
    }

    private func isItem(_ id: Rows.Row.ID) -> Bool {
        if case .header? = id as? SectionRow<Heading, Ticket>.ID { false } else { true }
    }

    private func row(at position: Int, _ signal: Signal) -> Rows.Row? {
        guard let piece = signal.pieces.last(where: { $0.start <= position }) else { return nil }
        return (piece.isAfter ? after : before)[piece.offset + position - piece.start]
    }
}
