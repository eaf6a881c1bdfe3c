import DataSources
import DataSourcesTesting
import Foundation
import TestKit
import Testing

// CONTRIBUTING begins
/// Shows the value of each row as a text.
struct TextsOperator: IncrementalOperator, ~Copyable {
    var draft = ListDraft<Keyed<Int, String>>(byPosition: ())

    var policy: RebuildPolicy { .ofRuns }
    var snapshot: ListSnapshot<Keyed<Int, String>> { draft.snapshot }

    func edits(for update: Update<ListSnapshot<Row>>) -> Int { update.changes.runCount }

    mutating func build(_ rows: ListSnapshot<Row>) {
        draft.show(ContiguousArray(rows.map { Self.text(of: $0) }))
    }

    mutating func follow(_ update: Update<ListSnapshot<Row>>) throws {
        let rows = update.after
        try draft.replay(update.changes) { Self.text(of: rows[$0]!) }
    }

    mutating func startOver() { draft = ListDraft(byPosition: ()) }

    static func text(of row: Row) -> Keyed<Int, String> { Keyed(id: row.id, value: "\(row.value)") }
}

struct TextsTests {
    @Test func `random histories: the texts of all rows`() throws {
        try expectFollows(seeds: 0..<100) {
            TextsOperator()
        } oracle: { rows in
            rows.map { TextsOperator.text(of: $0) }
        }
    }
}
// CONTRIBUTING ends

/// The example in CONTRIBUTING.md is the code above.
struct AddingAnOperatorTests {
    @Test func `CONTRIBUTING shows the code that these tests run`() throws {
        let code = try Repository.text("Tests/DataSourcesTests/Operators/Shared/AddingAnOperatorTests.swift")
        let page = try Repository.text("CONTRIBUTING.md")
        let parts = code.components(separatedBy: "// CONTRIBUTING ")
        #expect(page.contains("```swift\n" + parts[1].dropFirst("begins\n".count) + "```"))
    }
}
