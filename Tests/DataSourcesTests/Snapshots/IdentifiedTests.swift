import DataSources
import Testing

/// Items that are not `Identifiable` get their identity from a key path.
struct IdentifiedTests {
    private struct Volume: Hashable, Sendable {
        var isbn: String
        var title: String
    }

    private let emma = Volume(isbn: "1", title: "Emma")
    private let dune = Volume(isbn: "2", title: "Dune")

    @Test func `a source of values: edits by id, in place, as a whole`() async throws {
        let library = try ListSource([emma, dune], id: \.isbn)
        #expect(library.snapshot[0]?.title == "Emma" && library.snapshot.map(\.value) == [emma, dune])
        try await library.update(id: "2") { $0.title = "Dune Messiah" }
        #expect(library.snapshot[id: "2"]?.title == "Dune Messiah")
        try await library.upsert(Identified(Volume(isbn: "3", title: "Ulysses"), id: \.isbn))
        let subscription = library.subscribe()
        try await library.replaceAll(with: [dune, emma].identified(by: \.isbn))
        let changes = await subscription.next()?.changes
        #expect(changes?.deletions.count == 1 && changes?.moves.count == 1 && changes?.updates.count == 1)
        #expect(try ListSnapshot([dune, emma], id: \.isbn) == library.snapshot)
    }

    @Test func `law 10: an id that occurs twice is refused`() throws {
        let twice = [emma, dune, Volume(isbn: "1", title: "")]
        for attempt in 0..<3 {
            let error = #expect(throws: EditError.self) {
                switch attempt {
                case 0: _ = try ListSource(twice, id: \.isbn)
                case 1: _ = try ListSnapshot(twice, id: \.isbn)
                default: _ = try ListDraft(twice, id: \.isbn)
                }
            }
            #expect(error?.code == .duplicateItem && error?.ids == [AnyID("1")])
        }
    }

    @Test func `an update that changes the identifying property is refused`() throws {
        var draft = try ListDraft([emma, dune], id: \.isbn)
        let error = #expect(throws: EditError.self) { try draft.update(id: "1") { $0.isbn = "3" } }
        #expect(error?.code == .identityChanged && error?.ids == [AnyID("1"), AnyID("3")])
        let whole = #expect(throws: EditError.self) { try draft.update(at: 1) { $0.value = emma } }
        #expect(whole?.code == .identityChanged)
        #expect(draft.map(\.value) == [emma, dune])
    }

    @Test func `two are equal if their values are`() {
        let (left, right) = (Identified(emma, id: \.isbn), Identified(emma, id: \.title))
        #expect(left == right && left.hashValue == right.hashValue && left.id != right.id)
        #expect(left != Identified(dune, id: \.isbn) && "\(left)" == "\(emma)")
    }
}
