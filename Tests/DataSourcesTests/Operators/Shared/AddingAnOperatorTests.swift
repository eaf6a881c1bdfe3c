import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Shows the value of each row as a text: the example of CONTRIBUTING.md, section "Adding an operator".
///
/// In the library it would be `Operators/Texts/TextsOperator.swift`, `package` and `@inlinable`, with its method in
/// `DerivableSource+texts.swift`.
struct TextsOperator: IncrementalOperator, ~Copyable {
    var draft = ListDraft<Keyed<Int, String>>(byPosition: ())

    /// Beyond how many edits it is cheaper to start again.
    var policy: RebuildPolicy { .ofRuns }
    var snapshot: ListSnapshot<Keyed<Int, String>> { draft.snapshot }

    /// How much work an update is, compared with the policy.
    func edits(for update: Update<ListSnapshot<Row>>) -> Int { update.changes.runCount }

    /// Takes the first state, or a whole new one.
    mutating func build(_ rows: ListSnapshot<Row>) {
        draft.show(ContiguousArray(rows.map { Self.text(of: $0) }))
    }

    /// Takes few edits.
    mutating func follow(_ update: Update<ListSnapshot<Row>>) throws {
        let rows = update.after
        try draft.replay(update.changes) { Self.text(of: rows[$0]!) }
    }

    /// Forgets everything, after `follow` threw.
    mutating func startOver() { draft = ListDraft(byPosition: ()) }

    static func text(of row: Row) -> Keyed<Int, String> { Keyed(id: row.id, value: "\(row.value)") }
}

/// In the library it would be the suite `TextsTests`.
struct AddingAnOperatorTests {
    @Test func `random histories: the texts of all rows`() throws {
        try expectFollows(seeds: 0..<100) {
            TextsOperator()
        } oracle: { rows in
            rows.map { TextsOperator.text(of: $0) }
        }
    }
}
