import DataSources
import DataSourcesTesting
import DataSourcesViews
import Testing

struct EditingTests {
    private let source: ListSource<Card>

    init() throws {
        source = try ListSource((0..<6).map { Card($0) })
    }

    private struct Refused: Error {}

    @Test func `an edit of a filtered list is made in the list behind it, beside the same neighbours`() async throws {
        let even = source.filter { $0.id % 2 == 0 }
        let screen = await Screen(derived: even, editing: source)
        await screen.attach()
        try await screen.move(0, to: 1)
        #expect(source.snapshot.map(\.id) == [1, 2, 0, 3, 4, 5])
        try await screen.perform { try await $0.insert(Card(8), at: 3) }
        #expect(source.snapshot.map(\.id) == [1, 2, 0, 3, 4, 8, 5])
        try await screen.perform { try await $0.remove(2) }
        #expect(await screen.read { _, display in display.items.map(\.id) } == [0, 4, 8])
        #expect(await screen.faults == [])
    }

    @Test func `a presentation made in asynchronous code makes edits in its source too`() async throws {
        let presentation = Presentation(of: source)
        try await presentation.move(0, to: 2)
        #expect(source.snapshot.map(\.id) == [1, 2, 0, 3, 4, 5])
        #expect(presentation.snapshot.map(\.id) == [1, 2, 0, 3, 4, 5])
    }

    @Test func `a source that cannot be edited says so, and the display goes back`() async throws {
        let screen = await Screen(derived: source.filter { _ in true })
        await screen.attach()
        await #expect(throws: PresentationError.notEditable) { try await screen.move(0, to: 1) }
        await #expect(throws: PresentationError.notEditable) { try await screen.drag(from: 0, to: 1) }
        #expect(await screen.read { _, display in display.items.map(\.id) } == [0, 1, 2, 3, 4, 5])
        #expect(await screen.read { presentation, _ in presentation.snapshot.map(\.id) } == [0, 1, 2, 3, 4, 5])
    }

    @Test func `an edit that the source refuses is undone on the screen`() async throws {
        let screen = Screen(of: source)
        await screen.attach()
        await #expect(throws: Refused.self) { try await screen.drag(from: 0, to: 5) { throw Refused() } }
        #expect(await screen.read { _, display in display.items.map(\.id) } == [0, 1, 2, 3, 4, 5])
        // The drag was not told, its undoing is.
        #expect(await screen.read { _, display in display.batches.count } == 1)
    }

    @Test func `positions and items that are not there are refused`() async throws {
        let screen = Screen(of: source)
        await screen.attach()
        for (id, position) in [(0, 6), (0, -1), (9, 0)] {
            await #expect(throws: PresentationError.noPlace) { try await screen.move(id, to: position) }
        }
        await #expect(throws: PresentationError.noPlace) { try await screen.drag(from: 6, to: 0) }
        await #expect(throws: PresentationError.noPlace) { try await screen.swipe(at: -1) }
        await #expect(throws: PresentationError.noPlace) {
            try await screen.perform { try await $0.insert(Card(9), at: 7) }
        }
        await #expect(throws: PresentationError.noPlace) {
            try await screen.perform { try await $0.insert(Card(0), at: 0) }
        }
        await #expect(throws: PresentationError.noPlace) { try await screen.perform { try await $0.update(Card(9)) } }
        #expect(source.snapshot.version?.number == 1)
    }

    @Test func `a proposal that is dropped is undone with the next update, and a second commit only runs its body`()
        async throws
    {
        let screen = Screen(of: source)
        await screen.attach()
        try await screen.perform { presentation in
            _ = try presentation.displayMoved(from: 0, to: 5)
        }
        #expect(await screen.read { presentation, _ in presentation.snapshot.map(\.id) } == [1, 2, 3, 4, 5, 0])
        try await screen.perform { presentation in
            let proposal = try presentation.displayMoved(from: 0, to: 0)
            await proposal.withdraw()
            #expect(try await proposal.commit { 7 } == 7)
        }
        #expect(await screen.read { presentation, _ in presentation.snapshot.map(\.id) } == [0, 1, 2, 3, 4, 5])
    }

    @Test func `a place is found again by its neighbours`() throws {
        let list = try ListSnapshot((0..<6).map { Card($0) })
        let place = try #require(list.place(at: 2, movingFrom: 4))
        #expect(place == ItemPlace(section: nil, previous: 1, next: 2))
        func moved(_ ids: [Int]) throws -> [Int]? {
            try ListSnapshot(ids.map { Card($0) }).making(.move(4, place))?.map(\.id)
        }
        #expect(try moved([0, 1, 2, 3, 4, 5]) == [0, 1, 4, 2, 3, 5])
        #expect(try moved([4, 0, 1, 2]) == [0, 1, 4, 2])
        // Between the two already.
        #expect(try moved([1, 7, 4, 8, 2]) == [1, 7, 4, 8, 2])
        #expect(try moved([2, 3, 4]) == [4, 2, 3])
        #expect(try moved([3, 1, 4]) == [3, 1, 4])
        #expect(try moved([3, 4]) == nil)
        #expect(try moved([1, 2]) == nil)
        let (first, last) = (list.place(at: 0, movingFrom: 4), list.place(at: 5, movingFrom: 4))
        #expect(first == ItemPlace(previous: nil, next: 0) && last == ItemPlace(previous: 5, next: nil))
        #expect(try ListSnapshot([Card(8), Card(4)]).making(.move(4, first!))?.map(\.id) == [4, 8])
        #expect(try ListSnapshot([Card(4), Card(8)]).making(.move(4, last!))?.map(\.id) == [8, 4])
    }

    @Test func `in sections, a place is in its section`() async throws {
        let board = try SectionedSource([
            ItemSection(Column(id: "a"), items: [Card(0), Card(1)]), ItemSection(Column(id: "b"), items: [Card(2)]),
        ])
        let screen = Screen(of: board)
        await screen.attach()
        try await screen.drag(from: ItemPath(section: 0, item: 0), to: ItemPath(section: 1, item: 1))
        #expect(board.snapshot.map { $0.items.map(\.id) } == [[1], [2, 0]])
        try await screen.move(2, to: ItemPath(section: 0, item: 0))
        #expect(board.snapshot.map { $0.items.map(\.id) } == [[2, 1], [0]])
        let place = ItemPlace<Int, String>(section: "b", previous: 0, next: nil)
        try await board.removeSection(id: "b")
        await #expect(throws: EditError.self) { try await board.make(.move(2, place)) }
        #expect(board.snapshot.making(.move(2, place)) == nil)
    }
}
