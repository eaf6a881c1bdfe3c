#if DATASOURCES_INTERLEAVING
import DataSources
import DataSourcesTesting
import TestKit
import Testing

extension Interleavings {
    /// Who takes, parks, takes turns, is cancelled or ends at one hub, in all orders of the windows.
    struct SubscriptionInterleavings {
        private typealias Numbers = SnapshotHub<ValueSnapshot<Int>>

        @Test func `law 6: what is published while a consumer is about to wait reaches it`() async throws {
            try await explore(.everyOrder) { scene in
                let (hub, given) = (Numbers(ValueSnapshot(0)), Given())
                let subscription = hub.subscribe()
                scene.task("consumer") { await given.take(from: subscription) }
                scene.task("publisher") { hub.publish(ValueSnapshot(1)) }
                return {
                    try given.holdChain(from: 0, to: 1)
                    try hold(hub.demandCount == 0, "somebody still asks")
                }
            }
        }

        @Test func `law 2: a consumer of two commits sees one chain to the last`() async throws {
            try await explore(.everyOrder) { scene in
                let (hub, given) = (Numbers(ValueSnapshot(0)), Given())
                let subscription = hub.subscribe()
                scene.task("consumer") { await given.take(from: subscription, until: 2) }
                scene.task("publisher") {
                    hub.publish(ValueSnapshot(1))
                    hub.publish(ValueSnapshot(2))
                }
                return {
                    try given.holdChain(from: 0, to: 2)
                    try hold(hub.version.number == 3, "there are \(hub.version.number - 1) commits")
                }
            }
        }

        @Test func `law 2: commits by two tasks follow one another, and a consumer sees one chain`() async throws {
            try await explore(.everyOrder) { scene in
                let (hub, given) = (Numbers(ValueSnapshot(0)), Given())
                let subscription = hub.subscribe()
                scene.task("consumer") {
                    while subscription.seen.number < 3, await given.take(from: subscription) != nil {}
                }
                scene.task("first publisher") { hub.publish(ValueSnapshot(1)) }
                scene.task("second publisher") { hub.publish(ValueSnapshot(2)) }
                return {
                    try given.holdChain(from: 0, to: hub.snapshot.value ?? -1)
                    try hold(hub.version.number == 3, "there are \(hub.version.number - 1) commits")
                }
            }
        }

        @Test func `law 2: a subscription that begins during a commit misses nothing`() async throws {
            try await explore(.everyOrder) { scene in
                let (hub, given, first) = (Numbers(ValueSnapshot(0)), Given(), Shared(0))
                scene.task("consumer") {
                    let subscription = hub.subscribe()
                    let start = subscription.snapshot.value ?? -1
                    first.change { $0 = start }
                    if start < 2 { await given.take(from: subscription, until: 2) }
                }
                scene.task("publisher") {
                    hub.publish(ValueSnapshot(1))
                    hub.publish(ValueSnapshot(2))
                }
                return {
                    try given.holdChain(from: first.value, to: 2)
                    try hold(hub.demandCount == 0, "somebody still asks")
                }
            }
        }

        @Test func `law 13: a consumer is cancelled anywhere, and what it has not seen is left`() async throws {
            try await explore(.everyOrder) { scene in
                let (hub, given) = (Numbers(ValueSnapshot(0)), Given())
                let subscription = hub.subscribe()
                let consumer = scene.task("consumer") { await given.takeAll(from: subscription) }
                scene.task("canceller") { consumer.cancel() }
                return {
                    hub.publish(ValueSnapshot(1))
                    await given.take(from: subscription)
                    try given.holdChain(from: 0, to: 1)
                    try hold(hub.demandCount == 0, "somebody still asks")
                }
            }
        }

        @Test func `laws 2 and 13: a consumer is cancelled while something is published`() async throws {
            try await explore(.preemptions(2)) { scene in
                let (hub, given) = (Numbers(ValueSnapshot(0)), Given())
                let subscription = hub.subscribe()
                let consumer = scene.task("consumer") { await given.takeAll(from: subscription) }
                scene.task("canceller") { consumer.cancel() }
                scene.task("publisher") { hub.publish(ValueSnapshot(1)) }
                return {
                    if given.updates.value.isEmpty { await given.take(from: subscription) }
                    try given.holdChain(from: 0, to: 1)
                    try hold(hub.demandCount == 0, "somebody still asks")
                }
            }
        }

        @Test func `laws 2 and 13: the consumer of a stream is cancelled while something is published`() async throws {
            try await explore(.preemptions(2)) { scene in
                let (hub, given) = (Numbers(ValueSnapshot(0)), Given())
                let subscription = hub.subscribe()
                let stream = subscription.updates
                let consumer = scene.task("consumer") {
                    for await update in stream { given.updates.change { $0.append(update) } }
                }
                scene.task("canceller") { consumer.cancel() }
                scene.task("publisher") { hub.publish(ValueSnapshot(1)) }
                return {
                    if given.updates.value.isEmpty { await given.take(from: subscription) }
                    try given.holdChain(from: 0, to: 1)
                    try hold(hub.demandCount == 0, "somebody still asks")
                }
            }
        }

        @Test func `law 13: two consumers of one stream are cancelled in turn, and neither waits`() async throws {
            try await explore(.preemptions(2)) { scene in
                let (hub, given) = (Numbers(ValueSnapshot(0)), Given())
                let stream = hub.subscribe().updates
                let consumers = ["first consumer", "second consumer"].map { name in
                    scene.task(name) { for await update in stream { given.updates.change { $0.append(update) } } }
                }
                scene.task("canceller") { for consumer in consumers { consumer.cancel() } }
                return {
                    try hold(given.updates.value.isEmpty, "something was delivered")
                    try hold(hub.demandCount == 0, "somebody still asks")
                }
            }
        }

        @Test func `law 6: a pause and its end, anywhere, lose no wake-up`() async throws {
            try await explore(.preemptions(2)) { scene in
                let (hub, given) = (Numbers(ValueSnapshot(0)), Given())
                let subscription = hub.subscribe()
                scene.task("consumer") { await given.take(from: subscription) }
                scene.task("switcher") {
                    subscription.pause()
                    subscription.resume()
                }
                scene.task("publisher") { hub.publish(ValueSnapshot(1)) }
                return {
                    try given.holdChain(from: 0, to: 1)
                    try hold(hub.demandCount == 0, "somebody still asks")
                }
            }
        }

        @Test func `law 13: the end comes after what is left`() async throws {
            try await explore(.everyOrder) { scene in
                let (hub, given) = (Numbers(ValueSnapshot(0)), Given())
                let subscription = hub.subscribe()
                scene.task("consumer") { await given.takeAll(from: subscription) }
                scene.task("publisher") {
                    hub.publish(ValueSnapshot(1))
                    hub.finish()
                }
                return {
                    try given.holdChain(from: 0, to: 1)
                    try hold(hub.isFinished && hub.demandCount == 0, "somebody still asks")
                }
            }
        }

        @Test func `law 13: what is held back comes before the end`() async throws {
            try await explore(.everyOrder) { scene in
                let (hub, given) = (Numbers(ValueSnapshot(0)), Given())
                let subscription = hub.subscribe()
                scene.task("consumer") { await given.takeAll(from: subscription) }
                scene.task("publisher") {
                    hub.suspendPublishing()
                    hub.publish(ValueSnapshot(1))
                    hub.resumePublishing()
                }
                scene.task("finisher") { hub.finish() }
                return {
                    try given.holdChain(from: 0, to: hub.snapshot.value ?? -1)
                    try hold(hub.isFinished && hub.demandCount == 0, "somebody still asks")
                }
            }
        }
    }
}
#endif
