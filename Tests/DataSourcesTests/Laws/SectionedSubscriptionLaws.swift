import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Laws 1, 2, 3 and 13 for sections.
struct SectionedSubscriptionLaws {
    typealias Snapshot = SectionedSnapshot<Row, Row>

    @Test(arguments: seeds(10))
    func `laws 1, 2, 3, 13: consumers of different speeds keep one chain to the last state`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let source = try SectionedSource((0..<3).map { ItemSection(Row($0), items: [Row(10 + $0), Row(20 + $0)]) })
            try await withThrowingTaskGroup(of: Snapshot.self) { group in
                for speed in 0..<4 {
                    let subscription = source.subscribe()
                    group.addTask {
                        var follower = Follower(subscription.snapshot, "seed \(seed), consumer \(speed)")
                        if speed % 2 == 0 {
                            for await update in subscription {
                                follower.given(update)
                                try await executor.clock.sleep(for: .milliseconds(speed))
                            }
                        } else {
                            for await update in subscription.updates { follower.given(update) }
                        }
                        return follower.last
                    }
                }
                var random = Random(seed: seed)
                for step in 0..<30 {
                    let choice = random.next()
                    _ = try? await source.transaction { draft in
                        var random = Random(seed: choice)
                        for part in 0...random.below(3) {
                            try Self.edit(&draft, &random, fresh: 100 + step * 4 + part)
                        }
                        if random.below(5) == 0 { throw CancellationError() }
                    }
                    if random.below(3) == 0 { try await executor.clock.sleep(for: .milliseconds(random.below(3))) }
                }
                await source.finish()
                for try await last in group { #expect(last == source.snapshot, "seed \(seed): law 13") }
            }
            #expect(source.hub.demandCount == 0, "seed \(seed)")
        }
    }

    private static func edit(
        _ draft: inout SectionedDraft<Row, Row>, _ random: inout Random, fresh: Int
    ) throws {
        let ids = draft.snapshot.flatMap { $0.items.map(\.id) }
        let sectionIDs = draft.snapshot.map(\.id)
        guard let section = sectionIDs.randomElement(using: &random), let id = ids.randomElement(using: &random) else {
            return try draft.appendSection(ItemSection(Row(fresh), items: [Row(fresh)]))
        }
        switch random.below(9) {
        case 0, 1: try draft.appendItem(Row(fresh), toSection: section)
        case 2: try draft.moveItem(id: id, toSection: section, at: 0)
        case 3: try draft.updateItem(id: id) { $0.value += 1 }
        case 4: try draft.removeItem(id: id)
        case 5: try draft.insertSection(ItemSection(Row(fresh), items: [Row(fresh)]), at: 0)
        case 6 where sectionIDs.count > 2: try draft.removeSection(id: section)
        case 7: try draft.moveSection(id: section, to: 0)
        case 8: try draft.updateSection(id: section) { $0.value += 1 }
        default:
            try draft.appendItem(Row(fresh), toSection: section)
            try draft.removeItem(id: fresh)
        }
    }
}
