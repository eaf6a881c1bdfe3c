import DataSources
import DataSourcesTesting
import TestKit
import Testing

struct `Faulty subscriber` {
    @Test func `one that is slow asks again after its pause, and is given what came meanwhile at once`() throws {
        try SeededExecutor.run(seed: 1) { executor in
            let (source, times) = (ListSource<Note>(), Shared<[Int64]>([]))
            let subscriber = FaultySubscriber(source, .slow(.seconds(3), clock: executor.clock))
            async let run = subscriber.run { delivery in
                guard case .update = delivery else { return }
                times.change { $0.append(executor.clock.now.sinceStart.components.seconds) }
            }
            for id in 0..<10 {
                try await executor.clock.sleep(for: .seconds(1))
                try await source.append(Note(id))
            }
            await source.finish()
            let report = try await run
            #expect(report.updates == 5)
            #expect(times.value == [1, 4, 7, 10, 13])
            #expect(report.snapshot?.count == 10)
        }
    }

    @Test(arguments: [0, 2]) func `one that stalls keeps its place, asks no more, and goes on when it is let`(
        after count: Int
    ) throws {
        try SeededExecutor.run(seed: 1) { executor in
            let (source, latch) = (ListSource<Note>(), Latch())
            async let run = FaultySubscriber(source, .stalled(after: count, until: latch)).run()
            for id in 0..<10 {
                try await executor.clock.sleep(for: .zero)
                #expect(source.hub.demandCount == (id < count ? 1 : 0))
                try await source.append(Note(id))
            }
            #expect(latch.waiters == 1)
            latch.open()
            await source.finish()
            let report = try await run
            #expect(report.updates == count + 1)
            #expect(report.snapshot?.count == 10 && report.ending == .finished)
        }
    }

    @Test func `one that stalls for good ends when its caller is cancelled`() throws {
        try SeededExecutor.run(seed: 1) { executor in
            let source = try ListSource([Note(0)])
            let task = Task(executorPreference: executor) {
                try await FaultySubscriber(source, .stalled(after: 0)).run()
            }
            try await executor.clock.sleep(for: .zero)
            task.cancel()
            #expect(try await task.value.ending == .cancelled)
            #expect(try await task.value.subscriptions == 1)
        }
    }

    @Test(arguments: 0..<4) func `one that is cancelled after n updates is given just so many, and its caller goes on`(
        count: Int
    ) throws {
        try SeededExecutor.run(seed: 1) { executor in
            let source = ListSource<Note>()
            async let run = FaultySubscriber(source, .cancelled(afterUpdates: count)).run()
            for id in 0..<10 {
                try await executor.clock.sleep(for: .zero)
                try await source.append(Note(id))
            }
            let report = try await run
            #expect(report.updates == count && report.ending == .cancelled)
            #expect(report.snapshot?.count == count)
            #expect(!Task.isCancelled && source.hub.demandCount == 0)
        }
    }

    @Test func `one that is cancelled while it asks is so at moments that the seed decides, and leaves nothing`() throws
    {
        let counts = try expectSameRuns { executor in
            let source = ListSource<Note>()
            async let run = FaultySubscriber(source, .cancelled(whileAskingAfter: 2)).run()
            for id in 0..<20 {
                if id < 2 { try await executor.clock.sleep(for: .zero) }
                try await source.append(Note(id))
            }
            let report = try await run
            let (updates, ending) = (report.updates, report.ending)
            #expect(updates >= 2 && ending == .cancelled)
            #expect(source.hub.demandCount == 0)
            return updates
        }
        #expect(Set(counts).count > 1)
    }

    @Test func `one that subscribes again from its last snapshot misses nothing`() throws {
        try SeededExecutor.run(seed: 1) { executor in
            let (source, starts) = (ListSource<Note>(), Shared<[Int]>([]))
            let subscriber = FaultySubscriber(
                source, .slow(.milliseconds(2), clock: executor.clock), .resubscribing(every: 2)
            )
            async let run = subscriber.run { delivery in
                if case .start(let snapshot) = delivery { starts.change { $0.append(snapshot.count) } }
            }
            for id in 0..<9 {
                try await executor.clock.sleep(for: .milliseconds(1))
                try await source.append(Note(id))
            }
            await source.finish()
            // Updates at 1, 3, 5, 7, 9 and 11 ms, always before the writer; it subscribes again after every other.
            let report = try await run
            #expect(report.updates == 6 && report.subscriptions == 4)
            #expect(starts.value == [0, 2, 6, 9] && report.snapshot?.count == 9)
        }
    }

    @Test func `one that subscribes afresh starts with the newest state`() throws {
        try SeededExecutor.run(seed: 1) { executor in
            let (source, starts) = (ListSource<Note>(), Shared<[Int]>([]))
            let subscriber = FaultySubscriber(
                source, .slow(.milliseconds(2), clock: executor.clock), .resubscribing(every: 1, from: .newestState)
            )
            async let run = subscriber.run { delivery in
                if case .start(let snapshot) = delivery { starts.change { $0.append(snapshot.count) } }
            }
            for id in 0..<6 {
                try await executor.clock.sleep(for: .milliseconds(1))
                try await source.append(Note(id))
            }
            try await executor.clock.sleep(for: .seconds(1))
            await source.finish()
            let report = try await run
            #expect(report.snapshot?.count == 6)
            #expect(starts.value.first == 0 && starts.value == starts.value.sorted())
            #expect(report.updates == starts.value.count - 1)
            #expect(report.subscriptions == starts.value.count)
        }
    }

    @Test func `what a receiver throws ends the subscriber and is thrown`() throws {
        struct Refusal: Error {}
        try SeededExecutor.run(seed: 1) { _ in
            let source = try ListSource([Note(0)])
            await #expect(throws: Refusal.self) {
                _ = try await FaultySubscriber(source).run { _ in throw Refusal() }
            }
            #expect(source.hub.demandCount == 0)
        }
    }

    @Test func `a subscriber that holds its source weakly lets it go`() throws {
        try SeededExecutor.run(seed: 1) { executor in
            var source: ListSource? = try ListSource([Note(0)])
            let subscriber = FaultySubscriber(.resubscribing(every: 1)) { [weak source] in source?.subscribe() }
            async let run = subscriber.run()
            try await executor.clock.sleep(for: .zero)
            try await source?.append(Note(1))
            try await executor.clock.sleep(for: .zero)
            source = nil
            let report = try await run
            #expect(report.ending == .finished && report.snapshot?.count == 2)
            #expect(try await subscriber.run().subscriptions == 0)
        }
    }
}
