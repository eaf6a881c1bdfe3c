import DataSources
import DataSourcesTesting
import Testing

/// Recorders of derived sources, which compute nothing until they are asked.
struct DerivedRecorderTests {
    private let source: ListSource<Note>
    private let derived: DerivedSource<ListSnapshot<Note>>

    init() throws {
        source = try ListSource([Note(0)])
        derived = source.filter { $0.id < 100 }.sorted { $0.id > $1.id }
    }

    @Test func `settled: everything that is new upstream has been seen`() async throws {
        let recorder = Recorder(await derived.subscribe())
        #expect(try await recorder.record(until: .settled).isEmpty)
        try await source.append(Note(1))
        #expect(try await recorder.record(until: .settled).map(\.after.count) == [2])
        #expect(try await recorder.record(until: .settled).isEmpty)
        // It changes nothing here.
        try await source.append(Note(100))
        #expect(try await recorder.record(until: .settled).isEmpty)
        source.suspendPublishing()
        try await source.append(Note(2))
        #expect(try await recorder.record(until: .settled).isEmpty)
        await source.finish()
        #expect(try await recorder.record(until: .settled).map(\.after.count) == [3])
    }

    @Test(arguments: someSeeds)
    func `settled, beside a consumer that reads all the time`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { _ in
            try await withRecorder(await derived.subscribe()) { recorder in
                for id in 1..<5 {
                    try await source.append(Note(id))
                    try await recorder.record(until: .settled)
                    #expect(recorder.snapshot.count == id + 1, "seed \(seed)")
                }
            }
        }
    }

    @Test func `version: a receipt of an origin`() async throws {
        let recorder = Recorder(await derived.subscribe())
        let receipt = try await source.append(Note(1))
        #expect(try await recorder.record(until: .version(receipt)).map(\.after.count) == [2])
        #expect(try await recorder.record(until: .version(receipt)).isEmpty)
        // It changes nothing here.
        #expect(try await recorder.record(until: .version(try await source.append(Note(100)))).isEmpty)
    }

    @Test(arguments: someSeeds)
    func `version: a receipt of an origin that is held back is waited for`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let recorder = Recorder(await derived.subscribe())
            source.suspendPublishing()
            let receipt = try await source.append(Note(1))
            executor.start {
                await executor.settle()
                source.resumePublishing()
            }
            #expect(try await recorder.record(until: .version(receipt)).count == 1, "seed \(seed)")
        }
    }

    @Test func `version: one that comes neither here nor upstream says what to use instead`() async throws {
        let other = try ListSource([Note(0)])
        let recorder = Recorder(await derived.subscribe())
        let error = try await #require(throws: RecorderError.self) {
            try await recorder.record(until: .version(other.hub.version))
        }
        #expect(error.code == .foreignVersion && "\(error)".contains("record until .settled"))
        let never = Version(epoch: source.hub.version.epoch, number: 1_000)
        await source.finish()
        let end = try await #require(throws: RecorderError.self) {
            try await recorder.record(until: .version(never))
        }
        #expect(end.code == .ended)
    }

    @Test(arguments: [true, false])
    func `a cancelled task does not learn what is new upstream, and says so`(isSettled: Bool) async throws {
        let recorder = Recorder(await derived.subscribe())
        let receipt = try await source.append(Note(1))
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await #expect(throws: RecorderError.self) {
                try await recorder.record(until: isSettled ? .settled : .version(receipt))
            }
        }
        #expect(await task.value?.code == .cancelled)
        #expect(try await recorder.record(until: .settled).count == 1)
    }

    @Test func `no update is expected of a derived source that has one`() async throws {
        let (source, derived) = (source, derived)
        try await expectIssue {
            try await expectNoUpdate(from: derived) { _ = try await source.append(Note(1)) }
        } matching: { (issue: Issue) in
            issue.comments.first?.rawValue.contains("there was an update") == true
        }
        try await expectNoUpdate(from: derived) { _ = try await source.append(Note(100)) }
    }

    @Test func `an expectation of a paused subscription would prove nothing`() async throws {
        let source = source
        try await expectIssue {
            let subscription = source.subscribe()
            subscription.pause()
            try await expectNoUpdate(from: subscription) { _ = try await source.append(Note(1)) }
        } matching: { (issue: Issue) in
            Self.provesNothing(issue)
        }
    }

    @Test func `an expectation of a paused subscription would prove nothing, on the executor either`() throws {
        let source = source
        try expectIssue {
            try SeededExecutor.run(seed: 1) { executor in
                let subscription = source.subscribe()
                subscription.pause()
                try await expectNoUpdate(from: subscription, on: executor) { _ = try await source.append(Note(2)) }
            }
        } matching: { (issue: Issue) in
            Self.provesNothing(issue)
        }
    }

    private static func provesNothing(_ issue: Issue) -> Bool {
        issue.comments.first?.rawValue.contains("proves nothing") == true
    }
}
