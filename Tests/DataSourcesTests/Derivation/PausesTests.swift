import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// The operator of the article: a stranger's, who has nothing but the public API.
struct PausesTests {
    private static func entries(_ rows: ListSnapshot<Row>) throws -> ListSnapshot<Entry> {
        try ListSnapshot(rows.map { Entry(id: $0.id, time: $0.value) })
    }

    @Test func `random histories: what the most obvious code makes of the whole`() throws {
        for seed in seeds(30) {
            var history = RowListHistory(seed: seed)
            var operation = Pauses()
            var before = ListSnapshot<Entry>()
            for _ in 0..<40 {
                try history.edit()
                let entries = try Self.entries(history.snapshot)
                guard let update = Update(from: before, to: entries) else { continue }
                let all = Array(entries)
                let expected = all.indices.map { place in
                    Lap(id: all[place].id, pause: place == 0 ? 0 : all[place].time - all[place - 1].time)
                }
                let found = Array(operation.apply(update))
                if found != expected { Issue.record("\(history.description)\nfound \(found)\nexpected \(expected)") }
                before = entries
            }
        }
    }

    @Test func `as a source, an insertion is one lap more and another one's update`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let log = try ListSource([Entry(id: 1, time: 10), Entry(id: 2, time: 30)])
            let subscription = await log.pauses().subscribe()
            try await log.insert(Entry(id: 3, time: 25), at: 1)
            let update = try #require(await subscription.next())
            #expect(update.after.map(\.pause) == [0, 15, 5])
            #expect(update.changes.insertions == [1] && update.changes.updates.count == 1)
        }
    }
}
