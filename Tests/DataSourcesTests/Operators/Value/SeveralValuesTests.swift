import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Operators on the values of several sources do what they do on one value that contains all.
struct SeveralValuesTests {
    private static func isIncluded(_ row: Row, _ first: Int, _ second: Int) -> Bool {
        (row.id + first) % 3 != 0 && row.value % 4 >= second - 2
    }

    @Test func `filter: random histories of rows and both values`() throws {
        try expectDerives(seeds: seeds(10)) { list, first, second in
            list.filter(by: first, second, where: Self.isIncluded)
        } oracle: { rows, first, second in
            second.map { second in rows.filter { Self.isIncluded($0, first, second) } } ?? []
        }
        try expectDerives(seeds: 20..<30) { list, first, second in
            list.filter(by: first, second, first, second) { $0.id % 4 >= $1 && $0.value >= $2 && $1 == $3 && $2 == $4 }
        } oracle: { rows, first, second in
            second.map { second in rows.filter { $0.id % 4 >= first && $0.value >= second } } ?? []
        }
    }

    @Test func `sorted: random histories of rows and both values`() throws {
        try expectDerives(seeds: seeds(10)) { list, first, second in
            list.sorted(by: first, second) { first, second in
                ItemOrder(by: { ($0.value + $0.id * first) % 5 }, second % 2 == 0 ? .ascending : .descending)
            }
        } oracle: { rows, first, second in
            guard let second else { return [] }
            func key(_ row: Row) -> Int { (row.value + row.id * first) % 5 * (second % 2 == 0 ? 1 : -1) }
            return rows.enumerated().sorted {
                (key($0.element), $0.offset) < (key($1.element), $1.offset)
            }.map(\.element)
        }
    }

    @Test func `grouped: random histories of rows and both values`() throws {
        try expectDerives(seeds: seeds(10)) { list, first, second in
            list.grouped(by: first, second, order: .ascending) { row, first, second in
                (row.id * first + row.value) % (second + 1)
            }
        } oracle: { rows, first, second in
            guard let second else { return [] }
            let groups = Dictionary(grouping: rows) { ($0.id * first + $0.value) % (second + 1) }
            return groups.sorted { $0.key < $1.key }.map { ItemSection(GroupHeader($0.key), items: $0.value) }
        }
    }

    @Test func `on sections, filter and filterSections: random histories of rows and both values`() throws {
        try expectDerives(seeds: seeds(10)) { list, first, second in
            list.grouped { $0.id % 3 }.filter(by: first, second, where: Self.isIncluded)
        } oracle: { rows, first, second in
            let groups = Dictionary(grouping: rows) { $0.id % 3 }.sorted { $0.key < $1.key }
            return groups.map { group in
                ItemSection(
                    GroupHeader(group.key),
                    items: second.map { second in group.value.filter { Self.isIncluded($0, first, second) } } ?? [])
            }
        }
        try expectDerives(seeds: 20..<40) { list, first, second in
            list.grouped { $0.id % 3 }.filterSections(by: first, second) { header, first, second in
                header.id != first && header.id != second
            }
        } oracle: { rows, first, second in
            guard let second else { return [] }
            let groups = Dictionary(grouping: rows) { $0.id % 3 }.sorted { $0.key < $1.key }
            return groups.filter { $0.key != first && $0.key != second }
                .map { ItemSection(GroupHeader($0.key), items: $0.value) }
        }
    }

    // MARK: Law 14

    @Test func `law 14: values with one origin change at once, as one update`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let source = try ListSource((0..<10).map { Row($0, $0) })
            let bounds = Parameter(2)
            let found = source.filter(by: bounds, bounds.map { $0 + 3 }) { $0.value >= $1 && $0.value < $2 }
            let subscription = await found.subscribe()
            #expect(subscription.snapshot.map(\.id) == [2, 3, 4])
            let task = Task(executorPreference: executor) { await subscription.next() }
            await executor.settle()
            bounds.set(4)
            let update = try #require(await task.value)
            #expect(update.after.map(\.id) == [4, 5, 6])
            #expect(update.changes == ListChanges(deletions: [0, 1], insertions: [1, 2]))
        }
    }

    @Test func `law 14: values of two lists changed in one transaction are combined once`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let group = SourceGroup()
            let (left, right) = (try ListSource([Row(1)], in: group), try ListSource([Row(1)], in: group))
            let seen = Shared<[[Int]]>([])
            let both = left.counted().combined(with: right.counted(), left.counted()) { left, right, again in
                seen.change { $0.append([left, right, again]) }
                return [left, right, again]
            }
            let subscription = await both.subscribe()
            let task = Task(executorPreference: executor) { await subscription.next() }
            await executor.settle()
            try await transaction(over: left, right) { left, right in
                try left.append(Row(2))
                try right.append(Row(2))
            }
            #expect(await task.value?.after.value == [2, 2, 2])
            #expect(seen.value == [[1, 1, 1], [2, 2, 2]])
        }
    }

    // MARK: Cost

    @Test func `new values ask about each item once, a change of the list only about what has changed`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let calls = Shared(0)
            let source = try ListSource((0..<1000).map { Row($0, $0) })
            let (first, second) = (Parameter(100), Parameter(200))
            let found = source.filter(by: first, second) { row, first, second in
                calls.change { $0 += 1 }
                return row.value >= first && row.value < second
            }
            #expect(await found.snapshot.count == 100 && calls.value == 1000)
            first.set(150)
            second.set(250)
            #expect(await found.snapshot.count == 100 && calls.value == 2000)
            try await source.append(Row(5000, 160))
            #expect(await found.snapshot.count == 101 && calls.value == 2001)
            // Values that are the same in the end ask about nothing.
            first.set(0)
            first.set(150)
            #expect(await found.snapshot.count == 101 && calls.value == 2001)
        }
    }
}
