import DataSources
import Testing

struct ListEditTests {
    static let rows = [Row(0), Row(1), Row(2)]

    @Test(arguments: [
        (ListEdit.insert(Row(9), at: 3), [0, 1, 2, 9]), (.remove(at: 0), [1, 2]), (.move(from: 0, to: 2), [1, 2, 0]),
        (.move(from: 1, to: 1), [0, 1, 2]), (.update(Row(1), at: 1), [0, 1, 2]), (.upsert(Row(7)), [0, 1, 2, 7]),
        (.upsert(Row(2)), [0, 1, 2]), (.removeID(1), [0, 2]),
    ])
    func `a draft makes an edit`(edit: ListEdit<Row>, ids: [Int]) throws {
        var draft = try ListDraft(Self.rows)
        try draft.apply(edit)
        #expect(draft.snapshot.map(\.id) == ids)
    }

    @Test func `updates and upserts put the new content in place`() throws {
        var draft = try ListDraft(Self.rows)
        try draft.apply(.update(Row(1, 5), at: 1))
        try draft.apply(.upsert(Row(0, 6)))
        #expect(Array(draft.snapshot) == [Row(0, 6), Row(1, 5), Row(2)])
    }

    @Test(arguments: [
        (ListEdit.insert(Row(9), at: 4), EditError.Code.positionOutOfRange),
        (.insert(Row(9), at: -1), .positionOutOfRange),
        (.insert(Row(1), at: 0), .duplicateItem), (.remove(at: 3), .positionOutOfRange),
        (.remove(at: .min), .positionOutOfRange), (.move(from: 0, to: 3), .positionOutOfRange),
        (.move(from: .max, to: 0), .positionOutOfRange), (.update(Row(0), at: 3), .positionOutOfRange),
        (.update(Row(0), at: 1), .identityChanged), (.removeID(9), .unknownItem),
    ])
    func `an edit that cannot be made throws and changes nothing`(edit: ListEdit<Row>, code: EditError.Code) throws {
        var draft = try ListDraft(Self.rows)
        let before = draft.snapshot
        do {
            try draft.apply(edit)
            Issue.record("law 15: \(edit) was made")
        } catch {
            #expect(error.code == code)
        }
        #expect(draft.snapshot == before)
    }
}
