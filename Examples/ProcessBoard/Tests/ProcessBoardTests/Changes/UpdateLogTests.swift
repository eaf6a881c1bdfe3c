import DataSources
import TerminalViews
import Testing

@testable import ProcessBoard

@Suite struct UpdateLogTests {
    @Test func `Each kind of change has its sign`() async throws {
        let log = try await Self.update(
            from: [.sample(1, "init"), .sample(2, "swift-build", cpu: 3), .sample(3, "sleep")],
            to: [.sample(4711, "swift-test", cpu: 90), .sample(2, "swift-build", cpu: 41), .sample(1, "init")]
        )
        .log().map(\.text)
        #expect(log.prefix(3) == ["+ 4711 swift-test", "- 3 sleep", "~ 2 swift-build: cpu 3% → 41%"])
        // Either of the two may be the one that moved, but one of them is enough.
        #expect(log.count == 4)
        #expect(log.last?.hasPrefix("↕ ") == true)
    }

    @Test func `A move near the top shows both rows, counted from one`() async throws {
        let log = try await Self.update(
            from: [.sample(1), .sample(2), .sample(3), .sample(4)],
            to: [.sample(4), .sample(1), .sample(2), .sample(3)]
        )
        .log().map(\.text)
        #expect(log == ["↕ 4 p4: 4 → 1"])
    }

    @Test func `Moves further down are only counted`() async throws {
        let rows = (1...40).map { Process.sample($0) }
        let update = try await Self.update(from: rows, to: rows.prefix(20) + rows.suffix(20).reversed())
        #expect(update.log().map(\.text) == ["↕ 19 moved"])
        #expect(update.summary == "+0 -0 ~0 ↕19")
    }

    @Test func `A limit keeps the greatest changes and counts the rest`() async throws {
        let old = (1...9).map { Process.sample($0, cpu: 50) }
        let new = old.map { Process.sample($0.id.pid, cpu: 50 + Int($0.id.pid)) }
        let log = try await Self.update(from: old, to: new + [.sample(20), .sample(21), .sample(22)]).log(limit: 2)
        #expect(
            log.map(\.text) == [
                "+ 20 p20", "+ 21 p21", "+ 1 more came",
                "~ 9 p9: cpu 50% → 59%", "~ 8 p8: cpu 50% → 58%", "~ 7 more changed",
            ]
        )
    }

    @Test func `With a limit a figure that wavers is only counted, and without one it is printed`() async throws {
        let update = try await Self.update(
            from: [.sample(1, cpu: 20), .sample(2, cpu: 9), .sample(3, cpu: 1)],
            to: [.sample(1, cpu: 21), .sample(2, cpu: 4), .sample(3, cpu: 0)]
        )
        #expect(update.log(limit: 8).map(\.text) == ["~ 2 p2: cpu 9% → 4%", "~ 2 more changed"])
        #expect(update.log().count == 3)
    }

    private static func update(
        from old: [Process],
        to new: [Process]
    ) async throws -> Update<ListSnapshot<Process>> {
        let source = try ListSource(old)
        var updates = source.subscribe().updates.makeAsyncIterator()
        try await source.replaceAll(with: new)
        return try #require(await updates.next())
    }
}
