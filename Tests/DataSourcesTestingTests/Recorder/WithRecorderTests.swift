import DataSources
import DataSourcesTesting
import TestKit
import Testing

struct `Recorder beside the code under test` {
    @Test(arguments: seeds(60))
    func `on the executor, whatever the order, versions are reached and the chain is whole`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let source = try ListSource([Note(0)])
            let hub = source.hub
            let updates = try await withRecorder(source.subscribe()) { recorder in
                try await Self.exercise(source, recorder, "seed \(seed)")
                return recorder.updates
            }
            Self.checkChain(updates, "seed \(seed)")
            #expect(hub.demandCount == 0, "seed \(seed): the consumer is left")
        }
    }

    @Test(arguments: 0..<50) func `on real threads as well`(round: Int) async throws {
        let source = try ListSource([Note(0)])
        let updates = try await withRecorder(source.subscribe()) { recorder in
            try await Self.exercise(source, recorder, "round \(round)")
            return recorder.updates
        }
        Self.checkChain(updates, "round \(round)")
        #expect(source.hub.demandCount == 0)
    }

    /// Writers in several tasks, each of which waits until its commits have been seen, some of which come to nothing.
    private static func exercise(
        _ source: ListSource<Note>,
        _ recorder: Recorder<ListSnapshot<Note>>,
        _ label: String
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 1...4 {
                group.addTask {
                    for step in 0..<10 {
                        let id = writer * 100 + step
                        let receipt =
                            step % 2 == 0 ? try await source.comeAndGo(id) : try await source.append(Note(id))
                        try await recorder.record(until: .version(receipt))
                        let seen = try #require(recorder.version)
                        if seen < receipt { Issue.record("\(label): \(receipt) is not seen") }
                        let isThere = recorder.snapshot.contains { $0.id == id }
                        if isThere != (step % 2 == 1) { Issue.record("\(label): not the state of \(receipt)") }
                    }
                }
            }
            try await group.waitForAll()
        }
        try await recorder.record(until: .settled)
        #expect(recorder.snapshot == source.snapshot, "\(label)")
    }

    private static func checkChain(_ updates: [Update<ListSnapshot<Note>>], _ label: String) {
        #expect(updates.first?.before.count == 1, "\(label)")
        #expect(zip(updates, updates.dropFirst()).allSatisfy { $0.after == $1.before }, "\(label): no chain")
        #expect(updates.last?.after.count == 21, "\(label)")
    }

    @Test func `every update is returned to one of many calls, on real threads`() async throws {
        let source = ListSource<Note>()
        let recorder = Recorder(source.subscribe())
        let returned = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    var count = 0
                    while let updates = try? await recorder.record(until: .count(1)) { count += updates.count }
                    return count
                }
            }
            for id in 0..<500 { try await source.append(Note(id)) }
            await source.finish()
            return try await group.reduce(0, +)
        }
        #expect(returned == recorder.updates.count && recorder.snapshot.count == 500)
    }

    @Test func `calls that are cancelled at any moment, on real threads, leave the others going`() async throws {
        let source = ListSource<Note>()
        let recorder = Recorder(source.subscribe())
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { _ = try await recorder.record(until: .snapshot { $0.count == 2_000 }) }
            for id in 0..<2_000 {
                let task = Task { try? await recorder.record(until: .finished) }
                for _ in 0..<(id % 50) { _ = recorder.version }
                try await source.append(Note(id))
                task.cancel()
                #expect(await task.value == nil)
            }
            try await group.waitForAll()
        }
        #expect(recorder.snapshot.count == 2_000)
    }

    @Test func `the consumer ends with a body that throws`() throws {
        struct Refusal: Error {}
        try SeededExecutor.run(seed: 1) { executor in
            let source = try ListSource([Note(0)])
            await #expect(throws: Refusal.self) {
                try await withRecorder(source.subscribe()) { _ in
                    try await executor.clock.sleep(for: .zero)
                    #expect(source.hub.demandCount == 1)
                    throw Refusal()
                }
            }
            #expect(source.hub.demandCount == 0)
        }
    }

    @Test func `a stream is recorded beside the code under test as well`() throws {
        try SeededExecutor.run(seed: 1) { executor in
            let source = try ListSource([Note(0)])
            try await withRecorder(source.updates()) { (recorder: Recorder<ListSnapshot<Note>>) in
                let receipt = try await source.append(Note(1))
                try await recorder.record(until: .version(receipt))
                #expect(recorder.snapshot == source.snapshot)
            }
            #expect(source.hub.demandCount == 0)
        }
    }

    @MainActor @Test func `a test on the main actor records too, and its body stays there`() async throws {
        let source = try ListSource([Note(0)])
        var count = 0
        try await withRecorder(source.subscribe()) { recorder in
            MainActor.assertIsolated()
            let receipt = try await source.append(Note(1))
            count = try await recorder.record(until: .version(receipt)).count
        }
        #expect(count == 1)
    }
}
