import DataSources
import Testing

struct SectionedSourceFollowTests {
    private typealias State = [ItemSection<Row, Row>]
    private let source: SectionedSource<Row, Row>

    init() throws {
        source = try SectionedSource([ItemSection(Row(1), items: [Row(10)])])
    }

    private func stream<Element: Sendable>(_ elements: [Element]) -> AsyncStream<Element> {
        AsyncStream { continuation in
            for element in elements { continuation.yield(element) }
            continuation.finish()
        }
    }

    @Test func `whole states: an item that changes section is one move`() async throws {
        let subscription = source.subscribe()
        let state = [ItemSection(Row(1), items: [Row]()), ItemSection(Row(2), items: [Row(10)])]
        try await source.follow(stream([state]))
        let update = try #require(await subscription.next())
        #expect(update.changes.moves.count == 1 && update.changes.sections.insertions == [1])
        #expect(update.changes.count == 2)
    }

    @Test func `edits and batches`() async throws {
        try await source.follow(stream([.upsertItem(Row(11), inSection: 1), .removeItemID(10)]))
        #expect(source.snapshot.version?.number == 3)
        let batch: [SectionedEdit<Row, Row>] = [.updateSection(Row(1, 5), at: 0), .upsertItem(Row(12), inSection: 1)]
        try await source.follow(stream([batch]))
        #expect(source.snapshot.map { $0 } == [ItemSection(Row(1, 5), items: [Row(11), Row(12)])])
        #expect(source.snapshot.version?.number == 4)
    }

    @Test func `law 10: a state with an id in two sections is refused, and the last good one stays`() async throws {
        let states: [State] = [
            [ItemSection(Row(1), items: [Row(3)])],
            [ItemSection(Row(1), items: [Row(3)]), ItemSection(Row(2), items: [Row(3)])],
        ]
        await #expect { try await source.follow(stream(states)) } throws: { ($0 as? EditError)?.ids == [AnyID(3)] }
        #expect(source.snapshot.map { $0 } == states[0])
        #expect(await source.path(of: 3) == ItemPath(section: 0, item: 0))
    }

    @Test func `law 10: a state with a section that is there twice is refused`() async throws {
        let states: [State] = [[ItemSection(Row(1)), ItemSection(Row(2)), ItemSection(Row(2)), ItemSection(Row(1))]]
        await #expect { try await source.follow(stream(states)) } throws: {
            ($0 as? EditError)?.code == .duplicateSection && ($0 as? EditError)?.ids.count == 2
        }
        #expect(source.snapshot.itemCount == 1)
    }
}
