import DataSources
import DataSourcesTesting
import TestKit
import Testing

struct MapWithTests {
    private static func mapped(_ row: Row, _ first: Int, _ second: Int) -> Row {
        Row(row.id, (row.value + first) % 3 + second)
    }

    private static func wanted(_ row: Row, _ first: Int, _ second: Int) -> Row? {
        (row.id + row.value) % 4 < first ? nil : mapped(row, first, second)
    }

    @Test func `map: random histories of rows and values`() throws {
        try expectDerives(seeds: seeds(10)) { list, first, second in
            list.map(with: first, second, transform: Self.mapped)
        } oracle: { rows, first, second in
            second.map { second in rows.map { Self.mapped($0, first, second) } } ?? []
        }
        try expectDerives(seeds: 20..<30) { list, first, _ in
            list.map(with: first) { row, first in row.value == first }
        } oracle: { rows, first, _ in
            rows.map { Keyed(id: $0.id, value: $0.value == first) }
        }
    }

    @Test func `compactMap: random histories of rows and values`() throws {
        try expectDerives(seeds: seeds(10)) { list, first, second in
            list.compactMap(with: first, second, transform: Self.wanted)
        } oracle: { rows, first, second in
            second.map { second in rows.compactMap { Self.wanted($0, first, second) } } ?? []
        }
        try expectDerives(seeds: 20..<30) { list, first, _ in
            list.compactMap(with: first) { row, first in row.value > first ? row.value - first : nil }
        } oracle: { rows, first, _ in
            rows.compactMap { $0.value > first ? Keyed(id: $0.id, value: $0.value - first) : nil }
        }
    }

    @Test func `only rows whose results differ are updated`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let source = try ListSource((0..<1000).map { Row($0) })
            let selection = Parameter<Int?>(3)
            let rows = source.map(with: selection) { row, selected in row.id == selected }
            let subscription = await rows.subscribe()
            selection.set(500)
            let update = try #require(await subscription.next())
            #expect(update.changes.updates.map(\.after) == [3, 500])
            #expect(update.changes == ListChanges(updates: update.changes.updates))
            #expect(update.after[500]?.value == true)
        }
    }

    @Test func `another id traps, as with a map without values`() async {
        await #expect(processExitsWith: .failure) {
            try SeededExecutor.run(seed: 0) { _ in
                let source = try ListSource([Row(1)])
                _ = await source.map(with: Parameter(1)) { row, one in Row(row.id + one) }.snapshot
            }
        }
        await #expect(processExitsWith: .failure) {
            try SeededExecutor.run(seed: 0) { _ in
                let source = try ListSource([Row(1)])
                _ = await source.compactMap(with: Parameter(1)) { row, one in
                    one > 0 ? Row(row.id + one) : nil
                }.snapshot
            }
        }
    }
}
