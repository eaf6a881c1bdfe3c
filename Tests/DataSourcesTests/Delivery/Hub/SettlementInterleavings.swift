#if DATASOURCES_INTERLEAVING
import DataSources
import DataSourcesTesting
import TestKit
import Testing

extension Interleavings {
    /// Who waits until a version is settled, in all orders of the windows.
    struct SettlementInterleavings {
        private typealias Numbers = SnapshotHub<ValueSnapshot<Int>>

        @Test func `law 16: a version is settled once who asks has been given it`() async throws {
            try await explore(.everyOrder) { scene in
                let (hub, given, isEarly) = (Numbers(ValueSnapshot(0)), Given(), Shared(false))
                let subscription = hub.subscribe()
                scene.task("consumer") { await given.take(from: subscription) }
                scene.task("publisher") {
                    let asks = hub.demandCount
                    guard let version = hub.publish(ValueSnapshot(1)) else { return }
                    await hub.settled(at: version)
                    if asks > 0, subscription.lag > 0 { isEarly.change { $0 = true } }
                }
                return {
                    try given.holdChain(from: 0, to: 1)
                    try hold(!isEarly.value, "it was settled before the consumer had been given it")
                }
            }
        }

        @Test func `law 16: two tasks wait for a version that two consumers are given`() async throws {
            try await explore(.everyOrder) { scene in
                let (hub, left, right) = (Numbers(ValueSnapshot(0)), Given(), Given())
                let version = hub.version
                let subscriptions = (hub.subscribe(), hub.subscribe())
                hub.publish(ValueSnapshot(1))
                scene.task("first") { await left.take(from: subscriptions.0) }
                scene.task("second") { await right.take(from: subscriptions.1) }
                scene.task("settler") {
                    await hub.settled(at: version)
                    await hub.settled(at: hub.version)
                }
                return {
                    try left.holdChain(from: 0, to: 1)
                    try right.holdChain(from: 0, to: 1)
                }
            }
        }

        @Test func `law 16: a version that never comes is waited for until the source finishes`() async throws {
            try await explore(.everyOrder) { scene in
                let (hub, other) = (Numbers(ValueSnapshot(0)), Numbers(ValueSnapshot(0)))
                for number in 1...3 { other.publish(ValueSnapshot(number)) }
                let later = Version(epoch: hub.version.epoch, number: other.version.number)
                scene.task("settler") { await hub.settled(at: later) }
                scene.task("finisher") {
                    hub.publish(ValueSnapshot(1))
                    hub.finish()
                }
                return { try hold(hub.isFinished, "it has not finished") }
            }
        }

        @Test func `law 16: who waits for a version is cancelled anywhere`() async throws {
            try await explore(.everyOrder) { scene in
                let hub = Numbers(ValueSnapshot(0))
                let later = Version(epoch: hub.version.epoch, number: 2)
                let settler = scene.task("settler") { await hub.settled(at: later) }
                scene.task("canceller") { settler.cancel() }
                return {
                    let version = hub.publish(ValueSnapshot(1))
                    try hold(version == later, "the next version is not the one that was waited for")
                    await hub.settled(at: later)
                }
            }
        }

        @Test func `law 16: who waits for a version is cancelled while it is published and given`() async throws {
            try await explore(.preemptions(2)) { scene in
                let (hub, given) = (Numbers(ValueSnapshot(0)), Given())
                let subscription = hub.subscribe()
                let later = Version(epoch: hub.version.epoch, number: 2)
                scene.task("consumer") { await given.take(from: subscription) }
                let settler = scene.task("settler") { await hub.settled(at: later) }
                scene.task("publisher") {
                    hub.publish(ValueSnapshot(1))
                    settler.cancel()
                }
                return { try given.holdChain(from: 0, to: 1) }
            }
        }
    }
}
#endif
