import DataSources
import DataSourcesTesting
import Testing

/// The scenarios T13, T14, T16 and T17 of the libraries this one comes from, as updates of a sectioned source.
struct SeedScenarioTests {
    typealias Source = SectionedSource<Heading, Row>

    /// Gives the one update that a mutation leads to.
    private func update(
        of sections: [PlainSection],
        by mutation: (Source) async throws -> Void
    ) async throws -> Update<RowSections> {
        let source = try SectionedSource(sections.map(\.section))
        let subscription = source.subscribe()
        try await mutation(source)
        await source.finish()
        var updates: [Update<RowSections>] = []
        for await update in subscription { updates.append(update) }
        #expect(updates.count == 1)
        return try #require(updates.first)
    }

    private func path(_ section: Int, _ item: Int) -> ItemPath { ItemPath(section: section, item: item) }

    @Test func `T13, values edited in two sections are two content updates and one stage`() async throws {
        let sections = [PlainSection(Heading(0), [Row(0), Row(1)]), PlainSection(Heading(1), [Row(2), Row(3)])]
        let update = try await update(of: sections) { source in
            try await source.transaction { draft in
                try draft.updateItem(id: 1) { $0.value = 1 }
                try draft.updateItem(id: 2) { $0.value = 1 }
            }
        }
        #expect(update.changes.sections.isEmpty)
        #expect(update.changes.updates.map(\.before) == [path(0, 1), path(1, 0)])
        #expect(update.changes.updates.map(\.after) == [path(0, 1), path(1, 0)])
        #expect(update.changes.count == 2)
        #expect(update.stages == [update])
    }

    @Test func `T14, rows of a deleted section move to another while a row elsewhere changes`() async throws {
        let sections = [
            PlainSection(Heading(0), [Row(0)]), PlainSection(Heading(1), [Row(1), Row(2)]),
            PlainSection(Heading(2), [Row(3)]),
        ]
        let after = [PlainSection(Heading(0), [Row(0), Row(1), Row(2)]), PlainSection(Heading(2), [Row(3, 1)])]
        let update = try await update(of: sections) { try await $0.replaceAll(with: after.map(\.section)) }
        #expect(update.changes.sections == Changes(deletions: [1]))
        #expect(update.changes.moves.map(\.before) == [path(1, 0), path(1, 1)])
        #expect(update.changes.moves.map(\.after) == [path(0, 1), path(0, 2)])
        #expect(update.changes.updates.map(\.before) == [path(2, 0)])
        #expect(update.changes.updates.map(\.after) == [path(1, 0)])
        #expect(update.changes.deletions.isEmpty && update.changes.insertions.isEmpty)
        var display = StrictDisplay(update.before)
        try display.show(update)
        #expect(display.sections == after)
        #expect(UpdateOracle.fault(in: update) == nil)
    }

    @Test func `T16, three rows replaced by two others are three deletions and two insertions`() async throws {
        let sections = [PlainSection(Heading(0), [Row(0)]), PlainSection(Heading(1), [Row(1), Row(2), Row(3)])]
        let update = try await update(of: sections) { source in
            _ = try await source.replaceItems(inSection: 1, with: [Row(4), Row(5)])
        }
        #expect(Array(update.changes.deletions) == [path(1, 0), path(1, 1), path(1, 2)])
        #expect(Array(update.changes.insertions) == [path(1, 0), path(1, 1)])
        #expect(update.changes.count == 5)
        let expected: [SectionedStep<Heading, Row>] = [
            .removeItem(at: path(1, 2)), .removeItem(at: path(1, 1)), .removeItem(at: path(1, 0)),
            .insertItem(Row(4), at: path(1, 0)), .insertItem(Row(5), at: path(1, 1)),
        ]
        #expect(update.steps == expected)
    }

    @Test func `T17, nine rows replaced by five others touch only their section`() async throws {
        let others = (0..<3).map { section in PlainSection(Heading(section), [Row(section)]) }
        let old = PlainSection(Heading(3), (10..<19).map { Row($0) })
        let update = try await update(of: others + [old]) { source in
            _ = try await source.replaceItems(inSection: 3, with: (20..<25).map { Row($0) })
        }
        #expect(update.changes.deletions.runs == [.init(first: path(3, 0), count: 9)])
        #expect(update.changes.insertions.runs == [.init(first: path(3, 0), count: 5)])
        #expect(update.changes.count == 14)
        let places: [ItemPath] = update.steps.compactMap {
            switch $0 {
            case .removeItem(let path), .insertItem(_, let path): path
            default: nil
            }
        }
        #expect(places == (0..<9).reversed().map { path(3, $0) } + (0..<5).map { path(3, $0) })
        #expect(update.after.plain.prefix(3) == others[...])
    }
}
