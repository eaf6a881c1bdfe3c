import DataSources
import DataSourcesTesting
import TestKit
import Testing

struct `Who is still waiting` {
    @Test func `a subscriber that nobody wakes is listed with type and version`() throws {
        let source = ListSource<Row>()
        let tasks = try Self.unfinished { executor in
            executor.start(name: "writer") { _ = try? await source.append(Row(id: 1)) }
            let subscription = source.subscribe()
            while await subscription.next() != nil {}
        }
        #expect(tasks.map(\.name) == ["the body"])
        #expect(tasks.first?.waitsFor == ["the next update of ListSnapshot<Row> after version 2"])
        source.submit { try? $0.append(Row(id: 2)) }
    }

    @Test func `everybody is listed in the order in which they began`() throws {
        let (left, right) = (Gate(), Gate())
        let tasks = try Self.unfinished { executor in
            executor.start(name: "left") { await SeededExecutor.waiting(for: "the left gate") { await left.pass() } }
            executor.start { await right.pass() }
            executor.start(name: "done") {}
            executor.start(name: "right") { await SeededExecutor.waiting(for: "nothing") {} }
            await SeededExecutor.waiting(for: "the end") { await Gate().pass() }
        }
        #expect(tasks.map(\.name) == ["the body", "left", nil])
        #expect(tasks.map(\.waitsFor) == [["the end"], ["the left gate"], []])
        #expect(tasks.allSatisfy { $0.fileID.hasSuffix("SeededExecutor+waitingTests.swift") && $0.line > 20 })
        #expect(tasks[2].line == tasks[1].line + 1)
        #expect("\(tasks[1])".hasPrefix("left (DataSourcesTestingTests/SeededExecutor+waitingTests.swift:"))
        #expect("\(tasks[1])".hasSuffix(") waits for: the left gate"))
        #expect("\(tasks[2])".hasSuffix("waits for: something it did not announce"))
    }

    @Test func `waits of child tasks are the started task's, with their names`() throws {
        let tasks = try Self.unfinished { executor in
            executor.start(name: "parent") {
                await withTaskGroup { group in
                    group.addTask(name: "child") {
                        await SeededExecutor.waiting(for: "one") { await Gate().pass() }
                    }
                    await group.waitForAll()
                }
            }
            await Gate().pass()
        }
        #expect(tasks.last?.name == "parent")
        #expect(tasks.last?.waitsFor == ["one (in its task \"child\")"])
    }

    @Test func `a manual clock that nobody advances`() throws {
        let clock = ManualClock()
        let tasks = try Self.unfinished { executor in
            executor.start(name: "watcher") { await clock.sleepersReach(3) }
            clock.advance(by: .seconds(2))
            try await clock.sleep(for: .seconds(5))
        }
        #expect(
            tasks.map(\.waitsFor) == [
                ["a ManualClock, which is at 2.0 seconds, to be advanced to 7.0 seconds"],
                ["3 tasks to be asleep on a ManualClock, where 1 are"],
            ]
        )
        clock.advance(by: .seconds(5))
    }

    @Test func `those who ask a subscription behind another one, and a settlement`() throws {
        let source = ListSource<Row>()
        let (subscription, other) = (source.subscribe(), source.subscribe())
        let tasks = try Self.unfinished { executor in
            executor.start(name: "first") { _ = await subscription.next() }
            await executor.settle()
            executor.start(name: "second") { _ = await subscription.next() }
            source.hub.suspendPublishing()
            try await source.append(Row(id: 1))
            executor.start(name: "other") { _ = await other.next() }
            executor.start(name: "settler") {
                await source.settled(at: Version(epoch: source.hub.version.epoch, number: 2))
            }
            await Gate().pass()
        }
        let waits = Dictionary(uniqueKeysWithValues: tasks.map { ($0.name, $0.waitsFor) })
        #expect(waits["first"] == ["the next update of ListSnapshot<Row> after version 1"])
        #expect(waits["second"] == ["another call of next() of a subscription of ListSnapshot<Row>"])
        #expect(waits["settler"] == ["all that ask for ListSnapshot<Row> to be given version 2"])
        source.hub.resumePublishing()
    }

    @Test func `a wait that was cancelled or came to its end is not listed`() throws {
        let (clock, source) = (ManualClock(), ListSource<Row>())
        let tasks = try Self.unfinished { executor in
            let sleeper = Task(executorPreference: executor) { try await clock.sleep(for: .seconds(1)) }
            let reader = Task(executorPreference: executor) { await source.subscribe().next() }
            await executor.settle()
            sleeper.cancel()
            reader.cancel()
            await executor.settle()
            await Gate().pass()
        }
        #expect(tasks.map(\.waitsFor) == [[]])
    }

    @Test func `outside of a run announcing a wait changes nothing`() async throws {
        let described = Shared(false)
        func description() -> String {
            described.change { $0 = true }
            return ""
        }
        let value = await SeededExecutor.waiting(for: description()) { 1 }
        #expect(value == 1)
        #expect(!described.value)
        await #expect(throws: CancellationError.self) {
            try await SeededExecutor.waiting(for: "") { () async throws(CancellationError) in throw CancellationError()
            }
        }
    }

    @Test func `the report shows them line by line`() throws {
        let deadlock = try #require(throws: SeededExecutor.Deadlock.self) {
            try SeededExecutor.run(seed: 6, patience: .zero) { executor in
                executor.start(name: "a") { await SeededExecutor.waiting(for: "x") { await Gate().pass() } }
                await SeededExecutor.waiting(for: "y") { await Gate().pass() }
            }
        }
        let lines = "\(deadlock)".split(separator: "\n").filter { $0.hasPrefix("- ") }
        #expect(lines.map { $0.suffix(12) } == ["waits for: y", "waits for: x"])
        #expect("\(deadlock)".hasSuffix("SeededExecutor.run(seed: 6, patience: .zero) { executor in ... }"))
    }

    private struct Row: Identifiable, Equatable {
        let id: Int
    }

    private static func unfinished(
        _ body: @escaping @Sendable (SeededExecutor) async throws -> Void
    ) throws -> [SeededExecutor.UnfinishedTask] {
        try #require(throws: SeededExecutor.Deadlock.self) {
            try SeededExecutor.run(seed: 1, patience: .zero, body)
        }.unfinishedTasks
    }
}
