#if DATASOURCES_INTERLEAVING
import DataSources
import DataSourcesTesting
import Testing

/// Laws 2 and 6, in all orders of a subscription's windows.
struct SubscriptionInterleavings {
    @Test func `what is published while a consumer is about to wait reaches it`() async throws {
        let count = try await explore(.everyOrder) { scene in
            let hub = SnapshotHub(ValueSnapshot(0))
            let subscription = hub.subscribe()
            let seen = Shared<[Update<ValueSnapshot<Int>>]>([])
            scene.task("consumer") {
                if let update = await subscription.next() { seen.change { $0.append(update) } }
            }
            scene.task("publisher") { hub.publish(ValueSnapshot(1)) }
            return {
                try hold(seen.value.map(\.after.value) == [1], "the consumer saw \(seen.value)")
            }
        }
        #expect(count > 1)
    }
}
#endif
