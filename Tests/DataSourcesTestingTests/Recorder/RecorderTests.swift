import DataSources
import DataSourcesTesting
import TestKit
import Testing

struct `Recording until a condition` {
    @Test func `it keeps every update and state, and tells those of a call from those of the calls before`()
        async throws
    {
        let source = try ListSource([Note(0)])
        let recorder = Recorder(source.subscribe())
        #expect(recorder.updates.isEmpty && recorder.snapshots.map(\.count) == [1])
        try await source.append(Note(1))
        let first = try await recorder.record(until: .count(1))
        try await source.append(Note(2))
        let last = try await source.append(Note(3))
        let second = try await recorder.record(until: .count(1))
        #expect(first.map(\.changes) == [ListChanges(insertions: [1])])
        #expect(second.map(\.changes) == [ListChanges(insertions: [2, 3])])
        #expect(recorder.updates == first + second)
        #expect(recorder.snapshots.map(\.count) == [1, 2, 4] && recorder.snapshot == source.snapshot)
        #expect(recorder.version == last)
    }

    @Test(arguments: someSeeds)
    func `count: so many updates, and what comes beyond is left for the next call`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let source = ListSource<Note>()
            let recorder = Recorder(source.subscribe())
            async let writer: Void = {
                for id in 0..<10 {
                    try await executor.clock.sleep(for: .milliseconds(1))
                    try await source.append(Note(id))
                }
            }()
            let pulled = try await recorder.record(until: .count(3))
            #expect(pulled.count == 3, "seed \(seed)")
            async let pump = recorder.record(until: .finished)
            let more = try await recorder.record(until: .count(4))
            try await writer
            await source.finish()
            let rest = try await pump
            #expect(more.count == 4, "seed \(seed)")
            #expect(pulled + more + rest == recorder.updates && recorder.snapshot.count == 10, "seed \(seed)")
        }
    }

    @Test func `version: also when it comes to nothing, and at once when the recorder is there`() async throws {
        let source = try ListSource([Note(0)])
        let recorder = Recorder(source.subscribe())
        #expect(try await recorder.record(until: .version(source.hub.version)).isEmpty)
        let nothing = try await source.comeAndGo()
        #expect(try await recorder.record(until: .version(nothing)).isEmpty)
        #expect(recorder.version == nothing && recorder.updates.isEmpty)
        let something = try await source.append(Note(1))
        #expect(try await recorder.record(until: .version(something)).map(\.changes) == [ListChanges(insertions: [1])])
        #expect(try await recorder.record(until: .version(nothing)).isEmpty)
    }

    @Test(arguments: someSeeds)
    func `version: a commit that is held back is waited for, although it comes to nothing`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let source = try ListSource([Note(0)])
            let recorder = Recorder(source.subscribe())
            source.suspendPublishing()
            let receipt = try await source.comeAndGo()
            let isResumed = Shared(false)
            async let resumption: Void = {
                try await executor.clock.sleep(for: .seconds(1))
                isResumed.change { $0 = true }
                source.resumePublishing()
            }()
            #expect(try await recorder.record(until: .version(receipt)).isEmpty)
            #expect(isResumed.value, "seed \(seed)")
            try await resumption
        }
    }

    @Test func `settled: what is there at the moment, if anything; not what is held back`() async throws {
        let source = try ListSource([Note(0)])
        let recorder = Recorder(source.subscribe())
        #expect(try await recorder.record(until: .settled).isEmpty)
        try await source.comeAndGo()
        #expect(try await recorder.record(until: .settled).isEmpty)
        #expect(recorder.version == source.hub.version)
        try await source.append(Note(1))
        #expect(try await recorder.record(until: .settled).count == 1)
        source.suspendPublishing()
        try await source.append(Note(2))
        #expect(try await recorder.record(until: .settled).isEmpty)
        await source.finish()
        #expect(try await recorder.record(until: .settled).count == 1)
        #expect(try await recorder.record(until: .settled).isEmpty)
    }

    @Test func `finished: everything that is left`() async throws {
        let source = try ListSource([Note(0)])
        let recorder = Recorder(source.subscribe())
        try await source.append(Note(1))
        await source.finish()
        #expect(try await recorder.record(until: .finished).count == 1)
        #expect(try await recorder.record(until: .finished).isEmpty)
    }

    @Test(arguments: someSeeds)
    func `satisfied: asks once for each update, and returns up to the one that will do`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let (source, asked) = (ListSource<Note>(), Shared<[Int]>([]))
            let recorder = Recorder(source.subscribe())
            async let writer: Void = {
                for id in 0..<10 {
                    try await executor.clock.sleep(for: .milliseconds(1))
                    try await source.append(Note(id))
                }
            }()
            let updates = try await recorder.record(
                until: .satisfied { update in
                    asked.change { $0.append(update.after.count) }
                    return update.after.count == 4
                }
            )
            #expect(updates.last?.after.count == 4 && asked.value == updates.map(\.after.count), "seed \(seed)")
            let next = try await recorder.record(until: .satisfied { $0.after.count > 3 })
            #expect(next.first?.after.count == 5, "seed \(seed): an update was returned twice")
            try await writer
        }
    }

    @Test(arguments: someSeeds)
    func `snapshot: the state that was returned last counts, and all that follow`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let source = try ListSource([Note(0)])
            let recorder = Recorder(source.subscribe())
            #expect(try await recorder.record(until: .snapshot { $0.count == 1 }).isEmpty)
            async let writer: Void = {
                for id in 1..<10 { try await source.append(Note(id)) }
            }()
            let updates = try await recorder.record(until: .snapshot { $0.count > 6 })
            #expect(updates.last.map { $0.after.count > 6 } == true, "seed \(seed)")
            #expect(updates.dropLast().allSatisfy { $0.after.count <= 6 }, "seed \(seed)")
            #expect(try await recorder.record(until: .snapshot { $0.count > 6 }).isEmpty)
            try await writer
        }
    }

    @Test func `a sequence of updates is recorded as well`() async throws {
        let source = try ListSource([Note(0)])
        let recorder = Recorder(source.updates())
        #expect(try await recorder.record(until: .count(1)).map(\.changes) == [ListChanges(insertions: [0])])
        let receipt = try await source.append(Note(1))
        #expect(try await recorder.record(until: .version(receipt)).count == 1)
        await source.finish()
        #expect(try await recorder.record(until: .finished).isEmpty)
        #expect(recorder.snapshots.map(\.count) == [0, 1, 2])
        let kept = Recorder(source.updates(since: source.snapshot), startingWith: source.snapshot)
        #expect(try await kept.record(until: .finished).isEmpty && kept.snapshot.count == 2)
    }

    @Test func `a condition that never holds is a deadlock on the executor`() throws {
        let source = try ListSource([Note(0)])
        let executor = SeededExecutor(seed: 1)
        let ended = Shared<RecorderError.Code?>(nil)
        #expect(throws: SeededExecutor.Deadlock.self) {
            try executor.run { _ in
                do throws(RecorderError) {
                    try await Recorder(source.subscribe()).record(until: .count(1))
                } catch {
                    ended.change { [code = error.code] in $0 = code }
                }
            }
        }
        try executor.run { _ in await source.finish() }
        #expect(ended.value == .ended)
    }
}
