import DataSourcesTesting
import TestKit
import Testing

struct `What stays on the executor` {
    @Test func `child tasks of a group and their children`() throws {
        try expectSameRuns { _ in
            await withTaskGroup(of: [Int].self) { group in
                for tens in 0..<4 {
                    group.addTask {
                        await withTaskGroup { inner in
                            for ones in 0..<3 {
                                inner.addTask { tens * 10 + ones }
                            }
                            return await inner.reduce(into: []) { $0.append($1) }
                        }
                    }
                }
                return await group.reduce(into: []) { $0 += $1 }
            }
        }
    }

    @Test func `async let`() throws {
        let orders = try expectSameRuns { _ in
            let order = Shared<[String]>([])
            async let left: Void = order.change { $0.append("left") }
            async let right: Void = order.change { $0.append("right") }
            _ = await (left, right)
            return order.value
        }
        #expect(Set(orders) == [["left", "right"], ["right", "left"]])
    }

    @Test func `calls to default actors`() throws {
        try expectSameRuns { _ in
            let log = Log()
            await withTaskGroup { group in
                for number in 0..<4 {
                    group.addTask {
                        await log.append(number)
                        await log.append(number)
                    }
                }
            }
            return await log.numbers
        }
    }

    @Test func `an actor that runs on it`() throws {
        try expectSameRuns { executor in
            let log = PinnedLog(executor: executor)
            await withTaskGroup { group in
                for number in 0..<4 {
                    group.addTask { await log.append(number) }
                }
            }
            return await log.numbers
        }
    }

    @Test func `a stream that is fed by another task`() throws {
        try expectSameRuns { _ in
            let (stream, feed) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(2))
            async let fed: Void = {
                for number in 0..<10 {
                    feed.yield(number)
                    // Who goes first is the seed's choice; with a sleep it would always be the reader.
                    await giveWay()
                }
                feed.finish()
            }()
            let seen = await stream.reduce(into: []) { $0.append($1) }
            await fed
            return seen
        }
    }

    @Test func `a stream that asks an actor for each element`() throws {
        try expectSameRuns { _ in
            let log = Log()
            let stream = AsyncStream { await log.next(below: 10) }
            return await stream.reduce(into: []) { $0.append($1) }
        }
    }

    @Test func `tasks with an executor preference`() throws {
        let orders = try expectSameRuns { executor in
            let order = Shared<[Int]>([])
            let tasks = (0..<3).map { number in
                Task(executorPreference: executor) { order.change { $0.append(number) } }
            }
            for task in tasks { await task.value }
            return order.value
        }
        #expect(Set(orders).count == 6)
    }

    @Test func `a continuation that another task resumes`() throws {
        let answers = try expectSameRuns { executor in
            await withCheckedContinuation { continuation in
                executor.start {
                    await executor.settle()
                    continuation.resume(returning: "resumed")
                }
            }
        }
        #expect(answers.allSatisfy { $0 == "resumed" })
    }
}

private actor Log {
    private(set) var numbers: [Int] = []

    func append(_ number: Int) {
        numbers.append(number)
    }

    func next(below end: Int) -> Int? {
        guard numbers.count < end else { return nil }
        numbers.append(numbers.count)
        return numbers.count
    }
}

private actor PinnedLog {
    private let executor: SeededExecutor
    private(set) var numbers: [Int] = []

    init(executor: SeededExecutor) {
        self.executor = executor
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    func append(_ number: Int) {
        preconditionIsolated()
        numbers.append(number)
    }
}
