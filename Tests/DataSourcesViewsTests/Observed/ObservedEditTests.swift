import DataSources
import DataSourcesTesting
import DataSourcesViews
import TestKit
import Testing

struct ObservedEditTests {
    private struct Refused: Error {}

    /// Runs a watcher while `body` does something.
    private func follow(
        _ watcher: Watcher, _ executor: SeededExecutor, _ body: () async throws -> Void
    ) async throws {
        let run = Task(executorPreference: executor) { await watcher.run() }
        await executor.settle()
        try await body()
        run.cancel()
        await run.value
    }

    @Test func `setting a property shows it at once, and is a transaction that sets nothing else`() throws {
        try SeededExecutor.run(seed: 1) { executor in
            let source = try ListSource([Account(1, owner: "Ann", balance: 10), Account(2)])
            let screen = AccountScreen(of: source)
            let run = Task(executorPreference: executor) { await screen.run() }
            await executor.settle()
            await screen.watch("owner") { _ = $0.rows[0].owner }
            // Another task changes the other property in between.
            source.submit { try $0.update(id: 1) { $0.balance = 20 } }
            await screen.change { $0.rows[0].owner = "Bob" }
            #expect(screen.told.value == ["owner": 1])
            #expect(await screen.read { $0.rows[0].owner } == "Bob")
            await executor.settle()
            #expect(source.snapshot[0] == Account(1, owner: "Bob", balance: 20))
            #expect(await screen.read { $0.rows[0].value } == Account(1, owner: "Bob", balance: 20))
            run.cancel()
            await run.value
        }
    }

    @Test func `an edit that the source refuses jumps back, and the row says why`() throws {
        try SeededExecutor.run(seed: 2) { executor in
            let source = try ListSource([Card(1, "a"), Card(2, "b")])
            let watcher = await Watcher(of: source.filter { _ in true }) { _, _ in throw Refused() }
            try await follow(watcher, executor) {
                await watcher.read { $0.rows[0].title = "x" }
                #expect(await watcher.read { $0.rows[0].title } == "x")
                await watcher.watch("value") { _ = $0.rows[0].value }
                await watcher.watch("rejection") { _ = $0.rows[0].rejection }
                await watcher.watch("other") { _ = $0.rows[1].value }
                await executor.settle()
                #expect(watcher.told.value == ["value": 1, "rejection": 1])
                #expect(await watcher.read { $0.rows[0].title } == "a")
                #expect(await watcher.read { $0.rows[0].rejection is Refused })
            }
        }
    }

    @Test func `a confirmed edit is told once, at once, and never flickers`() throws {
        for seed in seeds(15) {
            try SeededExecutor.run(seed: seed) { executor in
                let source = try ListSource([Card(1, "a"), Card(2, "b")])
                let watcher = Watcher(of: source)
                try await follow(watcher, executor) {
                    await watcher.read { $0.rows[0].title = "x" }
                    await watcher.watch("value") { _ = $0.rows[0].value }
                    try await source.update(id: 2) { $0.title = "c" }
                    await executor.settle()
                    #expect(watcher.told.value.isEmpty, "seed \(seed)")
                    #expect(source.snapshot[0]?.title == "x")
                }
            }
        }
    }

    @Test func `an edit that is not idempotent is never shown twice`() throws {
        for seed in seeds(30) {
            try SeededExecutor.run(seed: seed) { executor in
                let source = try ListSource([Account(1, balance: 0)])
                let screen = AccountScreen(of: source)
                let run = Task(executorPreference: executor) { await screen.run() }
                await screen.record()
                for _ in 0..<5 {
                    await screen.change { $0.rows[0].edit { $0.balance += 1 } }
                    try await source.update(id: 1) { $0.owner += "x" }
                }
                await executor.settle()
                #expect(source.snapshot[0]?.balance == 5)
                #expect(await screen.read { $0.rows[0].value } == Account(1, owner: "xxxxx", balance: 5))
                #expect(await screen.balances.allSatisfy { $0 <= 5 }, "seed \(seed)")
                run.cancel()
                await run.value
            }
        }
    }

    @Test func `edits are made in their order, one after the other`() throws {
        try SeededExecutor.run(seed: 3) { executor in
            let source = try ListSource([Card(1), Card(2)])
            let (clock, made) = (executor.clock, Shared<[String]>([]))
            let watcher = await Watcher(of: source.filter { _ in true }) { id, edit in
                try await clock.sleep(for: .milliseconds(10))
                try await source.update(id: id) { edit(&$0) }
                let title = source.snapshot.first { $0.id == id }?.title ?? ""
                made.change { $0.append("\(id) \(title)") }
            }
            try await follow(watcher, executor) {
                for text in ["h", "he", "hey"] { await watcher.read { $0.rows[0].title = text } }
                await watcher.read { $0.rows[1].title = "b" }
                #expect(await watcher.read { $0.rows.map(\.title) } == ["hey", "b"])
                try await clock.sleep(for: .milliseconds(15))
                #expect(await watcher.read { $0.rows.map(\.title) } == ["hey", "b"])
                try await clock.sleep(for: .seconds(1))
                #expect(made.value == ["1 h", "1 he", "1 hey", "2 b"])
                #expect(await watcher.read { $0.rows.map(\.title) } == ["hey", "b"])
            }
        }
    }

    @Test func `what cannot be edited says so at once`() throws {
        try SeededExecutor.run(seed: 4) { executor in
            let source = try ListSource([Card(1, "a"), Card(2, "b")])
            let reader = await Watcher(of: source.filter { _ in true })
            await reader.read { $0.rows[0].title = "x" }
            #expect(await reader.read { $0.rows[0].title } == "a")
            #expect(await reader.read { $0.rows[0].rejection as? ObservedError } == .readOnly)
            #expect(await reader.read { !$0.isEditable })
            let watcher = Watcher(of: source)
            try await follow(watcher, executor) {
                await watcher.read { $0.rows[0].value = Card(9, "other id") }
                #expect(await watcher.read { $0.rows[0].rejection as? ObservedError } == .identityChanged)
                await watcher.hold(1..<2)
                try await source.remove(id: 2)
                await executor.settle()
                await watcher.readHeld { held, _ in held[0].title = "x" }
                #expect(await watcher.readHeld { held, _ in held[0].title } == "b")
                // It does not blame the source, which can be edited.
                #expect(await watcher.readHeld { held, _ in held[0].rejection as? ObservedError } == .removed)
            }
            #expect(source.snapshot.map(\.title) == ["a"])
        }
    }

    @Test func `a row of a former state that does not follow the list says so`() throws {
        try SeededExecutor.run(seed: 5) { executor in
            let source = try ListSource([Card(1, "a"), Card(2, "b")])
            let watcher = Watcher(of: source)
            try await follow(watcher, executor) {
                await watcher.keepRows()
                try await source.append(Card(3, "c"))
                await executor.settle()
                let rejection = await watcher.readKept { rows in
                    let row = rows[0]
                    row.title = "x"
                    return row.rejection as? ObservedError
                }
                #expect(rejection == .outdated)
                #expect(ObservedError.outdated.description.contains("again"))
                // The list's own row of the same item can be edited.
                await watcher.read { $0.rows[0].title = "y" }
                #expect(await watcher.read { $0.rows[0].rejection == nil })
            }
        }
    }

    @Test func `an edit of an item that is removed meanwhile is refused, and harms nothing`() throws {
        try SeededExecutor.run(seed: 5) { executor in
            let source = try ListSource([Card(1, "a"), Card(2, "b")])
            let watcher = Watcher(of: source)
            await watcher.hold(0..<1)
            await watcher.readHeld { held, _ in held[0].title = "x" }
            try await source.remove(id: 1)
            try await follow(watcher, executor) {
                await executor.settle()
                #expect(await watcher.readHeld { held, _ in (held[0].rejection as? EditError)?.code } == .unknownItem)
                #expect(await watcher.read { $0.rows.map(\.title) } == ["b"])
            }
        }
    }

    @Test func `edits made while it does not run are made when it does, even if the source has finished`() throws {
        try SeededExecutor.run(seed: 6) { executor in
            let source = try ListSource([Card(1, "a")])
            let watcher = Watcher(of: source)
            await watcher.read { $0.rows[0].title = "x" }
            try await follow(watcher, executor) { await executor.settle() }
            #expect(source.snapshot[0]?.title == "x")
            await source.finish()
            await watcher.read { $0.rows[0].title = "y" }
            await watcher.run()
            #expect(await watcher.read { $0.rows[0].title } == "x")
            #expect(await watcher.read { ($0.rows[0].rejection as? EditError)?.code } == .finished)
        }
    }
}

/// An item with two properties.
struct Account: Identifiable, Equatable, Sendable {
    let id: Int
    var owner = ""
    var balance = 0

    init(_ id: Int, owner: String = "", balance: Int = 0) {
        (self.id, self.owner, self.balance) = (id, owner, balance)
    }
}
