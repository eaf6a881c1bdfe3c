import DataSources
import DataSourcesTesting
import Testing

/// A model of an app, tested in a module in which everything is on the main actor that says nothing else.
struct ModelTests {
    @Test func `two loads at once leave the newer result`() throws {
        let failed = SeededExecutor.firstFailure(seeds: 0..<1_000) { executor in
            let model = Model()
            executor.start { await model.load("old", after: .seconds(1), on: executor.clock) }
            executor.start { await model.load("new", after: .seconds(1), on: executor.clock) }
            try await executor.clock.sleep(for: .seconds(2))
            #expect(await model.text == "new")
        }
        #expect(failed?.isReproducible == true)
        #expect(failed?.isMinimal == true)
    }

    @Test(arguments: 0..<50 as Range<UInt64>) func `a model follows a source`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let source = ListSource<Note>()
            let model = Model()
            let reader = executor.start(name: "reader") { await model.follow(source) }
            async let one = source.append(Note(id: 1))
            async let other = source.append(Note(id: 2))
            _ = try await (one, other)
            await executor.settle()
            #expect(await model.notes == source.snapshot.map(\.self))
            reader.cancel()
        }
    }

    @Test func `a recorder, a leak check and a manual clock`() async throws {
        let source = ListSource<Note>()
        let changes = try await withRecorder(source.subscribe()) { recorder in
            try await recorder.record(until: .version(source.append(Note(id: 1))))
            return recorder.updates.map(\.changes)
        }
        #expect(changes == [ListChanges(insertions: [0])])
        try await expectNoLeaks(cycles: 10) { leaks in
            let source = leaks.watch(try ListSource([leaks.item(1)]))
            try await source.append(leaks.item(2))
        }
        let (clock, model) = (ManualClock(), Model())
        let load = Task { await model.load("text", after: .seconds(1), on: clock) }
        await clock.sleepersReach(1)
        clock.advance(by: .seconds(1))
        await load.value
        #expect(model.text == "text")
    }

    @Test func `updates are valid and a display accepts them`() async throws {
        let source = try ListSource([Note(id: 1), Note(id: 2)])
        let subscription = source.subscribe()
        try await source.move(id: 2, to: 0)
        await source.finish()
        for await update in subscription.validating() { expectAccepted(update) }
    }
}

nonisolated struct Note: Identifiable, Equatable, Sendable {
    let id: Int
}

final class Model {
    private(set) var text = ""
    private(set) var notes: [Note] = []

    nonisolated init() {}

    func load(_ text: String, after duration: Duration, on clock: some Clock<Duration>) async {
        try? await clock.sleep(for: duration)
        self.text = text
    }

    func follow(_ source: ListSource<Note>) async {
        let subscription = source.subscribe()
        notes = subscription.snapshot.map(\.self)
        for await update in subscription { notes = update.after.map(\.self) }
    }
}
