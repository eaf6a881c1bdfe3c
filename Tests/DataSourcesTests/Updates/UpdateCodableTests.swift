import DataSources
import Testing

struct UpdateCodableTests {
    typealias ListUpdate = Update<ListSnapshot<Row>>
    typealias SectionedUpdate = Update<RowSections>

    // MARK: Round trips

    @Test func `an update of a list is the same after it has been written and read`() throws {
        let before = try ListSnapshot([Row(0), Row(1), Row(2), Row(3)])
        let after = try ListSnapshot([Row(3, 1), Row(0), Row(4), Row(2)])
        let update = try #require(Update(from: before, to: after))
        #expect(try JSON.roundTrip(update) == update)
    }

    @Test func `an update of sections is the same after it has been written and read`() throws {
        let before = try SectionedSnapshot([
            ItemSection(Heading(0), items: [Row(0), Row(1)]), ItemSection(Heading(1), items: [Row(2)]),
            ItemSection(Heading(2)),
        ])
        let after = try SectionedSnapshot([
            ItemSection(Heading(2, 1), items: [Row(2, 1)]), ItemSection(Heading(0), items: [Row(1), Row(3)]),
            ItemSection(Heading(3)),
        ])
        let update = try #require(Update(from: before, to: after))
        #expect(try JSON.roundTrip(update) == update)
        for stage in update.stages { #expect(try JSON.roundTrip(stage) == stage) }
        #expect(try JSON.roundTrip(update.inverted) == update.inverted)
    }

    @Test func `the form on the wire is before, after and runs of changes`() throws {
        let update = try #require(
            Update(from: try ListSnapshot([Row(0)]), to: try ListSnapshot([Row(0), Row(1), Row(2)])))
        let expected = """
            {"before": [{"id": 0, "value": 0}],
             "after": [{"id": 0, "value": 0}, {"id": 1, "value": 0}, {"id": 2, "value": 0}],
             "changes": {"deletions": [], "insertions": [{"first": 1, "count": 2}], "moves": [], "updates": []}}
            """
        #expect(try JSON(update) == JSON.read(JSON.self, expected))
        #expect(try JSON.read(ListUpdate.self, expected) == update)
    }

    @Test(arguments: [
        ListEdit.insert(Row(1, 2), at: 3), .remove(at: 0), .move(from: 1, to: 2), .update(Row(1), at: 1),
        .upsert(Row(4)), .removeID(5),
    ])
    func `an edit of a list is the same after it has been written and read`(edit: ListEdit<Row>) throws {
        #expect(try JSON.roundTrip(edit) == edit)
    }

    static let edits: [SectionedEdit<Heading, Row>] = [
        .insertSection(ItemSection(Heading(1, 2), items: [Row(1)]), at: 0), .removeSection(at: 1),
        .moveSection(from: 0, to: 1), .updateSection(Heading(1), at: 0), .insertItem(Row(1), at: path),
        .removeItem(at: path), .moveItem(from: path, to: path), .updateItem(Row(1), at: path),
        .upsertItem(Row(1), inSection: 3), .removeItemID(2),
    ]
    static let path = ItemPath(section: 2, item: 1)

    @Test(arguments: edits.indices)
    func `an edit of sections is the same after it has been written and read`(index: Int) throws {
        #expect(try JSON.roundTrip(Self.edits[index]) == Self.edits[index])
    }

    @Test func `a section to be inserted with one id twice is refused`() throws {
        let text =
            #"{"insertSection": {"_0": {"header": {"id": 1, "title": 0}, "items": ["#
            + #"{"id": 1, "value": 0}, {"id": 1, "value": 0}]}, "at": 0}}"#
        #expect(throws: DecodingError.self) { try JSON.read(SectionedEdit<Heading, Row>.self, text) }
    }

    @Test func `versions and paths are the same after they have been written and read`() throws {
        let version = Version(epoch: .max, number: .max - 1)
        #expect(try JSON.roundTrip(version) == version)
        #expect(try JSON.roundTrip(Self.path) == Self.path)
        #expect(throws: DecodingError.self) { try JSON.read(Version.self, #"{"epoch": -1, "number": 0}"#) }
        #expect(throws: DecodingError.self) { try JSON.read(ItemPath.self, #"{"section": 1}"#) }
    }

    // MARK: Refusals

    /// The truth is that row 1 of three goes and row 2 moves before row 0.
    static let lies: [(String, Changes<Int>)] = [
        ("nothing", Changes()),
        ("no deletion", Changes(moves: [(2, 0)])),
        ("no move", Changes(deletions: [1])),
        ("the wrong move", Changes(deletions: [1], moves: [(2, 1)])),
        ("the wrong deletion", Changes(deletions: [0], moves: [(2, 0)])),
        ("an update of an equal row", Changes(deletions: [1], moves: [(2, 0)], updates: [(0, 1)])),
        ("a row that stays removed and inserted", Changes(deletions: [1, 2], insertions: [0])),
        ("more moves than needed", Changes(deletions: [1], moves: [(2, 0), (0, 1)])),
        ("a deletion beyond the end", Changes(deletions: [1, 9], moves: [(2, 0)])),
        ("a move from below zero", Changes(deletions: [1], moves: [(-2, 0)])),
        ("a move from beyond the end", Changes(deletions: [1], moves: [(.max - 1, 0)])),
        ("a move to beyond the end", Changes(deletions: [1], moves: [(2, 7)])),
    ]

    @Test(arguments: lies.indices)
    func `changes that do not lead from before to after are refused`(index: Int) throws {
        let (before, after) = (try ListSnapshot([Row(0), Row(1), Row(2)]), try ListSnapshot([Row(2), Row(0)]))
        func json(_ changes: Changes<Int>) throws -> JSON {
            .object(["before": try JSON(before), "after": try JSON(after), "changes": try JSON(changes)])
        }
        #expect(throws: DecodingError.self, "\(Self.lies[index].0)") {
            try json(Self.lies[index].1).read(ListUpdate.self)
        }
        // The truth is read, and so is the other choice of what moves.
        let truth = try #require(Update(from: before, to: after))
        #expect(try json(truth.changes).read(ListUpdate.self) == truth)
        for moves in [[(2, 0)], [(0, 1)]] {
            #expect(throws: Never.self) { try json(Changes(deletions: [1], moves: moves)).read(ListUpdate.self) }
        }
    }

    @Test(arguments: [
        #""insertions": [{"first": 2, "count": 2147483647}]"#, #""deletions": [{"first": 0}]"#, #""x": 1"#,
    ])
    func `changes of absurd length or without their parts are refused`(part: String) throws {
        let text =
            #"{"before": [], "after": [{"id": 0, "value": 0}], "changes": {\#(part), "moves": [], "updates": []}}"#
        #expect(throws: DecodingError.self) { try JSON.read(ListUpdate.self, text) }
        let long = #""insertions": [{"first": 0, "count": 2147483647}], "deletions": [], "moves": [], "updates": []"#
        let other = #"{"before": [], "after": [{"id": 0, "value": 0}], "changes": {\#(long)}}"#
        #expect(throws: DecodingError.self) { try JSON.read(ListUpdate.self, other) }
    }

    static let sectionedLies: [(String, SectionedChanges)] = [
        (
            "a section that stays is removed and inserted",
            SectionedChanges(sections: Changes(deletions: [0], insertions: [0]))
        ),
        (
            "a row is inserted in a section that is not there",
            lie(insertions: [ItemPath(section: 0, item: 0), ItemPath(section: 9, item: 0)])
        ),
        (
            "a row is removed below zero",
            lie(deletions: [ItemPath(section: 0, item: 0), ItemPath(section: -1, item: 0)])
        ),
        (
            "a row is moved to where nothing is",
            lie(moves: [.init(before: .init(section: 0, item: 0), after: .init(section: 7, item: 7))])
        ),
        ("two thousand million rows are removed", lie(deletions: .init((0..<3).map { .init(section: 0, item: $0) }))),
    ]

    static func lie(
        deletions: PositionSet<ItemPath> = [ItemPath(section: 0, item: 0)],
        insertions: PositionSet<ItemPath> = [ItemPath(section: 0, item: 0)],
        moves: [PositionPair<ItemPath>] = []
    ) -> SectionedChanges {
        SectionedChanges(items: Changes(deletions: deletions, insertions: insertions, moves: PositionPairs(moves)))
    }

    @Test(arguments: sectionedLies.indices)
    func `changes of sections that do not lead from before to after are refused`(index: Int) throws {
        let before = try SectionedSnapshot([ItemSection(Heading(0), items: [Row(0)])])
        let after = try SectionedSnapshot([ItemSection(Heading(0), items: [Row(1)])])
        let truth = try JSON(#require(Update(from: before, to: after)))
        guard case .object(var parts) = truth else { return }
        parts["changes"] = try JSON(Self.sectionedLies[index].1)
        #expect(throws: DecodingError.self, "\(Self.sectionedLies[index].0)") {
            try JSON.object(parts).read(SectionedUpdate.self)
        }
        parts["changes"] = try JSON(Self.lie())
        #expect(throws: Never.self) { try JSON.object(parts).read(SectionedUpdate.self) }
    }

    @Test func `a row moved into an inserted section from the place of another is refused`() throws {
        let before = try SectionedSnapshot([ItemSection(Heading(0), items: [Row(0), Row(1)])])
        let after = try SectionedSnapshot([ItemSection(Heading(1), items: [Row(1)])])
        let sections = Changes<Int>(deletions: [0], insertions: [0])
        func changes(from item: Int) -> SectionedChanges {
            let path = ItemPath(section: 0, item: item)
            let pair = PositionPair(before: path, after: ItemPath(section: 0, item: 0))
            return SectionedChanges(sections: sections, items: Changes(moves: PositionPairs([pair])))
        }
        let parts = ["before": try JSON(before), "after": try JSON(after)]
        let truth = parts.merging(["changes": try JSON(changes(from: 1))]) { $1 }
        #expect(try JSON.object(truth).read(SectionedUpdate.self) == Update(from: before, to: after))
        for item in [0, 5] {
            let lie = parts.merging(["changes": try JSON(changes(from: item))]) { $1 }
            #expect(throws: DecodingError.self, "\(item)") { try JSON.object(lie).read(SectionedUpdate.self) }
        }
    }

    @Test func `an update that keeps back what went from a deleted section to an inserted one is refused`() throws {
        let stays = ItemSection(Heading(1), items: [Row(1), Row(2)])
        let before = try SectionedSnapshot([ItemSection(Heading(0), items: [Row(0)]), stays])
        let after = try SectionedSnapshot([ItemSection(Heading(2), items: [Row(0)]), stays])
        func json(movesInSection section: Int) throws -> JSON {
            let path = ItemPath(section: section, item: 0)
            let moves = PositionPairs([PositionPair(before: path, after: path)])
            let changes = SectionedChanges(
                sections: Changes(deletions: [0], insertions: [0]), items: Changes(moves: moves))
            return .object(["before": try JSON(before), "after": try JSON(after), "changes": try JSON(changes)])
        }
        #expect(try json(movesInSection: 0).read(SectionedUpdate.self) == Update(from: before, to: after))
        // As many moves as there are; the one that is missing would make the steps insert row 0 twice.
        #expect(throws: DecodingError.self) { try json(movesInSection: 1).read(SectionedUpdate.self) }
    }
}

extension Changes<Int> {
    init(
        deletions: PositionSet<Int> = [],
        insertions: PositionSet<Int> = [],
        moves: [(Int, Int)],
        updates: [(Int, Int)] = []
    ) {
        func pairs(_ list: [(Int, Int)]) -> PositionPairs<Int> {
            PositionPairs(list.map { PositionPair(before: $0.0, after: $0.1) })
        }
        self.init(deletions: deletions, insertions: insertions, moves: pairs(moves), updates: pairs(updates))
    }
}
