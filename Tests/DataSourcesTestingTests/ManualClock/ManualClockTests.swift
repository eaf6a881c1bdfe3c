import DataSourcesTesting
import Testing

@Suite(.timeLimit(.minutes(5)))
struct `Manual clock` {
    @Test func `stands still until it is advanced`() {
        let clock = ManualClock()
        #expect(clock.now == .start)
        clock.advance(by: .seconds(2))
        clock.advance(by: .seconds(-1))
        #expect(clock.now == .start.advanced(by: .seconds(2)))
        clock.advance(to: .start.advanced(by: .seconds(5)))
        clock.advance(to: .start)
        #expect(clock.now == .start.advanced(by: .seconds(5)))
        #expect(clock.now.description == "5.0 seconds")
    }

    @Test func `wakes whom the new time has reached and nobody else`() async throws {
        let clock = ManualClock()
        let early = Task { try await clock.sleep(for: .seconds(1)) }
        let late = Task { try await clock.sleep(for: .seconds(3)) }
        await clock.sleepersReach(2)
        clock.advance(by: .seconds(1))
        try await early.value
        #expect(clock.sleepers == 1)
        clock.advance(by: .seconds(2))
        try await late.value
        #expect(clock.sleepers == 0)
    }

    @Test func `a sleep whose deadline has passed returns at once`() async throws {
        let clock = ManualClock()
        clock.advance(by: .seconds(2))
        try await clock.sleep(until: .start.advanced(by: .seconds(2)))
        try await clock.sleep(for: .zero)
        #expect(clock.sleepers == 0)
    }

    @Test func `cancelling wakes the sleeper at once`() async {
        let clock = ManualClock()
        let sleeper = Task { try await clock.sleep(for: .seconds(1)) }
        await clock.sleepersReach(1)
        sleeper.cancel()
        #expect(clock.sleepers == 0)
        await #expect(throws: CancellationError.self) { try await sleeper.value }
    }

    @Test func `waiting for sleepers ends when it is cancelled`() async {
        let clock = ManualClock()
        let watcher = Task { await clock.sleepersReach(1) }
        watcher.cancel()
        await watcher.value
    }

    @Test func `waiting for sleepers that are there, or for none, returns at once`() async throws {
        let clock = ManualClock()
        await clock.sleepersReach(0)
        let sleeper = Task { try await clock.sleep(for: .seconds(1)) }
        await clock.sleepersReach(1)
        await clock.sleepersReach(1)
        clock.advance(by: .seconds(1))
        try await sleeper.value
    }

    @Test func `clock and sleepers go away afterwards`() async throws {
        weak var released: ManualClock?
        do {
            let clock = ManualClock()
            released = clock
            let sleeper = Task { try await clock.sleep(for: .seconds(1)) }
            await clock.sleepersReach(1)
            clock.advance(by: .seconds(1))
            try await sleeper.value
        }
        #expect(released == nil)
    }
}
