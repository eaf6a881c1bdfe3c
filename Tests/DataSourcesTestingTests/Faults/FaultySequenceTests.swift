import DataSources
import DataSourcesTesting
import Testing

struct `Faulty sequences` {
    private struct Lost: Error {}

    /// The elements until the end, and whether it was one by an error.
    private func consumed<S: AsyncSequence>(_ sequence: S) async -> (elements: [S.Element], hasFailed: Bool)
    where S.Element: Sendable {
        var (elements, iterator) = ([S.Element](), sequence.makeAsyncIterator())
        do {
            while let element = try await iterator.next(isolation: nil) { elements.append(element) }
            return (elements, false)
        } catch {
            #expect(error is Lost)
            var isOver = false
            do { isOver = try await iterator.next(isolation: nil) == nil } catch {}
            #expect(isOver)
            return (elements, true)
        }
    }

    @Test(arguments: [(0, [Int]()), (1, [1]), (3, [1, 2, 3])])
    func `it throws in the place of an element, also of the one after the last`(place: Int, elements: [Int]) async {
        let consumed = await consumed(FailingSequence([1, 2, 3], failingAt: place, with: Lost()))
        #expect(consumed.elements == elements && consumed.hasFailed)
    }

    @Test func `a sequence that ends earlier ends`() async {
        let consumed = await consumed(FailingSequence([1, 2, 3], failingAt: 4, with: Lost()))
        #expect(consumed.elements == [1, 2, 3] && !consumed.hasFailed)
    }

    @Test func `each iterator counts anew`() async {
        let sequence = FailingSequence([1, 2, 3], failingAt: 2, with: Lost())
        for _ in 0..<2 { #expect(await consumed(sequence).elements == [1, 2]) }
    }

    @Test func `it wraps any sequence, and hands on what that throws itself`() async {
        let inner = FailingSequence([1, 2, 3], failingAt: 1, with: Lost())
        #expect(
            await consumed(FailingSequence(wrapping: inner, failingAt: 2, with: CancellationError())).elements == [1])
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        for element in 0..<5 { continuation.yield(element) }
        #expect(await consumed(FailingSequence(wrapping: stream, failingAt: 2, with: Lost())).elements == [0, 1])
    }

    @Test func `a source that follows one keeps its last good state`() async throws {
        let source = ListSource<Note>()
        let states = [[Note(1)], [Note(1), Note(2)], []]
        await #expect(throws: Lost.self) {
            try await source.follow(FailingSequence(states, failingAt: 2, with: Lost()))
        }
        #expect(source.snapshot.map(\.id) == [1, 2])
    }

    @Test func `pauses come before each element, and not before the end`() throws {
        try SeededExecutor.run(seed: 1) { executor in
            var times: [Int64] = []
            for try await element in PausingSequence(1...3, pausing: .seconds(2), clock: executor.clock) {
                times.append(executor.clock.now.sinceStart.components.seconds)
                #expect(times.count == element)
            }
            #expect(times == [2, 4, 6] && executor.clock.now.sinceStart == .seconds(6))
        }
    }

    @Test func `a pause that is cancelled throws`() throws {
        try SeededExecutor.run(seed: 1) { executor in
            let task = Task(executorPreference: executor) {
                for try await _ in PausingSequence(1...3, pausing: .seconds(2), clock: executor.clock) {}
            }
            try await executor.clock.sleep(for: .seconds(3))
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(executor.clock.now.sinceStart == .seconds(3))
        }
    }

    @Test func `faults of sequences combine`() throws {
        try SeededExecutor.run(seed: 1) { executor in
            let failing = FailingSequence([[Note(1)], [Note(2)]], failingAt: 1, with: Lost())
            let source = ListSource<Note>()
            await #expect(throws: Lost.self) {
                try await source.follow(PausingSequence(wrapping: failing, pausing: .seconds(1), clock: executor.clock))
            }
            #expect(source.snapshot.map(\.id) == [1] && executor.clock.now.sinceStart == .seconds(1))
        }
    }
}
