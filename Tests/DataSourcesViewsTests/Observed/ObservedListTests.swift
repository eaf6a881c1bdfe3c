import DataSources
import DataSourcesTesting
import DataSourcesViews
import Observation
import TestKit
import Testing

struct ObservedListTests {
    private func source(_ count: Int) throws -> ListSource<Card> {
        try ListSource((0..<count).map { Card($0, "\($0)") })
    }

    /// Runs a watcher of a source while `body` does something.
    private func follow(
        _ source: ListSource<Card>, rowsKept: Int = 1_000,
        _ body: @escaping @Sendable (Watcher, SeededExecutor) async throws -> Void
    ) throws {
        try SeededExecutor.run(seed: 1) { executor in
            let watcher = Watcher(of: source, rowsKept: rowsKept)
            let run = Task(executorPreference: executor) { await watcher.run() }
            await executor.settle()
            try await body(watcher, executor)
            run.cancel()
            await run.value
        }
    }

    @Test func `the state is there at once, and objects are made for the rows that are read`() async throws {
        let watcher = Watcher(of: try source(100_000))
        #expect(await watcher.read { $0.count } == 100_000)
        #expect(await watcher.read { $0.rowsInMemory } == 0)
        #expect(await watcher.read { list in list.rows[500..<550].map(\.value.title) } == (500..<550).map { "\($0)" })
        #expect(await watcher.read { $0.rowsInMemory } == 50)
        #expect(await watcher.read { list in list.rows[510] === list.rows[510] })
        #expect(
            await watcher.read { list in [list[0]?.title, list[-1]?.title, list[100_000]?.title] } == ["0", nil, nil])
    }

    @Test func `updating one row of 100,000 tells those who read it, and nobody else`() throws {
        let source = try source(100_000)
        try follow(source) { watcher, executor in
            await watcher.watchRows(0..<50)
            await watcher.watch("rows") { _ = $0.rows.count }
            await watcher.watch("snapshot") { _ = $0.snapshot }
            try await source.update(id: 7) { $0.title = "seven" }
            try await source.update(id: 70_000) { $0.title = "far away" }
            await executor.settle()
            #expect(watcher.told.value == ["7": 1, "snapshot": 1])
            #expect(await watcher.read { $0.rows[7].value.title } == "seven")
            #expect(await watcher.read { $0.rows[70_000].value.title } == "far away")
        }
    }

    @Test(arguments: [
        { @Sendable (list: inout ListDraft<Card>) in try list.insert(Card(1_000), at: 0) },
        { @Sendable (list: inout ListDraft<Card>) in _ = try list.remove(id: 900) },
        { @Sendable (list: inout ListDraft<Card>) in try list.move(from: 0, to: 999) },
        { @Sendable (list: inout ListDraft<Card>) in
            list.removeAll { $0.id % 2 == 1 }
            try list.append(contentsOf: (2_000..<3_000).map { Card($0) })
        },
    ])
    func `items that come, go or move are told once, to those who read the rows`(
        edit: @escaping @Sendable (inout ListDraft<Card>) throws -> Void
    ) throws {
        let source = try source(1_000)
        try follow(source) { watcher, executor in
            await watcher.watch("rows") { _ = $0.rows.map(\.id) }
            await watcher.watch("count") { _ = $0.count }
            await watcher.watch("position") { _ = $0[3] }
            await watcher.watch("value") { [row = 4] in _ = $0.rows[row].value }
            await watcher.watch("row 2") { list in
                _ = list.rows[2]
                _ = list.rows[2].value
            }
            try await source.transaction { try edit(&$0) }
            await executor.settle()
            #expect(watcher.told.value == ["rows": 1, "count": 1, "position": 1, "value": 1, "row 2": 1])
            #expect(await watcher.read { $0.rows.map(\.value) } == Array(source.snapshot))
        }
    }

    @Test func `a row is one object wherever its item moves, and its readers are not told of moves`() throws {
        let source = try source(1_000)
        try follow(source) { watcher, executor in
            await watcher.hold(5..<6)
            await watcher.watchHeld("held") { _ = $0.value }
            try await source.move(from: 5, to: 900)
            await executor.settle()
            #expect(watcher.told.value["held"] == nil)
            #expect(await watcher.readHeld { held, list in held[0] === list.rows[900] })
            try await source.update(id: 5) { $0.title = "new" }
            await executor.settle()
            #expect(watcher.told.value["held"] == 1)
            #expect(await watcher.readHeld { held, _ in held[0].title } == "new")
        }
    }

    @Test func `ids make no objects, and the row of an id is the one at its position`() async throws {
        let watcher = Watcher(of: try source(100_000))
        #expect(await watcher.read { list in list.ids.elementsEqual(0..<100_000) })
        #expect(await watcher.read { list in list.ids[list.ids.index(list.ids.startIndex, offsetBy: 70)] } == 70)
        #expect(await watcher.read { $0.rowsInMemory } == 0)
        for id in [99_999, 0, 70_000, 70_001, 69_999, 70_050] {
            #expect(await watcher.read { list in list[id: id] === list.rows[id] })
            let next = (id + 1) % 100_000
            #expect(await watcher.read { list in list.rows[next] === list[id: next] })
        }
        #expect(await watcher.read { list in list[id: 100_000] == nil && list[id: -1] == nil })
        #expect(await watcher.read { $0.rowsInMemory } == 9)
    }

    @Test func `whoever reads ids is told of their order, and whoever reads a row by its id when its item goes`() throws
    {
        let source = try source(1_000)
        try follow(source) { watcher, executor in
            // Whoever is told watches again.
            func watch(_ names: some Sequence<String>) async {
                for name in names {
                    let id = Int(name)
                    await watcher.watch(name) { if let id { _ = $0[id: id] } else { _ = $0.ids.first } }
                }
            }
            func expect(
                _ expected: [String], for edit: @Sendable (inout ListDraft<Card>) throws -> Void
            ) async throws {
                try await source.transaction { try edit(&$0) }
                await executor.settle()
                #expect(watcher.told.value == Dictionary(uniqueKeysWithValues: expected.map { ($0, 1) }))
                await watch(watcher.told.value.keys)
                watcher.told.change { $0 = [:] }
            }
            await watch(["ids", "3", "1000"])
            try await expect([]) { try $0.update(id: 3) { $0.title = "three" } }
            try await expect(["ids"]) { try $0.move(id: 3, to: 900) }
            try await expect(["ids"]) { try $0.remove(id: 4) }
            try await expect(["ids", "1000"]) { try $0.insert(Card(2_000), at: 0) }
            try await expect(["ids", "1000"]) { try $0.insert(Card(1_000), at: 0) }
            #expect(await watcher.read { list in list[id: 1_000] === list.rows[0] })
            try await expect(["ids", "3"]) { try $0.remove(id: 3) }
            #expect(await watcher.read { $0[id: 3] == nil })
            try await expect(["ids", "3"]) { try $0.insert(Card(3), at: 5) }
            #expect(await watcher.read { list in list[id: 3] === list.rows[5] })
        }
    }

    @Test func `while observers are told that an item goes, its row is there, and no longer afterwards`() throws {
        let source = try source(10)
        try follow(source) { watcher, executor in
            await watcher.hold(3..<4)
            await watcher.readWhenTold { list, held in list[id: 3] === held }
            try await source.remove(id: 3)
            await executor.settle()
            #expect(watcher.told.value == ["true": 1])
            #expect(await watcher.read { $0[id: 3] == nil })
        }
    }

    @Test func `an item that is removed keeps its last value, and whoever asks is told`() throws {
        let source = try source(10)
        try follow(source) { watcher, executor in
            await watcher.hold(3..<4)
            #expect(await watcher.readHeld { held, _ in held[0].isPresent })
            await watcher.watchHeld("gone") { _ = $0.isPresent }
            await watcher.watchHeld("value") { _ = $0.value }
            try await source.remove(id: 3)
            await executor.settle()
            #expect(watcher.told.value == ["gone": 1])
            #expect(await watcher.readHeld { held, _ in !held[0].isPresent && held[0].title == "3" })
            try await source.append(Card(3, "again"))
            await executor.settle()
            #expect(await watcher.readHeld { held, list in list.rows[9].title == "again" && list.rows[9] !== held[0] })
        }
    }

    @Test func `rows that are scrolled past leave few objects, and none that is held or watched is lost`() throws {
        let source = try source(20_000)
        try follow(source, rowsKept: 100) { watcher, executor in
            await watcher.hold(0..<10)
            await watcher.watch("early") { _ = $0.rows[50].value }
            let most = await watcher.read { list in
                var most = 0
                for row in list.rows {
                    _ = row.value
                    most = max(most, list.rowsInMemory)
                }
                return most
            }
            #expect(most <= 210)
            #expect(await watcher.readHeld { held, list in held[3] === list.rows[3] })
            // Its object was let go: it was told to read again, and then is told of changes again.
            #expect(watcher.told.value == ["early": 1])
            await watcher.watch("early") { _ = $0.rows[50].value }
            try await source.update(id: 50) { $0.title = "new" }
            await executor.settle()
            #expect(watcher.told.value == ["early": 2])
        }
    }

    @Test func `rows that were read before a change keep their places, with the newest content of those known`() throws
    {
        let source = try source(5)
        try follow(source) { watcher, executor in
            await watcher.keepRows()
            #expect(await watcher.readKept { $0[2].title } == "2")
            try await source.transaction { list in
                try list.remove(id: 0)
                try list.update(id: 2) { $0.title = "new" }
            }
            await executor.settle()
            #expect(await watcher.readKept { $0.map(\.id) } == [0, 1, 2, 3, 4])
            #expect(await watcher.readKept { $0.map(\.title) } == ["0", "1", "new", "3", "4"])
        }
    }

    @Test func `it can be stopped and started again, and ends with its source`() throws {
        let source = try source(3)
        try SeededExecutor.run(seed: 2) { executor in
            let watcher = Watcher(of: source)
            let first = Task(executorPreference: executor) { await watcher.run() }
            await executor.settle()
            await watcher.run()
            first.cancel()
            await first.value
            try await source.append(Card(3))
            #expect(await watcher.read { $0.count } == 3)
            let second = Task(executorPreference: executor) { await watcher.run() }
            await executor.settle()
            #expect(await watcher.read { $0.count } == 4)
            try await source.append(Card(4))
            await source.finish()
            await second.value
            #expect(await watcher.read { $0.count } == 5)
        }
    }
}
