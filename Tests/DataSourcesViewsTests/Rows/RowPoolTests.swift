import DataSourcesViews
import Testing

struct RowPoolTests {
    @Test func `a view goes to the pool of its kind, and is cleared before it shows another item`() throws {
        let pool = RowPool(try RowFactory<Worker, any Cell>.sample())
        let (clerk, boss) = (try pool.view(for: Worker(1, "a")), try pool.view(for: Worker(2, "b", .boss)))
        try pool.recycle(clerk, of: "worker")
        try pool.recycle(boss, of: "boss")
        #expect(pool.count == 2)
        let again = try pool.view(for: Worker(3, "c"))
        #expect(again === clerk)
        #expect(again.log == ["a", "cleared", "c"])
        #expect((pool.made, pool.reused, pool.count) == (2, 1, 1))
    }

    @Test func `a pool keeps no more than its limit, and nothing that does not belong there`() throws {
        let pool = RowPool(try RowFactory<Worker, any Cell>.sample(), limit: 2)
        for _ in 0..<5 { try pool.recycle(PlainCell(), of: "worker") }
        #expect(pool.count == 2)
        #expect(throws: RowError.self) { try pool.recycle(PlainCell(), of: "boss") }
        #expect(throws: RowError.self) {
            try RowPool(
                RowFactory<Worker, any Cell>(kind: { _ in "a" }) {
                    Row("a") {
                        PlainCell()
                    } configure: { _, _ in
                    }
                }
            ).recycle(PlainCell(), of: "b")
        }
        #expect(pool.count == 2)
        pool.removeAll()
        #expect(pool.count == 0)
    }

    @Test func `kinds share a pool if they say so`() throws {
        let factory = try RowFactory<Worker, any Cell>(kind: { RowKind($0.name) }) {
            Row("a", pool: "cells") {
                PlainCell()
            } configure: {
                $0.log.append($1.name)
            }
            Row("b", pool: "cells") {
                PlainCell()
            } configure: {
                $0.log.append($1.name)
            }
            Row("c", pool: "cells") {
                ManagerCell()
            } configure: {
                $0.log.append($1.name)
            }
        }
        let pool = RowPool(factory)
        let cell = try pool.view(for: Worker(1, "a"))
        try pool.recycle(cell, of: "a")
        #expect(try pool.view(for: Worker(2, "b")) === cell)
        #expect(cell.log == ["a", "b"])
        try pool.recycle(cell, of: "b")
        // The pool's views are not of the type that the third kind takes.
        #expect(throws: RowError.self) { try pool.view(for: Worker(3, "c")) }
    }
}
