import DataSources
import DataSourcesTesting
import TestKit
import Testing

struct NewestTests {
    @Test(arguments: seeds(10))
    func `random histories: the last to come, in the list's order`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { _ in
            let source = ListSource<Row>()
            let (byArrival, byValue) = (source.newest(4), source.newest(4, by: \.value))
            var history = RowListHistory(seed: seed)
            var arrivals: [Int] = []
            for _ in 0..<40 {
                try history.edit()
                let rows = Array(history.snapshot)
                let ids = Set(rows.map(\.id))
                arrivals.removeAll { !ids.contains($0) }
                arrivals += rows.map(\.id).filter { !arrivals.contains($0) }
                try await source.replaceAll(with: rows)
                let newest = Set(arrivals.suffix(4))
                #expect(await Array(byArrival.snapshot) == rows.filter { newest.contains($0.id) }, "seed \(seed)")
                let ranked = rows.indices.sorted { (rows[$0].value, $0) > (rows[$1].value, $1) }.prefix(4).sorted()
                #expect(await Array(byValue.snapshot) == ranked.map { rows[$0] }, "seed \(seed)")
            }
        }
    }

    @Test func `a log of a thousand lines of which ten are kept: an insertion and a deletion each`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let source = try ListSource((0..<1000).map { Row($0) })
            let subscription = await source.newest(10).subscribe()
            #expect(subscription.snapshot.map(\.id) == Array(990..<1000))
            for id in 1000..<1020 {
                try await source.append(Row(id))
                let changes = try #require(await subscription.next()).changes
                #expect(changes == ListChanges(deletions: [0], insertions: [9]))
            }
            // A gap is filled by the next older one.
            try await source.remove(id: 1015)
            #expect(await subscription.next()?.after.first?.id == 1009)
            #expect(await source.newest(0).snapshot.isEmpty)
        }
    }
}
