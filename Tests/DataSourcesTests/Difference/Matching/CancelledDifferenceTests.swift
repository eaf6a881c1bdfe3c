import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// A difference that nobody wants any more stops: it is either not there or right.
struct CancelledDifferenceTests {
    #if DATASOURCES_INTERNAL_CHECKS
    static let count = 3_000
    #else
    static let count = 20_000
    #endif

    @Test(arguments: [0, 1, 2])
    func `a list's difference that is cancelled whenever it asks`(shape: Int) throws {
        var random = Random(seed: UInt64(shape))
        let before = Row.range(0, Self.count)
        let after = [before.reversed(), before.shuffled(using: &random), before.filter { $0.id % 7 != 0 }][shape]
        var draft = try ListDraft(before)
        let old = draft.snapshot
        try draft.replaceAll(with: after)
        for new in [draft.snapshot, try ListSnapshot(after)] {
            let expected = new.changes(from: old)
            try cancelEverywhere { isCancelled in
                let changes = new.changes(from: old, isCancelled: isCancelled)
                return changes.map { $0 == expected }
            }
        }
    }

    @Test func `a sectioned difference that is cancelled whenever it asks`() throws {
        var random = Random(seed: 1)
        let rows = Row.range(0, Self.count)
        func sections(_ rows: [Row]) -> [PlainSection] {
            stride(from: 0, to: rows.count, by: 500).map {
                PlainSection($0, Array(rows[$0..<min($0 + 500, rows.count)]))
            }
        }
        let old = try RowSections(plain: sections(rows))
        let new = try RowSections(plain: sections(rows.shuffled(using: &random)).shuffled(using: &random))
        let expected = new.changes(from: old)
        try cancelEverywhere { isCancelled in
            new.changes(from: old, isCancelled: isCancelled).map { $0 == expected }
        }
    }

    @Test func `equal snapshots are never asked about`() throws {
        let snapshot = try ListSnapshot(Row.range(0, 100))
        #expect(snapshot.changes(from: snapshot, isCancelled: { true }) == ListChanges())
    }

    /// Runs `difference` so often that it is cancelled at each of its questions once; at the end it runs through.
    private func cancelEverywhere(_ difference: (@escaping () -> Bool) throws -> Bool?) throws {
        for allowed in 0..<10_000 {
            var asked = 0
            let isRight = try difference {
                asked += 1
                return asked > allowed
            }
            if let isRight {
                #expect(isRight, "cancelled after \(allowed) questions")
                #expect(asked <= allowed, "it went on after the answer that nobody wants it any more")
                try #require(allowed > 0, "it never asked")
                return
            }
        }
        Issue.record("it never ended")
    }
}
