import DataSources
import DataSourcesTesting
import Testing

struct `Recorder error` {
    private struct Lost: Error {}

    @Test func `the end comes first: what was awaited, how many there were, and the last version`() async throws {
        let source = try ListSource([Note(0)])
        let recorder = Recorder(source.subscribe())
        try await source.append(Note(1))
        await source.finish()
        let error = try await #require(throws: RecorderError.self) { try await recorder.record(until: .count(3)) }
        #expect(error.code == .ended && error.recordedCount == 1 && error.lastVersion?.number == 2)
        #expect(
            "\(error)"
                == "Awaited 3 more updates, but the sequence ended (recorded in all: 1, the last seen commit is v2)"
        )
        #expect(try await recorder.record(until: .count(1)).count == 1)
    }

    @Test(arguments: [0, -1, .min])
    func `a recording of no updates asserts nothing, and says so`(count: Int) async throws {
        let source = try ListSource([Note(0)])
        let recorder = Recorder(source.subscribe())
        try await source.append(Note(1))
        let error = try await #require(throws: RecorderError.self) { try await recorder.record(until: .count(count)) }
        #expect(error.code == .emptyCount)
        #expect("\(error)".contains("\(count) more updates") && "\(error)".contains("record until .settled"))
        #expect(try await recorder.record(until: .settled).count == 1)
    }

    @Test(arguments: ["count", "version", "satisfied", "snapshot"])
    func `no condition outlives the end`(condition: String) async throws {
        let source = try ListSource([Note(0)])
        let recorder = Recorder(source.subscribe())
        await source.finish()
        let conditions: [String: Recorder<ListSnapshot<Note>>.Condition] = [
            "count": .count(1),
            "version": .version(Version(epoch: source.hub.version.epoch, number: 99)),
            "satisfied": .satisfied { _ in true },
            "snapshot": .snapshot { _ in false },
        ]
        let error = try await #require(throws: RecorderError.self) {
            try await recorder.record(until: try #require(conditions[condition]))
        }
        #expect(error.code == .ended)
    }

    @Test func `an error of the sequence is handed on, and what came before it stays`() async throws {
        let source = try ListSource([Note(0)])
        let recorder = Recorder(FailingSequence(wrapping: source.updates(), failingAt: 1, with: Lost()))
        for condition in [.count(2), .finished, .satisfied { $0.after.isEmpty }]
            as [Recorder<ListSnapshot<Note>>.Condition]
        {
            let error = try await #require(throws: RecorderError.self) { try await recorder.record(until: condition) }
            #expect(error.code == .failed && error.underlyingError is Lost && error.recordedCount == 1)
            #expect("\(error)".contains("the sequence threw Lost()"))
        }
        #expect(try await recorder.record(until: .count(1)).count == 1)
    }

    @Test(arguments: someSeeds)
    func `a call that is cancelled says so, and the recording goes on`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let source = try ListSource([Note(0)])
            let recorder = Recorder(source.subscribe())
            // Two of them: the one that pulls, and one that waits and then has to take over or go as well.
            let tasks = (0..<2).map { _ in
                Task(executorPreference: executor) {
                    do throws(RecorderError) {
                        try await recorder.record(until: .finished)
                        return nil as RecorderError.Code?
                    } catch {
                        return error.code
                    }
                }
            }
            if seed % 2 == 0 { try await executor.clock.sleep(for: .zero) }
            tasks[Int(seed / 2 % 2)].cancel()
            #expect(await tasks[Int(seed / 2 % 2)].value == .cancelled, "seed \(seed)")
            try await source.append(Note(1))
            #expect(try await recorder.record(until: .settled).count == 1, "seed \(seed)")
            await source.finish()
            #expect(await tasks[Int(1 - seed / 2 % 2)].value == nil, "seed \(seed)")
        }
    }

    @Test func `a version of another source is refused, not waited for`() async throws {
        let (source, other) = (try ListSource([Note(0)]), try ListSource([Note(0)]))
        let recorder = Recorder(source.subscribe())
        let error = try await #require(throws: RecorderError.self) {
            try await recorder.record(until: .version(other.hub.version))
        }
        #expect(error.code == .foreignVersion && "\(error)".contains("belongs to another source"))
    }

    @Test func `whether a sequence has more cannot be told`() async throws {
        let source = try ListSource([Note(0)])
        let error = try await #require(throws: RecorderError.self) {
            try await Recorder(source.updates()).record(until: .settled)
        }
        #expect(error.code == .notASubscription && "\(error)".contains("does not say whether there is more"))
    }
}
