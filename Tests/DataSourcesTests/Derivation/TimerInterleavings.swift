#if DATASOURCES_INTERLEAVING
import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Gives a number until a time of so many milliseconds, and 0 from then on.
private struct Until: TimedOperator {
    private var (number, end) = (0, 0)
    private(set) var deadline: ExploredClock.Instant?

    mutating func apply(_ update: Update<ValueSnapshot<Int>>?, now: ExploredClock.Instant) -> ValueSnapshot<Int> {
        if let number = update?.after.value { self.number = number }
        let end = ExploredClock.Instant(milliseconds: number)
        deadline = now < end ? end : nil
        return ValueSnapshot(now < end ? number : 0)
    }
}

extension Interleavings {
    /// Who keeps the time for those that wait, in all orders of the windows.
    struct TimerInterleavings {
        private typealias Numbers = DerivedSource<ValueSnapshot<Int>>

        @Test func `law 6: a deadline passes while a consumer is about to wait`() async throws {
            try await explore(.preemptions(3)) { scene in
                let (origin, clock, given) = (Parameter(10), ExploredClock(), Given())
                let derived = Numbers(from: origin, through: Until(), clock: clock)
                let subscription = await derived.subscribe()
                scene.task("consumer") { await given.take(from: subscription) }
                scene.task("time") { clock.advance(to: 10) }
                return {
                    try given.holdChain(from: 10, to: 0)
                    try hold(derived.demandCount == 0, "somebody still asks")
                    _ = origin
                }
            }
        }

        @Test func `law 6: a deadline is put off while a consumer sleeps until it`() async throws {
            try await explore(.preemptions(2)) { scene in
                let (origin, clock, given) = (Parameter(10), ExploredClock(), Given())
                let derived = Numbers(from: origin, through: Until(), clock: clock)
                let subscription = await derived.subscribe()
                scene.task("consumer") { await given.take(from: subscription, until: 0) }
                scene.task("time") {
                    origin.set(20)
                    clock.advance(to: 10)
                    clock.advance(to: 20)
                }
                return {
                    try given.holdChain(from: 10, to: 0)
                    try hold(derived.demandCount == 0, "somebody still asks")
                }
            }
        }

        @Test func `law 6: a deadline is reached by two consumers`() async throws {
            try await explore(.preemptions(2)) { scene in
                let (origin, clock, left, right) = (Parameter(10), ExploredClock(), Given(), Given())
                let derived = Numbers(from: origin, through: Until(), clock: clock)
                let subscriptions = (await derived.subscribe(), await derived.subscribe())
                scene.task("consumers") {
                    await withDiscardingTaskGroup { group in
                        group.addTask { await left.take(from: subscriptions.0) }
                        group.addTask { await right.take(from: subscriptions.1) }
                    }
                }
                scene.task("time") { clock.advance(to: 10) }
                return {
                    try left.holdChain(from: 10, to: 0)
                    try right.holdChain(from: 10, to: 0)
                    _ = origin
                }
            }
        }

        @Test func `law 13: who waits for a deadline to be set is cancelled`() async throws {
            try await explore(.preemptions(3)) { scene in
                let (origin, clock, given) = (Parameter(0), ExploredClock(), Given())
                let derived = Numbers(from: origin, through: Until(), clock: clock)
                let subscription = await derived.subscribe()
                let consumer = scene.task("consumer") { await given.takeAll(from: subscription) }
                scene.task("canceller") { consumer.cancel() }
                return {
                    try hold(given.updates.value.isEmpty && derived.demandCount == 0, "somebody still asks")
                    _ = origin
                }
            }
        }

        @Test func `law 13: who keeps the time is cancelled`() async throws {
            try await explore(.preemptions(2)) { scene in
                let (origin, clock, given) = (Parameter(10), ExploredClock(), Given())
                let derived = Numbers(from: origin, through: Until(), clock: clock)
                let subscription = await derived.subscribe()
                let consumer = scene.task("consumer") { await given.takeAll(from: subscription) }
                scene.task("canceller") {
                    consumer.cancel()
                    clock.advance(to: 10)
                }
                return {
                    if given.updates.value.isEmpty { await given.take(from: subscription) }
                    try given.holdChain(from: 10, to: 0)
                    try hold(derived.demandCount == 0, "somebody still asks")
                    _ = origin
                }
            }
        }
    }
}
#endif
