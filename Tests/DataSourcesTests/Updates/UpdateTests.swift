import DataSources
import Testing

struct UpdateTests {
    let before: ListSnapshot<Row>
    let after: ListSnapshot<Row>
    let update: Update<ListSnapshot<Row>>

    init() throws {
        before = try ListSnapshot([Row(0), Row(1), Row(2), Row(3)])
        after = try ListSnapshot([Row(3), Row(0, 1), Row(4), Row(2)])
        update = try #require(Update(from: before, to: after))
    }

    @Test func `there is no update between equal snapshots`() throws {
        #expect(Update(from: before, to: before) == nil, "law 3")
        #expect(Update(from: before, to: try ListSnapshot(Array(before))) == nil, "law 3")
    }

    @Test func `an order-only change is not empty`() throws {
        #expect(Update(from: before, to: try ListSnapshot(before.reversed())) != nil, "law 3")
    }

    @Test func `applied to the state before it gives the state after`() throws {
        #expect(try update.applied(to: before) == after)
        #expect(try update.applied(to: try ListSnapshot(Array(before))) == after)
        #expect(try update.inverted.applied(to: after) == before)
    }

    @Test func `applied to another state it throws`() throws {
        #expect(code { _ = try update.applied(to: after) } == .baseMismatch)
        #expect(code { _ = try update.applied(to: ListSnapshot()) } == .baseMismatch)
    }

    @Test func `an update that does not start where the other ends is a gap`() {
        #expect(code { _ = try update.followed(by: update) } == .gap)
    }

    @Test func `there and back again is nothing`() throws {
        #expect(try update.followed(by: update.inverted) == nil, "law 4")
    }

    @Test func `it brings an array from before to after`() throws {
        var rows = Array(before)
        try update.apply(to: &rows)
        #expect(rows == Array(after))
        try update.inverted.apply(to: &rows)
        #expect(rows == Array(before))
    }

    @Test func `rows that the update does not speak of stay as the array has them`() throws {
        var rows = Array(before)
        rows[2].value = 9
        try update.apply(to: &rows)
        #expect(rows == [Row(3), Row(0, 1), Row(4), Row(2, 9)])
    }

    static let strangers: [(String, [Row])] = [
        ("no rows", []),
        ("a row too few", [Row(0), Row(1), Row(2)]),
        ("a row too many", [Row(0), Row(1), Row(2), Row(3), Row(5)]),
        ("another row where one is updated", [Row(9), Row(1), Row(2), Row(3)]),
        ("another row where one is removed", [Row(0), Row(9), Row(2), Row(3)]),
        ("another row where one is moved", [Row(0), Row(1), Row(2), Row(9)]),
    ]

    @Test(arguments: strangers)
    func `an array that it does not start from is left as it was`(what: String, rows: [Row]) {
        var content = rows
        #expect(code { try update.apply(to: &content) } == .baseMismatch, "\(what)")
        #expect(content == rows, "\(what)")
    }

    @Test func `updates are described by their changes, and by versions if they have any`() async throws {
        #expect(update.description == update.changes.description)
        let source = try ListSource([Row(0)])
        let first = source.snapshot
        try await source.append(Row(1))
        let committed = try #require(Update(from: first, to: source.snapshot))
        #expect(committed.description == "v1 → v2: insertions [1]")
        let fromNothing = try #require(Update(from: ListSnapshot(), to: source.snapshot))
        #expect(fromNothing.description == "– → v2: insertions [0...1]")
    }

    @Test func `versions take no part in equality`() throws {
        let stamped = before.committed(as: Version(epoch: 1, number: 7))
        #expect(Update(from: stamped, to: after) == update)
        #expect(stamped.version == Version(epoch: 1, number: 7))
    }

    @Test func `an error says what was wrong`() {
        let error = UpdateError(code: .gap, message: "nothing fits")
        #expect(error.description == "UpdateError.gap: nothing fits")
        var content = [Row(0)]
        do {
            try update.apply(to: &content)
        } catch {
            #expect(error.message == "the array has 1 items; the update starts from 4")
        }
    }
}

/// The code of the update error that `body` throws.
func code(_ body: () throws -> Void) -> UpdateError.Code? {
    do {
        try body()
        return nil
    } catch {
        return (error as? UpdateError)?.code
    }
}
