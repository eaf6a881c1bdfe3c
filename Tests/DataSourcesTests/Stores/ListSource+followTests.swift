import DataSources
import DataSourcesTesting
import TestKit
import Testing

struct ListSourceFollowTests {
    private struct Failure: Error {}
    private let source: ListSource<Row>

    init() throws {
        source = try ListSource([Row(0)])
    }

    private func stream<Element: Sendable>(_ elements: [Element]) -> AsyncStream<Element> {
        AsyncStream { continuation in
            for element in elements { continuation.yield(element) }
            continuation.finish()
        }
    }

    @Test func `whole states: the source becomes each of them in turn, and stays at the last`() async throws {
        let subscription = source.subscribe()
        try await source.follow(stream([[Row(0), Row(1)], [Row(1, 5)], [Row(2), Row(1, 5)]]))
        #expect(source.snapshot.map { $0 } == [Row(2), Row(1, 5)])
        #expect(source.snapshot.version?.number == 4)
        #expect(await subscription.next()?.changes.count == 3)
    }

    @Test func `edits: one transaction each`() async throws {
        let edits: [ListEdit<Row>] = [.insert(Row(1), at: 0), .upsert(Row(0, 2)), .move(from: 0, to: 1), .removeID(1)]
        try await source.follow(stream(edits))
        #expect(source.snapshot.map { $0 } == [Row(0, 2)])
        #expect(source.snapshot.version?.number == 5)
    }

    @Test func `batches: one transaction a batch`() async throws {
        let batches: [[ListEdit<Row>]] = [[.upsert(Row(1)), .upsert(Row(2))], [], [.removeID(0), .remove(at: 0)]]
        try await source.follow(stream(batches))
        #expect(source.snapshot.map { $0 } == [Row(2)])
        #expect(source.snapshot.version?.number == 3)
    }

    @Test func `what the sequence throws is thrown, and the last good state stays`() async throws {
        let (states, continuation) = AsyncThrowingStream<[Row], any Error>.makeStream()
        continuation.yield([Row(1)])
        continuation.finish(throwing: Failure())
        await #expect(throws: Failure.self) { try await source.follow(states) }
        #expect(source.snapshot.map { $0 } == [Row(1)])
    }

    @Test func `law 10: a state with ids that are there twice is refused, and the last good one stays`() async throws {
        let states = stream([[Row(1), Row(2)], [Row(3), Row(4), Row(3), Row(4)], [Row(5)]])
        await #expect { try await source.follow(states) } throws: {
            ($0 as? EditError)?.code == .duplicateItem && ($0 as? EditError)?.ids == [AnyID(3), AnyID(4)]
        }
        #expect(source.snapshot.map { $0 } == [Row(1), Row(2)])
    }

    @Test func `law 7: a batch with an edit that cannot be made is not made, and those before stay`() async throws {
        let batches: [[ListEdit<Row>]] = [[.upsert(Row(1))], [.upsert(Row(2)), .removeID(9)], [.upsert(Row(3))]]
        await #expect { try await source.follow(stream(batches)) } throws: { ($0 as? EditError)?.ids == [AnyID(9)] }
        #expect(source.snapshot.map { $0 } == [Row(0), Row(1)])
    }

    @Test(arguments: seeds(10))
    func `cancelling ends it, and what the sequence has left is not taken in`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let (states, continuation) = AsyncStream<[Row]>.makeStream()
            let (edits, editing) = AsyncStream<ListEdit<Row>>.makeStream()
            let (batches, batching) = AsyncStream<[ListEdit<Row>]>.makeStream()
            let tasks = [
                Task(executorPreference: executor) { try await source.follow(states) },
                Task(executorPreference: executor) { try await source.follow(edits) },
                Task(executorPreference: executor) { try await source.follow(batches) },
            ]
            continuation.yield([Row(1)])
            try await executor.clock.sleep(for: .zero)
            for task in tasks { task.cancel() }
            continuation.yield([Row(2)])
            editing.yield(.upsert(Row(3)))
            batching.yield([.upsert(Row(4))])
            for task in tasks { try await task.value }
            #expect(source.snapshot.map { $0 } == [Row(1)], "seed \(seed)")
        }
    }

    @Test func `one that was cancelled takes in nothing of what the sequence had in store`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let task = Task(executorPreference: executor) { try await source.follow(stream([[Row(1)], [Row(2)]])) }
            task.cancel()
            try await task.value
            #expect(source.snapshot.map { $0 } == [Row(0)])
        }
    }

    @Test func `a source may follow another one's updates`() throws {
        try SeededExecutor.run(seed: 3) { executor in
            let mirror = ListSource<Row>()
            async let following: Void = mirror.follow(source.updates().map(\.after))
            for id in 1..<10 {
                try await source.append(Row(id))
                if id % 2 == 0 { try await executor.clock.sleep(for: .zero) }
            }
            await source.finish()
            try await following
            #expect(mirror.snapshot == source.snapshot)
        }
    }
}
