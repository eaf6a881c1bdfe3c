import DataSources
import DataSourcesTesting
import Dispatch
import TestKit
import Testing

/// `validating()`: passes everything on, and reports what breaks a law.
struct ValidatedUpdatesTests {
    /// A stream of the updates between lists of books, as they are given.
    private func stream(_ states: [BookList]) -> AsyncStream<Update<BookList>> {
        let updates = zip(states, states.dropFirst()).compactMap { Update(from: $0, to: $1) }
        return AsyncStream { continuation in
            for update in updates { continuation.yield(update) }
            continuation.finish()
        }
    }

    @Test(arguments: someSeeds)
    func `a source's updates pass unchanged and without a word`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let source = try ListSource([Book(0), Book(1)])
            let (plain, checked) = (source.subscribe(), source.subscribe().validating())
            #expect(checked.snapshot == plain.snapshot)
            async let last = {
                var last = checked.snapshot
                for await update in checked {
                    last = update.after
                    try? await executor.clock.sleep(for: .milliseconds(2))
                }
                return last
            }()
            for id in 2..<8 {
                try await source.transaction { list in
                    try list.append(Book(id))
                    try list.move(id: id - 1, to: 0)
                }
                try await executor.clock.sleep(for: .milliseconds(1))
            }
            await source.finish()
            #expect(await last == source.snapshot)
            #expect(checked.lag == 0 && checked.snapshot == source.snapshot)
        }
    }

    @Test func `what breaks a law is reported once and passed on`() async throws {
        let states = try [BookList(books: 0), BookList(books: 0, 1), BookList(books: 0, 1, 2)]
        let reports = Shared<[String]>([])
        let start = try BookList(books: 9)
        let checked = stream(states).validating(startingAt: start) { violation in
            reports.change { $0.append(violation.message) }
        }
        var passed: [BookList] = []
        for await update in checked { passed.append(update.after) }
        #expect(passed == Array(states.dropFirst()))
        let reason = "at 0 there is Book(0), there should be Book(9)"
        #expect(reports.value == ["it does not start from where the one before ended: \(reason)"])
    }

    @Test func `in a test it is an issue where validating is called`() async throws {
        let states = try [BookList(books: 0), BookList(books: 0, 1)]
        let line = #line + 2
        try await expectIssue {
            for await _ in stream(states).validating(startingAt: try BookList(books: 1)) {}
        } matching: { issue in
            issue.sourceLocation?.line == line && issue.comments.first?.rawValue.hasPrefix("law 2 (Chain): ") == true
        }
        let source = try ListSource([Book(0)])
        let subscription = source.subscribe()
        let checked = subscription.validating()
        let subscribed = #line - 1
        try await source.append(Book(1))
        _ = await subscription.next()
        try await source.append(Book(2))
        await source.finish()
        // Somebody else took an update of the same subscription.
        try await expectIssue {
            for await _ in checked {}
        } matching: { issue in
            issue.sourceLocation?.line == subscribed
        }
    }

    @Test func `any start will do when none is given`() async throws {
        let states = try [BookList(books: 0), BookList(books: 0, 1)]
        for await _ in stream(states).validating(startingAt: nil) {}
    }

    @Test func `a loop that is left and begun again is one chain`() async throws {
        let source = try ListSource([Book(0)])
        let checked = source.subscribe().validating()
        try await source.append(Book(1))
        for await _ in checked { break }
        try await source.append(Book(2))
        await source.finish()
        var rest: [Update<BookList>] = []
        for await update in checked.updates { rest.append(update) }
        #expect(rest.map(\.after) == [source.snapshot])
    }

    @Test func `what the sequence throws is thrown`() async throws {
        struct Broken: Error {}
        let (stream, continuation) = AsyncThrowingStream<Update<BookList>, any Error>.makeStream()
        continuation.yield(try #require(Update(from: BookList(), to: try BookList(books: 0))))
        continuation.finish(throwing: Broken())
        var count = 0
        await #expect(throws: Broken.self) {
            for try await _ in stream.validating(startingAt: BookList()) { count += 1 }
        }
        #expect(count == 1)
    }

    @Test func `a consumer stays on its actor, a full check does not`() async throws {
        let states = try [BookList(books: 0), BookList(books: 0, 1)]
        let lane = Lane()
        let wasOnActor = Shared<[Bool]>([])
        for depth in [ValidationDepth.full, .links] {
            let checked = stream(states).validating(startingAt: try BookList(books: 1), depth: depth) { _ in
                wasOnActor.change { $0.append(lane.isCurrent) }
            }
            #expect(await Consumer(lane).consume(checked) == 1)
        }
        #expect(wasOnActor.value == [false, true])
    }

    /// A consumer on an executor of which one can tell whether one is on it.
    private actor Consumer {
        private let lane: Lane
        nonisolated var unownedExecutor: UnownedSerialExecutor { lane.asUnownedSerialExecutor() }

        init(_ lane: Lane) {
            self.lane = lane
        }

        /// How many updates come, each of them on this actor.
        func consume(_ updates: ValidatedUpdates<AsyncStream<Update<BookList>>, BookList>) async -> Int {
            var count = 0
            for await _ in updates where lane.isCurrent { count += 1 }
            return count
        }
    }

    private final class Lane: SerialExecutor {
        private let queue = DispatchQueue(label: "lane")
        private let key = DispatchSpecificKey<Bool>()

        init() {
            queue.setSpecific(key: key, value: true)
        }

        var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
        }
    }
}
