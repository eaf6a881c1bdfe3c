import DataSources
import TestKit
import Testing

/// Laws 2, 9, 13 and 16 on real threads, where cancellation and commits come at any instruction.
struct ThreadLaws {
    @Test func `10,000 subscribers, some of them cancelled, and 8 writers: chains hold and the living reach the end`()
        async throws
    {
        let source = try ListSource((0..<5).map { Row($0) })
        let ends = try await withThrowingTaskGroup(of: ListSnapshot<Row>?.self) { group in
            let subscribers = (0..<10_000).map { number in
                let subscription = source.subscribe()
                return Task {
                    var last = subscription.snapshot
                    func given(_ update: Update<ListSnapshot<Row>>) {
                        if update.before != last || update.changes.isEmpty { Issue.record("consumer \(number): law 2") }
                        last = update.after
                    }
                    if number % 2 == 0 {
                        for await update in subscription { given(update) }
                    } else {
                        for await update in subscription.updates { given(update) }
                    }
                    if subscription.snapshot != last { Issue.record("consumer \(number): an update was lost") }
                    return Task.isCancelled ? nil : last
                }
            }
            try await withThrowingTaskGroup(of: Void.self) { writers in
                for writer in 0..<8 {
                    writers.addTask {
                        for step in 0..<4 {
                            try await source.append(Row(writer * 100 + step + 10))
                            if step % 5 == 0 { try await source.remove(id: writer * 100 + step + 10) }
                        }
                    }
                }
                writers.addTask {
                    for number in stride(from: 0, to: 10_000, by: 3) { subscribers[number].cancel() }
                }
                try await writers.waitForAll()
            }
            await source.finish()
            for subscriber in subscribers { group.addTask { await subscriber.value } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let last = source.snapshot
        #expect(last.count == 5 + 8 * 3)
        #expect(ends.allSatisfy { $0 == nil || $0 == last })
        #expect(ends.count { $0 != nil } >= 6666)
        #expect(source.hub.demandCount == 0)
    }

    @Test func `several tasks on each of 200 subscriptions, some cancelled: every update goes to one, none is lost`()
        async throws
    {
        let source = try ListSource([Row(0)])
        let subscriptions = (0..<200).map { _ in source.subscribe() }
        let given = Shared<[[(UInt64, UInt64)]]>(Array(repeating: [], count: 200))
        let tasks = subscriptions.enumerated().flatMap { place, subscription in
            (0..<4).map { _ in
                Task {
                    for await update in subscription {
                        let step = (update.before.version?.number ?? 0, update.after.version?.number ?? 0)
                        given.change { $0[place].append(step) }
                    }
                }
            }
        }
        for id in 1..<300 {
            try await source.append(Row(id))
            if id < 200 { tasks[id * 4 + id % 4].cancel() }
        }
        await source.finish()
        for task in tasks { await task.value }
        for (steps, subscription) in zip(given.value, subscriptions) {
            // Two tasks may note their updates in another order than they were given them.
            let sorted = steps.sorted { $0 < $1 }
            #expect(sorted.first?.0 == 1 && sorted.last?.1 == 300)
            #expect(zip(sorted, sorted.dropFirst()).allSatisfy { $0.1 == $1.0 })
            #expect(subscription.lag == 0)
        }
        #expect(source.hub.demandCount == 0)
    }

    @Test func `law 13: an ask that is cancelled as it begins to wait ends`() async throws {
        let source = try ListSource([Row(0)])
        let subscription = source.subscribe()
        for delay in 0..<20_000 {
            let task = Task { await subscription.next() }
            for _ in 0..<(delay % 200) { _ = subscription.lag }
            task.cancel()
            #expect(await task.value == nil)
        }
        #expect(source.hub.demandCount == 0)
    }

    @Test func `lag is never negative while the consumer moves on`() async throws {
        let hub = SnapshotHub<ListSnapshot<Row>>()
        let subscription = hub.subscribe()
        let isDone = Shared(false)
        async let least = {
            var least = 0
            while !isDone.value { least = min(least, subscription.lag) }
            return least
        }()
        for id in 0..<10_000 {
            hub.publish(try ListSnapshot([Row(id)]))
            _ = await subscription.next()
        }
        isDone.change { $0 = true }
        #expect(await least == 0)
    }
}
