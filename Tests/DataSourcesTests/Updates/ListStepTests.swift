import DataSources
import DataSourcesTesting
import Testing

struct ListStepTests {
    static let rows = [Row(0), Row(1), Row(2)]
    static let steps: [ListStep<Row>] = [
        .insert(Row(9), at: 3), .remove(at: 0), .move(from: 0, to: 2), .move(from: 1, to: 1), .update(Row(1, 5), at: 1),
        .insert(Row(9), at: 4), .insert(Row(9), at: -1), .remove(at: 3), .remove(at: .min), .move(from: 0, to: 3),
        .move(from: .max, to: 0), .update(Row(0), at: 3), .update(Row(0), at: 1),
    ]

    @Test(arguments: steps)
    func `a step is the same edit for a draft, an array and a snapshot, or the same error`(step: ListStep<Row>) throws {
        var draft = try ListDraft(Self.rows)
        let result = Outcome { () throws(EditError) in try draft.apply(step) }
        var rows = Self.rows
        #expect(Outcome { () throws(EditError) in try step.apply(to: &rows) } == result)
        #expect(rows == Array(draft.snapshot))
        let before = try ListSnapshot(Self.rows)
        var after = before
        #expect(Outcome { () throws(EditError) in after = try before.applying(step) } == result)
        #expect(after == draft.snapshot)
        #expect(Array(before) == Self.rows)
        var edited = try ListDraft(Self.rows)
        #expect(Outcome { () throws(EditError) in try edited.apply(ListEdit(step)) } == result)
        #expect(edited.snapshot == draft.snapshot)
    }

    @Test func `a step does not look for the id in an array, but in a snapshot`() throws {
        var rows = Self.rows
        let step = ListStep.insert(Row(1, 7), at: 0)
        try step.apply(to: &rows)
        #expect(rows == [Row(1, 7), Row(0), Row(1), Row(2)])
        try expectEditError(.duplicateItem, ids: [1], sourceLocation: #_sourceLocation) {
            _ = try ListSnapshot(Self.rows).applying(step)
        }
    }

    @Test(arguments: steps)
    func `a step is the same after it has been written and read, also as an edit`(step: ListStep<Row>) throws {
        #expect(try JSON.roundTrip(step) == step)
        #expect(try JSON(step).read(ListEdit<Row>.self) == ListEdit(step))
    }

    @Test func `the oracle replays steps as edits`() throws {
        let (before, after) = (try ListSnapshot(Self.rows), try ListSnapshot([Row(3), Row(1, 4), Row(0)]))
        let update = try #require(Update(from: before, to: after))
        expectMatchesOracle(after, replaying: update.steps.map(ListSnapshot<Row>.edit), onto: before)
    }
}

/// What came of an edit.
enum Outcome: Equatable {
    case made
    case refused(EditError.Code)

    init(_ body: () throws(EditError) -> Void) {
        do {
            try body()
            self = .made
        } catch {
            self = .refused(error.code)
        }
    }
}
