import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Law 15: code of a client's types runs under no lock, so it may do whatever it wants with the source.
///
/// Where a lock were held, these would never end: it is taken twice on one thread.
struct LockLaws {
    private typealias Hub = SnapshotHub<Meddler>
    private let hub = Hub()
    private let depth = Shared(0)
    private let calls = Shared(0)

    /// Something to do when a snapshot is asked: not while it is being done.
    private func meddling(_ number: Int, _ body: @escaping @Sendable () -> Void) -> Meddler {
        Meddler(number) { [depth, calls] in
            guard depth.value == 0 else { return }
            depth.change { $0 += 1 }
            calls.change { $0 += 1 }
            body()
            depth.change { $0 -= 1 }
        }
    }

    @Test func `law 15: a snapshot that reads its hub and subscribes to it as it is published`() async throws {
        let hub = hub
        let subscription = hub.subscribe()
        for number in 1...3 {
            hub.publish(
                meddling(number) {
                    _ = (hub.snapshot, hub.version, hub.isFinished, hub.subscribe().lag, hub.demandCount)
                    _ = hub.subscribe(since: hub.snapshot)
                })
        }
        #expect(await subscription.next()?.after.number == 3)
        #expect(calls.value > 3)
    }

    @Test func `law 15: a snapshot that suspends, resumes and finishes its hub as it is published`() async throws {
        let hub = hub
        let subscription = hub.subscribe()
        hub.publish(
            meddling(1) {
                hub.suspendPublishing()
                hub.resumePublishing()
            })
        #expect(await subscription.next()?.after.number == 1)
        #expect(hub.publish(meddling(2) { hub.finish() }) == nil)
        #expect(await subscription.next() == nil)
    }

    @Test func `law 15: a snapshot that publishes another one as it is published comes after that one`() async throws {
        let hub = hub
        let once = Shared(true)
        let inner = Shared<[Version?]>([])
        let outer = hub.publish(
            meddling(1) {
                if once.change({ once in
                    defer { once = false }; return once
                }) {
                    let version = hub.publish(Meddler(5) {})
                    inner.change { $0.append(version) }
                }
            })
        #expect(inner.value.map { $0?.number } == [2] && outer?.number == 3)
        #expect(hub.snapshot.number == 1 && hub.version == outer)
    }

    @Test func `law 15: a snapshot that publishes as it is compared`() throws {
        let hub = hub
        try SeededExecutor.run(seed: 1) { executor in
            let subscription = hub.subscribe()
            let numbers = Shared<[Int]>([])
            executor.start {
                for await update in subscription { numbers.change { $0.append(update.after.number) } }
            }
            try await executor.clock.sleep(for: .zero)
            let left = Shared(10)
            hub.publish(
                meddling(1) {
                    if left.change({ left in
                        left -= 1; return left
                    }) >= 0 {
                        hub.publish(Meddler(left.value + 100) {})
                    }
                })
            try await executor.clock.sleep(for: .zero)
            #expect(numbers.value.last == hub.snapshot.number)
            hub.finish()
        }
    }

    @Test func `law 15: publications from many threads all count, and the last one stays`() async throws {
        let hub = hub
        let subscription = hub.subscribe()
        let versions = await withTaskGroup(of: [Version?].self) { group in
            for task in 0..<4 {
                group.addTask { (1...200).map { hub.publish(Meddler(task * 1000 + $0) {}) } }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        #expect(Set(versions.map { $0?.number }).count == 800)
        #expect(hub.version.number == 801 && subscription.lag == 800)
    }

    /// A clock whose instants are objects, which do something when they are compared and when they go.
    private struct MeddlingClock: Clock {
        final class Instant: InstantProtocol {
            let time: Duration
            let meddle: @Sendable () -> Void

            init(_ time: Duration, _ meddle: @escaping @Sendable () -> Void) {
                self.time = time
                self.meddle = meddle
            }

            deinit { meddle() }

            func advanced(by duration: Duration) -> Instant { Instant(time + duration, meddle) }
            func duration(to other: Instant) -> Duration { other.time - time }
            func hash(into hasher: inout Hasher) { hasher.combine(time) }

            static func < (left: Instant, right: Instant) -> Bool {
                left.meddle()
                return left.time < right.time
            }

            static func == (left: Instant, right: Instant) -> Bool {
                left.meddle()
                return left.time == right.time
            }
        }

        let clock: VirtualClock
        let start: VirtualClock.Instant
        let meddle: @Sendable () -> Void

        var now: Instant { Instant(start.duration(to: clock.now), meddle) }
        var minimumResolution: Duration { clock.minimumResolution }

        func sleep(until deadline: Instant, tolerance: Duration?) async throws {
            try await clock.sleep(until: start.advanced(by: deadline.time), tolerance: nil)
        }
    }

    @Test func `law 15: instants that read and edit the sources that wait for them`() throws {
        try SeededExecutor.run(seed: 1) { executor in
            let source = try ListSource([Row(0), Row(1, 5), Row(2, 9)])
            let (depth, calls) = (Shared(0), Shared(0))
            let waiting = Shared<SnapshotSubscription<ListSnapshot<Row>>?>(nil)
            let clock = MeddlingClock(clock: executor.clock, start: executor.clock.now) {
                guard depth.value == 0 else { return }
                depth.change { $0 += 1 }
                calls.change { $0 += 1 }
                source.submit { $0.upsert(Row(100, calls.value)) }
                _ = (waiting.value?.lag, waiting.value?.snapshot, source.snapshot)
                depth.change { $0 -= 1 }
            }
            let living = source.expiring(clock: clock) { .seconds($0.value % 10 + 1) }
            let subscription = await living.subscribe().throttled(for: .seconds(1), clock: clock)
            waiting.change { $0 = subscription }
            executor.start { for await _ in subscription {} }
            for _ in 0..<5 { try await executor.clock.sleep(for: .seconds(3)) }
            #expect(calls.value > 10)
            waiting.change { $0 = nil }
            await source.finish()
        }
    }
}
