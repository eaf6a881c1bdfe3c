import DataSources
import DataSourcesTesting
import TestKit
import Testing

struct FlattenTests {
    @Test(arguments: [1, 1000])
    func `random histories: all items, section after section`(bulk: Int) throws {
        for seed in seeds(30) {
            var history = try SectionedHistory(seed: seed)
            var operation = FlattenOperator<Heading, Row>().rebuilding(from: bulk)
            var (before, output) = (RowSections(), ListSnapshot<Row>())
            for _ in 0..<40 {
                try history.edit()
                guard let update = Update(from: before, to: history.snapshot) else { continue }
                let next = operation.apply(update)
                if next.content != update.after.flatMap({ Array($0.items) }) {
                    Issue.record("seed \(seed): \(update)\nfound \(next)")
                    return
                }
                if let step = Update(from: output, to: next), ListSnapshot.violations(of: step) != [] {
                    Issue.record("seed \(seed): \(ListSnapshot.violations(of: step))")
                }
                (before, output) = (update.after, next)
            }
        }
    }

    @Test func `all small states`() throws {
        let states = try SmallStates.all(sections: 2, items: 3).map { try RowSections(plain: $0) }
        for before in states {
            for after in states {
                var operation = FlattenOperator<Heading, Row>()
                if let first = Update(from: RowSections(), to: before) { _ = operation.apply(first) }
                guard let update = Update(from: before, to: after) else { continue }
                if operation.apply(update).content != Array(after.items) { Issue.record("\(update)") }
            }
        }
    }

    @Test func `a header's update is nothing, a section's move is its items'`() throws {
        var draft = RowSectionsDraft()
        try draft.appendSection(ItemSection(Heading(1), items: [Row(1), Row(2)]))
        try draft.appendSection(ItemSection(Heading(2)))
        try draft.appendSection(ItemSection(Heading(3), items: [Row(3)]))
        var operation = FlattenOperator<Heading, Row>()
        var before = draft.snapshot
        let start = operation.apply(try #require(Update(from: RowSections(), to: before)))
        try draft.updateSection(Heading(1, 7))
        var output = operation.apply(try #require(Update(from: before, to: draft.snapshot)))
        #expect(output.isIdentical(to: start))
        before = draft.snapshot
        try draft.moveSection(id: 3, to: 0)
        try draft.appendItem(Row(4), toSection: 2)
        output = operation.apply(try #require(Update(from: before, to: draft.snapshot)))
        let update = try #require(Update(from: start, to: output))
        #expect(output.map(\.id) == [3, 1, 2, 4])
        #expect(update.changes.moves.count == 1 && update.changes.insertions == [3])
    }
}
