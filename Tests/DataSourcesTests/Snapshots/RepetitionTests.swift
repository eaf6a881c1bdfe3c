import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Where ids occur twice, according to errors and to plain arrays.
struct RepetitionTests {
    /// Every list of up to four of the ids 0..<3.
    private static let lists: [[Int]] = (0...4).flatMap { count in
        (0..<count).reduce([[Int]]([[]])) { lists, _ in lists.flatMap { list in (0..<3).map { list + [$0] } } }
    }

    /// The repetitions of ids among the places of a state that was refused.
    private static func repetitions(
        _ ids: [AnyID], in places: [(id: Int, place: EditError.Place)]
    ) -> [EditError.Repetition] {
        ids.prefix(10).map { id in
            let found = places.filter { AnyID($0.id) == id }.map(\.place)
            return EditError.Repetition(id: id, first: found[0], second: found[1])
        }
    }

    private static func places(_ list: [Int]) -> [(id: Int, place: EditError.Place)] {
        list.enumerated().map { ($1, EditError.Place(item: $0)) }
    }

    private static func places(_ sections: [PlainSection]) -> [(id: Int, place: EditError.Place)] {
        sections.enumerated().flatMap { section, part in
            part.items.enumerated().map { ($1.id, EditError.Place(section: section, item: $0)) }
        }
    }

    /// Expects that an edit is refused exactly if ids of the state that it would make are there twice, and where.
    private static func expect(
        _ refused: [(id: Int, place: EditError.Place)], of edit: () throws -> Void,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let isUnique = Set(refused.map(\.id)).count == refused.count
        do {
            try edit()
            if !isUnique { Issue.record("\(refused) was made", sourceLocation: sourceLocation) }
        } catch let error as EditError {
            if isUnique || error.repetitions != repetitions(error.ids, in: refused) {
                Issue.record("\(error) of \(refused): \(error.repetitions)", sourceLocation: sourceLocation)
            }
        } catch {
            Issue.record(error, sourceLocation: sourceLocation)
        }
    }

    @Test func `all small lists: whole ones, insertions, replacements and values of edits`() throws {
        for ids in Self.lists {
            let rows = ids.map { Row($0) }
            Self.expect(Self.places(ids)) { _ = try ListSnapshot(rows) }
            Self.expect(Self.places(ids)) { _ = try ListDraft(rows) }
            Self.expect(Self.places(ids)) {
                var draft = try ListDraft([Row(2), Row(9)])
                try draft.replaceAll(with: rows)
            }
            for list in SmallStates.arrangements(of: 3) {
                let old = list.map { Row($0) }
                for lower in 0...list.count {
                    for upper in lower...list.count {
                        let refused = list[..<lower] + ids + list[upper...]
                        Self.expect(Self.places(Array(refused))) {
                            var draft = try ListDraft(old)
                            try draft.replaceSubrange(lower..<upper, with: rows)
                        }
                    }
                    guard ids.count == 1 else { continue }
                    let refused = Self.places(list[..<lower] + ids + list[lower...])
                    Self.expect(refused) {
                        var draft = try ListDraft(old)
                        try draft.insert(rows[0], at: lower)
                    }
                    Self.expect(refused) { _ = try ListSnapshot(old).applying(.insert(rows[0], at: lower)) }
                }
            }
        }
    }

    @Test func `all small sections: whole ones, insertions, replacements and values of edits`() throws {
        for ids in Self.lists.filter({ $0.count < 4 }) {
            let rows = ids.map { Row($0) }
            for parts in SmallStates.cuts(of: ids, into: 2) {
                let state = parts.enumerated().map { PlainSection($0, $1.map { Row($0) }) }
                Self.expect(Self.places(state)) { _ = try RowSections(state.map(\.section)) }
                Self.expect(Self.places(state)) {
                    var draft = try RowSectionsDraft([ItemSection(Heading(0), items: [Row(5), Row(1)])])
                    try draft.replaceAll(with: state.map(\.section))
                }
            }
            for old in SmallStates.shapes(sections: 2, items: 3) {
                for position in 0...old.count {
                    var refused = old
                    refused.insert(PlainSection(9, rows), at: position)
                    Self.expect(Self.places(refused)) {
                        var draft = try RowSectionsDraft(old.map(\.section))
                        try draft.insertSection(refused[position].section, at: position)
                    }
                    Self.expect(Self.places(refused)) {
                        let edit = SectionedEdit.insertSection(refused[position].section, at: position)
                        _ = try RowSections(plain: old).applying(edit)
                    }
                }
                for section in old.indices {
                    let count = old[section].items.count
                    for lower in 0...count {
                        for upper in lower...count {
                            var refused = old
                            refused[section].items.replaceSubrange(lower..<upper, with: rows)
                            Self.expect(Self.places(refused)) {
                                var draft = try RowSectionsDraft(old.map(\.section))
                                try draft.replaceItems(lower..<upper, inSection: section, with: rows)
                            }
                        }
                        guard ids.count == 1 else { continue }
                        var refused = old
                        refused[section].items.insert(rows[0], at: lower)
                        let path = ItemPath(section: section, item: lower)
                        Self.expect(Self.places(refused)) {
                            var draft = try RowSectionsDraft(old.map(\.section))
                            try draft.insertItem(rows[0], at: path)
                        }
                        Self.expect(Self.places(refused)) {
                            _ = try RowSections(plain: old).applying(.insertItem(rows[0], at: path))
                        }
                    }
                    var refused = old
                    refused[section].items = rows
                    Self.expect(Self.places(refused)) {
                        var draft = try RowSectionsDraft(old.map(\.section))
                        try draft.replaceItems(inSection: section, with: rows)
                    }
                }
            }
        }
    }

    @Test func `sections that are there twice`() throws {
        var draft = try RowSectionsDraft([ItemSection(Heading(0)), ItemSection(Heading(1))])
        func places(_ ids: [Int]) -> [(id: Int, place: EditError.Place)] {
            ids.enumerated().map { ($1, EditError.Place(section: $0)) }
        }
        Self.expect(places([0, 0, 1])) { try draft.insertSection(ItemSection(Heading(0)), at: 1) }
        Self.expect(places([0, 1, 0])) { try draft.appendSection(ItemSection(Heading(0))) }
        Self.expect(places([1, 0, 1])) { try draft.insertSection(ItemSection(Heading(1)), at: 0) }
        Self.expect(places([1, 0, 1])) {
            _ = try draft.snapshot.applying(SectionedEdit.insertSection(ItemSection(Heading(1)), at: 0))
        }
        Self.expect(places([3, 2, 3, 2, 3])) {
            try draft.replaceAll(with: [3, 2, 3, 2, 3].map { ItemSection(Heading($0)) })
        }
        #expect(draft.snapshot.map(\.id) == [0, 1])
    }

    @Test func `messages say the places in words`() throws {
        do { _ = try ListSnapshot([Row(4), Row(7), Row(7), Row(4)]) } catch {
            let list = "7 at position 1 and position 2, 4 at position 0 and position 3"
            #expect(error.message == "item ids would be there twice: \(list); an id must be unique in a snapshot")
        }
        let twice = [PlainSection(0, [Row(1)]), PlainSection(1, [Row(2), Row(1)])]
        do { _ = try RowSections(twice.map(\.section)) } catch {
            #expect(error.message.contains("1 at position 0 of section 0 and position 1 of section 1"))
        }
        do { _ = try RowSections([PlainSection(0), PlainSection(0)].map(\.section)) } catch {
            #expect(error.message.contains("section ids would be there twice: 0 at section 0 and section 1;"))
        }
    }

    @Test func `law 18: however many ids are there twice, the places of ten are kept`() throws {
        let rows = (0..<100_000).map { Row($0 / 4) }
        do {
            _ = try ListSnapshot(rows)
            Issue.record("it was made")
        } catch {
            #expect(error.ids.count == 25_000 && error.repetitions.count == 10 && error.message.utf8.count < 1_000)
            #expect(error.message.contains("and 24990 more"))
            #expect(error.repetitions[3].first == EditError.Place(item: 12))
        }
    }
}
