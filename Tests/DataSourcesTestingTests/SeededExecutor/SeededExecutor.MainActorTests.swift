import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// The main actor is part of a run that is started on it, and is not kept from it by the run.
@MainActor @Suite(.timeLimit(.minutes(5)))
struct `Runs on the main actor` {
    @Test func `what a scenario does on the main actor is explored and shrunk, and the line runs it again`() throws {
        let found = SeededExecutor.firstFailure(seeds: 0..<1_000, Self.overwritten)
        let failed = try #require(found)
        #expect(failed.isReproducible)
        #expect(failed.isMinimal)
        #expect(failed.failure.contains("model.count == 2"))
        let again = SeededExecutor(schedule: failed.schedule)
        let count = try again.run { executor in await Self.count(on: executor) }
        #expect(count == 1)
        #expect(again.schedule == failed.schedule)
    }

    @Test func `the seed orders main actor and other code alike, and the same seed does so again`() throws {
        let orders = try expectSameRuns { executor in
            let (order, model) = (Shared<[Int]>([]), Model())
            for number in 0..<4 {
                executor.start {
                    if number % 2 == 0 {
                        await model.note(number, in: order)
                    } else {
                        order.change { $0.append(number) }
                    }
                }
            }
            await executor.settle()
            return order.value
        }
        #expect(Set(orders).count > 10)
        #expect(orders.allSatisfy { $0.sorted() == [0, 1, 2, 3] })
    }

    @Test func `code of the main actor knows that it is there, and all else that it is not`() throws {
        try SeededExecutor.explore(seeds: 0..<20) { executor in
            await MainActor.run { MainActor.preconditionIsolated() }
            await Model().checksWhereItIs()
            #expect(await Inventory().isOnMainActor == false)
            // One that is isolated to the main actor as a whole.
            await Task(executorPreference: executor) { @MainActor in MainActor.preconditionIsolated() }.value
        }
    }

    @Test func `a task that code of the main actor makes is part of the run, wherever it goes`() throws {
        try SeededExecutor.explore(seeds: someSeeds) { executor in
            let (model, sum) = (Model(), Shared(0))
            await model.addLater()
            await MainActor.run {
                _ = Task {
                    let found = await Inventory().sum(1, 2)
                    sum.change { $0 = found }
                }
            }
            await executor.settle()
            #expect(await model.count == 2)
            #expect(sum.value == 3)
        }
    }

    @Test func `a view model that follows a source in a task of its own`() throws {
        try SeededExecutor.explore(seeds: 0..<200) { executor in
            let source = ListSource<Row>()
            let model = await ViewModel(source)
            async let one = source.append(Row(id: 1))
            async let other = source.append(Row(id: 2))
            _ = try await (one, other)
            await executor.settle()
            #expect(await model.rows == source.snapshot.map(\.self))
            await model.stop()
        }
    }

    @Test func `a failed expectation is recorded where it stands, also on the main actor`() async throws {
        let line = #line + 5
        try await expectIssue { @MainActor in
            await giveWay()
            do {
                try SeededExecutor.explore(seeds: 0..<10) { executor in
                    #expect(await ViewModel(ListSource()).found == "never")
                }
            } catch is ExpectationFailedError {
                // It has been recorded.
            }
        } matching: { issue in
            issue.sourceLocation?.line == line
                && issue.comments.contains { $0.rawValue.contains("To see it again: SeededExecutor.run(schedule: ") }
        }
    }

    @Test func `a view model whose older search may win is found out, and the tasks are named`() throws {
        let found = SeededExecutor.firstFailure(seeds: 0..<1_000) { executor in
            let model = await ViewModel(ListSource())
            executor.start(name: "typing") {
                await model.search("a")
                await model.search("ab")
            }
            await executor.settle()
            #expect(await model.found == "ab")
        }
        let failed = try #require(found)
        #expect(failed.isReproducible)
        #expect(failed.overtakings.count == failed.schedule.deviations.count)
        #expect("\(failed)".contains("a task of \"typing\" runs before a task of \"typing\""))
    }

    @Test func `sources, subscriptions and a consumer on the main actor`() throws {
        try SeededExecutor.explore(seeds: 0..<100) { executor in
            let source = ListSource<Row>()
            let model = Model()
            let reader = executor.start(name: "reader") { await model.follow(source) }
            async let one = source.append(Row(id: 1))
            async let other = source.append(Row(id: 2))
            source.submit { try? $0.append(Row(id: 3)) }
            _ = try await (one, other)
            await executor.settle()
            #expect(await model.rows == source.snapshot.map(\.self))
            #expect(await model.rows.count == 3)
            reader.cancel()
        }
    }

    @Test func `a body that is isolated to the main actor`() throws {
        let model = Model()
        try SeededExecutor.explore(seeds: 0..<20) { @MainActor executor in
            model.count = 0
            async let one: Void = model.add(after: .seconds(1), on: executor)
            async let other: Void = model.add(after: .seconds(1), on: executor)
            _ = try await (one, other)
            #expect(model.count == 2)
        }
    }

    @Test func `nobody else gets to run on the main actor meanwhile`() async throws {
        let model = Model()
        let other = Task { model.count += 1 }
        try SeededExecutor.run(seed: 1) { executor in
            await model.checksWhereItIs()
            try await executor.clock.sleep(for: .seconds(1_000))
            #expect(await model.count == 0)
        }
        await other.value
        #expect(model.count == 1)
    }

    @Test func `a task of the main actor that is older than the run is woken by it, and goes on after it`() async throws
    {
        let (model, gate) = (Model(), Gate())
        let (asleep, sleeps) = AsyncStream.makeStream(of: Void.self)
        let outside = Task {
            await gate.pass { sleeps.finish() }
            model.count += 1
        }
        for await _ in asleep {}
        try SeededExecutor.run(seed: 1) { executor in
            gate.open()
            try await executor.clock.sleep(for: .seconds(1))
            #expect(await model.count == 0)
        }
        await outside.value
        #expect(model.count == 1)
    }

    @Test func `a run within a run, on the main actor and off it`() throws {
        for seed in 0..<20 as Range<UInt64> {
            let count = try SeededExecutor.run(seed: seed) { outer in
                let model = Model()
                async let before: Void = model.add(after: .seconds(1), on: outer)
                try SeededExecutor.run(seed: seed + 1) { inner in
                    try await model.add(after: .seconds(1), on: inner)
                }
                try await MainActor.run {
                    try SeededExecutor.explore(seeds: 0..<3) { inner in
                        try await model.add(after: .seconds(1), on: inner)
                    }
                }
                try await before
                return await model.count
            }
            #expect(count == 5, "seed \(seed)")
        }
    }

    @Test func `after a run the main actor is what it was`() async throws {
        let model = Model()
        try SeededExecutor.run(seed: 1) { _ in await model.checksWhereItIs() }
        MainActor.preconditionIsolated()
        await Task.detached { await model.checksWhereItIs() }.value
        await Task { model.checksWhereItIs() }.value
        model.checksWhereItIs()
    }

    @Test func `what waits on the main actor at the end of a run goes on in the next one`() throws {
        let (executor, model, gate) = (SeededExecutor(seed: 1), Model(), Gate())
        try executor.run { executor in
            executor.start {
                await model.pass(gate)
            }
            await executor.settle()
        }
        gate.open()
        #expect(model.count == 0)
        try executor.run { _ in }
        #expect(model.count == 1)
    }

    @Test func `what still waits when its executor is gone goes on on the main actor`() async throws {
        let (model, gate) = (Model(), Gate())
        let waiting = Shared<Task<Void, Never>?>(nil)
        try SeededExecutor.run(seed: 1) { executor in
            let task = await model.start(gate); waiting.change { $0 = task }
            await executor.settle()
        }
        // Others get what the executor left.
        try SeededExecutor.explore(seeds: 0..<3) { _ in await model.checksWhereItIs() }
        try SeededExecutor.run(seed: 2) { _ in
            gate.open()
            #expect(await model.count == 0)
        }
        await waiting.value?.value
        #expect(model.count == 1)
    }

    @Test func `a recorder, a leak check and a manual clock`() async throws {
        let source = ListSource<Row>()
        let count = try await withRecorder(source.subscribe()) { recorder in
            try await recorder.record(until: .version(source.append(Row(id: 1))))
            return recorder.updates.count
        }
        #expect(count == 1)
        try await expectNoLeaks(cycles: 20) { leaks in
            let source = leaks.watch(try ListSource([leaks.item(1)]))
            let task = Task { for await _ in source.subscribe() {} }
            try await source.append(leaks.item(2))
            task.cancel()
            await task.value
        }
        let (clock, model) = (ManualClock(), Model())
        let sleeper = Task {
            try await clock.sleep(for: .seconds(5)); model.count += 1
        }
        await clock.sleepersReach(1)
        try await clock.advance(by: .seconds(9)) {
            if clock.now >= .start.advanced(by: .seconds(5)) { try await sleeper.value }
        }
        #expect(model.count == 1)
        try SeededExecutor.explore(seeds: 0..<5) { executor in
            let clock = ManualClock()
            executor.start { try? await model.add(after: .seconds(1), on: clock) }
            await clock.sleepersReach(1)
            clock.advance(by: .seconds(1))
            await executor.settle()
        }
        #expect(model.count == 6)
    }

    // MARK: Helpers

    /// Two tasks that read a count on the main actor, wait, and write it back.
    @Sendable private static nonisolated func overwritten(_ executor: SeededExecutor) async {
        let model = Model()
        async let one: Void = model.addSlowly()
        async let other: Void = model.addSlowly()
        _ = await (one, other)
        #expect(await model.count == 2)
    }

    @Sendable private static nonisolated func count(on executor: SeededExecutor) async -> Int {
        let model = Model()
        async let one: Void = model.addSlowly()
        async let other: Void = model.addSlowly()
        _ = await (one, other)
        return await model.count
    }
}

@MainActor private final class Model {
    var count = 0
    var rows: [Row] = []

    nonisolated init() {}

    func note(_ number: Int, in order: Shared<[Int]>) { order.change { $0.append(number) } }

    func add(after duration: Duration, on executor: SeededExecutor) async throws {
        try await add(after: duration, on: executor.clock)
    }

    func add(after duration: Duration, on clock: some Clock<Duration>) async throws {
        try await clock.sleep(for: duration)
        count += 1
    }

    func addSlowly() async {
        let old = count
        await giveWay()
        count = old + 1
    }

    func addLater() {
        Task {
            count += 1
            Task { count += 1 }
        }
    }

    func follow(_ source: ListSource<Row>) async {
        let subscription = source.subscribe()
        rows = subscription.snapshot.map(\.self)
        for await update in subscription { rows = update.after.map(\.self) }
    }

    func pass(_ gate: Gate) async {
        await gate.pass()
        count += 1
    }

    func start(_ gate: Gate) -> Task<Void, Never> {
        Task { await pass(gate) }
    }

    func checksWhereItIs() { MainActor.preconditionIsolated() }
}

private struct Row: Identifiable, Equatable {
    let id: Int
}

actor Inventory {
    var isOnMainActor: Bool { #isolation === MainActor.shared }

    func sum(_ one: Int, _ other: Int) -> Int { one + other }
}

/// A model that starts tasks of its own, as those of apps do.
@MainActor
private final class ViewModel {
    private(set) var rows: [Row] = []
    private(set) var found = ""
    private var following: Task<Void, Never>?

    init(_ source: ListSource<Row>) {
        following = Task { [weak self] in
            let subscription = source.subscribe()
            self?.rows = subscription.snapshot.map(\.self)
            for await update in subscription { self?.rows = update.after.map(\.self) }
        }
    }

    func stop() {
        following?.cancel()
    }

    /// Shows what it finds, even if a later search has been faster: a bug.
    func search(_ text: String) {
        Task {
            let result = await Inventory().result(of: text)
            found = result
        }
    }
}

extension Inventory {
    fileprivate func result(of text: String) -> String { text }
}
