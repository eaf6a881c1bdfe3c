import DataSourcesTesting
import TestKit
import Testing

@Suite(.timeLimit(.minutes(5)))
struct `Manual clock on real threads` {
    @Test(arguments: seeds(10))
    func `a thousand sleepers each end once, by time or by cancellation`(seed: UInt64) async throws {
        let clock = ManualClock()
        var generator = SeededGenerator(seed: seed)
        let deadlines = (0..<1_000).map { _ in
            ManualClock.Instant(sinceStart: .seconds(1 + generator.next(below: 100)))
        }
        let isChosen = deadlines.map { _ in generator.next(below: 2) == 0 }
        let sleepers = deadlines.map { deadline in
            Task {
                try await clock.sleep(until: deadline)
                return clock.now
            }
        }
        await clock.sleepersReach(1_000)
        #expect(clock.sleepers == 1_000)

        async let cancelled: Void = {
            for (sleeper, isChosen) in zip(sleepers, isChosen) where isChosen { sleeper.cancel() }
        }()
        async let advanced: Void = {
            for _ in 0..<100 { clock.advance(by: .seconds(1)) }
        }()
        _ = await (cancelled, advanced)

        for ((sleeper, deadline), isChosen) in zip(zip(sleepers, deadlines), isChosen) {
            switch await sleeper.result {
            case .success(let wokeAt): #expect(wokeAt >= deadline)
            case .failure(let error): #expect(isChosen && error is CancellationError)
            }
        }
        #expect(clock.sleepers == 0)
    }

    @Test func `a cancellation that races with going to sleep is not lost`() async {
        let clock = ManualClock()
        let sleepers = (0..<1_000).map { _ in
            let sleeper = Task { try await clock.sleep(for: .seconds(1)) }
            Task.detached { sleeper.cancel() }
            return sleeper
        }
        for sleeper in sleepers {
            await #expect(throws: CancellationError.self) { try await sleeper.value }
        }
        #expect(clock.sleepers == 0)
    }

    @Test func `many watchers wake while sleepers arrive`() async throws {
        let clock = ManualClock()
        try await withThrowingTaskGroup { group in
            for count in 1...100 {
                group.addTask { await clock.sleepersReach(count) }
                group.addTask { try await clock.sleep(for: .seconds(count)) }
            }
            await clock.sleepersReach(100)
            clock.advance(by: .seconds(100))
            try await group.waitForAll()
        }
        #expect(clock.sleepers == 0)
    }
}
