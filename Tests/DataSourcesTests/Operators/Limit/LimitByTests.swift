import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Limits whose number is a value of another source.
struct LimitByTests {
    private static func cut(_ sections: RowSections, _ limit: Int) -> [PlainSection] {
        sections.plain.map { PlainSection($0.header, Array($0.items.prefix(max(0, limit)))) }
    }

    @Test func `dropFirst: random histories of rows and number`() throws {
        try expectFollowsBoth(seeds: seeds(20)) {
            LimitOperator<Row, Int>(from: nil)
        } value: { random in
            random.below(6) == 0 ? nil : random.below(12) - 1
        } oracle: { rows, count in
            count.map { Array(rows.dropFirst(max(0, $0))) } ?? []
        }
    }

    @Test func `prefix of each section: random histories of sections and number`() throws {
        try expectFollowsPair(try SectionedHistory.withValues(seeds(20))) {
            SectionLimitByOperator<Heading, Row>()
        } oracle: { sections, limit in
            Self.cut(sections, limit.value ?? 0)
        }
    }

    @Test func `all small states and numbers`() throws {
        let states = try SmallStates.all(sections: 2, items: 3).map { try RowSections(plain: $0) }
        let limits = [ValueSnapshot<Int>()] + [-1, 0, 1, 2, .max].map { ValueSnapshot($0) }
        for before in states {
            for after in [before, states[(before.itemCount * 7 + before.count) % states.count]] {
                for (old, new) in limits.flatMap({ old in limits.map { (old, $0) } }) {
                    var operation = SectionLimitByOperator<Heading, Row>()
                    _ = operation.apply(Update(from: RowSections(), to: before), Update(from: ValueSnapshot(), to: old))
                    let found = operation.apply(Update(from: before, to: after), Update(from: old, to: new))
                    if found.plain != Self.cut(after, new.value ?? 0) {
                        Issue.record("\(before) → \(after), \(old) → \(new): \(found)")
                    }
                }
            }
        }
    }

    @Test func `newest: random histories of rows and number`() throws {
        try expectDerives(seeds: seeds(10)) { list, _, limit in
            list.newest(limit, by: \.value)
        } oracle: { rows, _, limit in
            let newest = rows.enumerated().sorted { ($0.element.value, $0.offset) > ($1.element.value, $1.offset) }
            let ids = newest.prefix(limit ?? 0).map(\.element.id)
            return rows.filter { ids.contains($0.id) }
        }
    }

    @Test func `newest by arrival: a new number shows older rows or hides them`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let (log, limit) = (ListSource<Row>(), MaybeValue<Int>())
            let recent = log.newest(limit)
            for id in 0..<5 {
                try await log.insert(Row(id), at: 0)
                #expect(await recent.snapshot.isEmpty)
            }
            limit.set(2)
            #expect(await recent.snapshot.map(\.id) == [4, 3])
            limit.set(4)
            #expect(await recent.snapshot.map(\.id) == [4, 3, 2, 1])
            try await log.append(Row(9))
            #expect(await recent.snapshot.map(\.id) == [4, 3, 2, 9])
            limit.set(-1)
            #expect(await recent.snapshot.isEmpty)
        }
    }

    @Test func `law 14: a page of a size that is also its offset moves as one update`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let source = try ListSource((0..<10).map { Row($0) })
            let size = Parameter(2)
            let page = source.dropFirst(size).prefix(size)
            let subscription = await page.subscribe()
            #expect(subscription.snapshot.map(\.id) == [2, 3])
            let task = Task(executorPreference: executor) { await subscription.next() }
            await executor.settle()
            size.set(3)
            #expect(await task.value?.after.map(\.id) == [3, 4, 5])
        }
    }

    @Test func `a new number edits the ends of sections only`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let source = try ListSource((0..<1000).map { Row($0, $0 % 10) })
            let count = Parameter(50)
            let heads = source.grouped(by: \.value).prefix(perSection: count)
            let subscription = await heads.subscribe()
            count.set(51)
            let update = try #require(await subscription.next())
            #expect(update.changes.insertions.map(\.item) == Array(repeating: 50, count: 10))
            #expect(update.changes == SectionedChanges(items: Changes(insertions: update.changes.insertions)))
        }
    }
}
