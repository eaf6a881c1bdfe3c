import DataSources
import DataSourcesTesting
import Testing

extension ItemSourcesTests {
    /// Items that any thread can publish.
    private final class Items: PublishingSource {
        let hub = SnapshotHub<ListSnapshot<Row>>()
    }

    @Test func `on real threads each row belongs to one moment, also when there are very many`() async throws {
        // More than an operator may look at in a task.
        let (items, number) = (Items(), Parameter(0))
        let count = 20_000
        let parity = items.combinedWithEach(by: { $0.id % 2 }) { _ in number }
        let shown = items.combinedWithEach { _ in number }
        items.hub.publish(Self.snapshot((0..<count).map { Row($0) }))
        #expect(await shown.snapshot.count == count)
        items.hub.publish(Self.snapshot((0..<10).map { Row($0) }))
        await withTaskGroup(of: Void.self) { group in
            for place in 0..<6 {
                group.addTask {
                    let subscription = await (place % 2 == 0 ? shown : parity).subscribe()
                    var last = -1
                    for await update in subscription {
                        let values = Set(update.after.map { $0.snapshot.value ?? -1 })
                        if values.count > 1 || (values.first ?? last) < last { Issue.record("law 14: \(values)") }
                        last = values.first ?? last
                    }
                }
            }
            group.addTask {
                for turn in 1...1000 {
                    number.set(turn)
                    if turn % 3 == 0 { items.hub.publish(Self.snapshot((turn..<turn + 10).map { Row($0 % 17) })) }
                }
                items.hub.finish()
                number.finish()
            }
        }
        #expect(await shown.snapshot.first?.snapshot.value == 1000)
    }
}
