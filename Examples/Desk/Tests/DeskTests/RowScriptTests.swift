import DataSources
import Testing

@testable import Desk
@testable import GtkDisplays

/// The signals of random updates lead a list from one state to the next.
struct RowScriptTests {
    /// Limits that small lists reach.
    static let limits = [
        RowScriptLimits(gap: 1, ranges: 50, rangesWithMoves: 8, replacement: 10_000),
        RowScriptLimits(gap: 2, ranges: 2, rangesWithMoves: 8, replacement: 10_000),
        RowScriptLimits(gap: 1, ranges: 50, rangesWithMoves: 100, replacement: 10_000),
        RowScriptLimits(gap: 3, ranges: 50, rangesWithMoves: 0, replacement: 2),
        RowScriptLimits(),
    ]

    @Test(arguments: limits.indices)
    func `a list that follows the signals always shows the rows that can be read, each once`(limits: Int) throws {
        for seed in 0..<400 {
            var random = SplitMix(state: UInt64(seed))
            let before = try ListSnapshot.random(using: &random)
            let after = try before.edited(using: &random)
            guard let update = Update(from: before, to: after) else { continue }
            let script = RowScript<ListRows<Ticket>>(update, Self.limits[limits])
            let faults = script.faults()
            #expect(faults.isEmpty, "seed \(seed): \(faults)")
        }
    }

    @Test(arguments: limits.indices)
    func `the same with sections that come, go and move`(limits: Int) throws {
        for seed in 0..<400 {
            var random = SplitMix(state: UInt64(seed))
            let (before, after) = try SectionedSnapshot.randomPair(using: &random)
            guard let update = Update(from: before, to: after) else { continue }
            let script = RowScript<SectionRows<Heading, Ticket>>(update, Self.limits[limits])
            let faults = script.faults()
            #expect(faults.isEmpty, "seed \(seed): \(faults)")
        }
    }

    @Test func `one change is one signal, however long the list is`() throws {
        let before = ListSnapshot(try ListDraft(Ticket.samples(100_000)))
        let inserted = try before.edited { try $0.insert(Ticket(id: 0, title: "new"), at: 70_000) }
        let update = try #require(Update(from: before, to: inserted))
        let script = RowScript<ListRows<Ticket>>(update)
        #expect(script.signals.map(\.position) == [70_000])
        #expect(script.signals.map(\.added) == [1])
        #expect(script.signals.map(\.removed) == [0])
    }

    @Test func `content alone is no signal`() throws {
        let before = ListSnapshot(try ListDraft(Ticket.samples(100)))
        let after = try before.edited { try $0.update(at: 7) { $0.title = "other" } }
        let script = RowScript<ListRows<Ticket>>(try #require(Update(from: before, to: after)))
        #expect(script.signals.isEmpty)
        #expect(script.updated.keys.map(\.self) == [8])
    }

    @Test func `neighbouring changes are one signal, distant ones two`() throws {
        let before = ListSnapshot(try ListDraft(Ticket.samples(2_000)))
        let near = try before.edited {
            try $0.remove(at: 100)
            try $0.remove(at: 3)
        }
        #expect(RowScript<ListRows<Ticket>>(try #require(Update(from: before, to: near))).signals.count == 1)
        let far = try before.edited {
            try $0.remove(at: 1_000)
            try $0.remove(at: 3)
        }
        #expect(RowScript<ListRows<Ticket>>(try #require(Update(from: before, to: far))).signals.count == 2)
    }

    @Test func `a shuffle is one signal, or two if GTK would search many rows`() throws {
        var random = SplitMix(state: 7)
        for (count, signals) in [(500, 1), (20_000, 2)] {
            let tickets = Ticket.samples(count)
            let (before, after) = (
                ListSnapshot(try ListDraft(tickets)), ListSnapshot(try ListDraft(tickets.shuffled(using: &random)))
            )
            let script = RowScript<ListRows<Ticket>>(try #require(Update(from: before, to: after)))
            #expect(script.signals.count == signals)
        }
    }

    @Test func `a header shows how many items its section has`() throws {
        let heading = Heading(id: 1)
        let section = { ItemSection(heading, items: Ticket.samples($0)) }
        let before = try SectionedSnapshot(SectionedDraft([section(3)]))
        let after = try SectionedSnapshot(SectionedDraft([section(4)]))
        let script = RowScript<SectionRows<Heading, Ticket>>(try #require(Update(from: before, to: after)))
        #expect(script.updated == [.header(1): .header(heading, itemCount: 4)])
        #expect(script.after[0] == .header(heading, itemCount: 4))
    }
}
