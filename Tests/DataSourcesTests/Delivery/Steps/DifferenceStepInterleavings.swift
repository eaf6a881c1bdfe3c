#if DATASOURCES_INTERLEAVING
import DataSources
import DataSourcesTesting
import TestKit
import Testing

extension Interleavings {
    /// Subscribers that take one step, whose difference is computed once, in all orders of the windows.
    struct DifferenceStepInterleavings {
        private typealias Numbers = SnapshotHub<Polled>

        private struct Reader: Sendable {
            let subscription: SnapshotSubscription<Polled>
            let given = Shared<[Int]>([])

            func take() async {
                if let update = await subscription.next() {
                    given.change { $0 += [update.before.number, update.after.number] }
                }
            }
        }

        @Test func `law 9: two subscribers that take one step share its difference`() async throws {
            try await explore(.everyOrder) { scene in
                let hub = Numbers(Polled(0))
                let readers = [Reader(subscription: hub.subscribe()), Reader(subscription: hub.subscribe())]
                hub.publish(Polled(1))
                for (place, reader) in readers.enumerated() {
                    scene.task("reader \(place)") { await reader.take() }
                }
                return {
                    for reader in readers {
                        try hold(reader.given.value == [0, 1], "a reader got \(reader.given.value)")
                    }
                    let count = hub.differencesComputed
                    try hold(count == 1, "\(count) differences were computed")
                }
            }
        }

        @Test func `law 6: a difference that is awaited runs on when who computes it is cancelled`() async throws {
            try await explore(.preemptions(2)) { scene in
                let hub = Numbers(Polled(0))
                let readers = [Reader(subscription: hub.subscribe()), Reader(subscription: hub.subscribe())]
                hub.publish(Polled(1))
                let first = scene.task("cancelled reader") { await readers[0].take() }
                scene.task("other reader") { await readers[1].take() }
                scene.task("canceller") { first.cancel() }
                return {
                    let given = readers[1].given.value
                    try hold(given == [0, 1], "the other reader got \(given)")
                    if readers[0].given.value.isEmpty { await readers[0].take() }
                    try hold(readers[0].given.value == [0, 1], "the cancelled reader lost an update")
                    let count = hub.differencesComputed
                    try hold(count == 1, "\(count) differences were computed")
                }
            }
        }

        @Test func `law 6: a difference that nobody awaits stops, and is computed anew for the next`() async throws {
            try await explore(.everyOrder) { scene in
                let hub = Numbers(Polled(0))
                let reader = Reader(subscription: hub.subscribe())
                hub.publish(Polled(1))
                let task = scene.task("reader") { await reader.take() }
                scene.task("canceller") { task.cancel() }
                return {
                    let (done, stopped) = (hub.differencesComputed, hub.differencesStopped)
                    try hold(done + stopped <= 1, "\(done) differences came to an end and \(stopped) did not")
                    if reader.given.value.isEmpty { await reader.take() }
                    try hold(reader.given.value == [0, 1], "the reader got \(reader.given.value)")
                    let count = hub.differencesComputed
                    try hold(count == 1, "\(count) differences were computed")
                }
            }
        }

        @Test func `law 2: a commit comes while two subscribers take a step`() async throws {
            try await explore(.preemptions(1)) { scene in
                let hub = Numbers(Polled(0))
                let readers = [Reader(subscription: hub.subscribe()), Reader(subscription: hub.subscribe())]
                for (place, reader) in readers.enumerated() {
                    scene.task("reader \(place)") {
                        while reader.given.value.last != 2 { await reader.take() }
                    }
                }
                scene.task("publisher") {
                    hub.publish(Polled(1))
                    hub.publish(Polled(2))
                }
                return {
                    for reader in readers {
                        let given = reader.given.value
                        try hold(given == [0, 2] || given == [0, 1, 1, 2], "a reader got \(given)")
                    }
                    try hold(hub.differencesComputed <= 3, "a difference was computed twice")
                }
            }
        }
    }
}
#endif
