import DataSources
import DataSourcesTesting
import TestKit
import Testing

struct SectionLimitTests {
    private static func cut(_ sections: RowSections, _ limit: Int) -> [ItemSection<Heading, Row>] {
        sections.map { ItemSection($0.header, items: $0.items.prefix(limit)) }
    }

    @Test(arguments: [0, 1, 3])
    func `random histories: the first items of each section`(limit: Int) throws {
        for seed in seeds(13) {
            var history = try SectionedHistory(seed: seed)
            var operation = SectionLimitOperator<Heading, Row>(limit)
            var (before, output) = (RowSections(), RowSections())
            for _ in 0..<40 {
                try history.edit()
                guard let update = Update(from: before, to: history.snapshot) else { continue }
                let next = operation.apply(update)
                if next.content != Self.cut(update.after, limit) {
                    Issue.record("seed \(seed): \(update)\nfound \(next)")
                    return
                }
                if let step = Update(from: output, to: next), SectionedSnapshot.violations(of: step) != [] {
                    Issue.record("seed \(seed): \(SectionedSnapshot.violations(of: step))")
                }
                (before, output) = (update.after, next)
            }
        }
    }

    @Test func `all small states`() throws {
        let states = try SmallStates.all(sections: 2, items: 3).map { try RowSections(plain: $0) }
        for before in states {
            for after in states {
                var operation = SectionLimitOperator<Heading, Row>(1)
                if let first = Update(from: RowSections(), to: before) { _ = operation.apply(first) }
                guard let update = Update(from: before, to: after) else { continue }
                if operation.apply(update).content != Self.cut(after, 1) { Issue.record("\(update)") }
            }
        }
    }

    @Test func `the next item moves up when one of the first goes, and others are nothing`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let source = try ListSource((0..<6).map { Row($0, $0 % 2) })
            let heads = source.grouped(by: \.value).prefix(perSection: 2)
            let subscription = await heads.subscribe()
            #expect(subscription.snapshot.map { $0.items.map(\.id) } == [[0, 2], [1, 3]])
            let task = Task(executorPreference: executor) { await subscription.next() }
            await executor.settle()
            try await source.remove(id: 4)
            await executor.settle()
            #expect(heads.demandCount == 1)
            try await source.remove(id: 1)
            #expect(await task.value?.after.map { $0.items.map(\.id) } == [[0, 2], [3, 5]])
        }
    }
}
