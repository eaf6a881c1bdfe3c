import DataSources
import DataSourcesWire
import Testing

@testable import RelayFaults

struct NoteTests {
    @Test func `a command is the same one each time it arrives, and is applied once`() async throws {
        let source = try ListSource((0..<3).map { Lane(id: $0) })
        let handler = CommandHandler(for: source)
        await handler.register(Note.self)
        let bytes = Request.command(source: 0, client: "c", Note(lane: 2, number: 1).envelope(of: 0)).bytes
        for _ in 0..<50 {
            guard case .command(_, _, let envelope) = try decoded(Request.self, bytes) else { return }
            guard case .applied = await handler.handle(envelope) else {
                Issue.record("refused")
                return
            }
        }
        #expect(Array(source.snapshot) == [Lane(id: 2, count: 1, last: 1), Lane(id: 0), Lane(id: 1)])
    }

    @Test func `what differs has another digest`() throws {
        let lists: [[Lane]] = [
            [], [Lane(id: 0)], [Lane(id: 0), Lane(id: 1)], [Lane(id: 1), Lane(id: 0)], [Lane(id: 0, count: 1, last: 1)],
            [Lane(id: 0, count: 2, last: 1)],
        ]
        let digests = try lists.map { try ListSource($0).snapshot.digest }
        #expect(Set(digests).count == lists.count)
    }
}
