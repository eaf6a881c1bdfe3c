#if DATASOURCES_INTERLEAVING
import DataSources
import DataSourcesTesting
import Testing

/// Items that are published from any thread.
private final class Items: PublishingSource {
    let hub: SnapshotHub<ListSnapshot<Row>> = SnapshotHub(Items.snapshot([0]))

    static func snapshot(_ ids: [Int]) -> ListSnapshot<Row> {
        (try? ListSnapshot(ids.map { Row($0) })) ?? ListSnapshot()
    }
}

/// Gives the sum of what the sources of all items show.
private struct Total: SnapshotOperator {
    func apply(_ update: Update<ListSnapshot<CombinedItem<Row, ValueSnapshot<Int>>>>) -> ValueSnapshot<Int> {
        ValueSnapshot(update.after.reduce(0) { $0 + ($1.value ?? 0) })
    }
}

extension Interleavings {
    /// Who follows items and their sources while items come and go and the sources change, in all orders of the windows.
    struct ItemSourcesInterleavings {
        private typealias Numbers = DerivedSource<ValueSnapshot<Int>>

        /// Items, their sources, and the sum of those; one scope from the beginning, since which of two scopes is locked
        /// first depends on their addresses.
        private struct World: Sendable {
            let items = Items()
            let sources = [Parameter(10), Parameter(20)]
            let total: Numbers
            let others: DerivedSource<ListSnapshot<Row>>

            init() {
                struct Joined: PairOperator {
                    func apply(_ first: Update<ListSnapshot<Row>>?, _ second: Update<ValueSnapshot<Int>>?)
                        -> ListSnapshot<Row>
                    {
                        ListSnapshot()
                    }
                }
                let sources = sources
                others = DerivedSource(
                    from: DerivedSource(from: items, sources[0], through: Joined()), sources[1], through: Joined())
                total = Numbers(from: items.combinedWithEach { sources[$0.id] }, through: Total())
            }
        }

        @Test func `law 6: an item comes, and its source changes, while a consumer is about to wait`() async throws {
            try await explore(.preemptions(1)) { scene in
                let (world, given) = (World(), Given())
                let subscription = await world.total.subscribe()
                scene.task("consumer") { await given.take(from: subscription, until: 31) }
                scene.task("setter") {
                    world.sources[1].set(21)
                    world.items.hub.publish(Items.snapshot([0, 1]))
                }
                return { try given.holdChain(from: 10, to: 31) }
            }
        }

        @Test func `law 6: the source of an item that comes changes on another thread`() async throws {
            try await explore(.preemptions(1)) { scene in
                let (world, given) = (World(), Given())
                let subscription = await world.total.subscribe()
                scene.task("consumer") { await given.take(from: subscription, until: 31) }
                scene.task("publisher") { world.items.hub.publish(Items.snapshot([0, 1])) }
                scene.task("setter") { world.sources[1].set(21) }
                return { try given.holdChain(from: 10, to: 31) }
            }
        }

        @Test func `law 6: the source of an item that goes changes on another thread`() async throws {
            try await explore(.preemptions(1)) { scene in
                let (world, given) = (World(), Given())
                world.items.hub.publish(Items.snapshot([0, 1]))
                let subscription = await world.total.subscribe()
                scene.task("consumer") { await given.take(from: subscription, until: 20) }
                scene.task("publisher") { world.items.hub.publish(Items.snapshot([1])) }
                scene.task("setter") { world.sources[0].set(11) }
                return {
                    try given.holdChain(from: 30, to: 20)
                    try hold(world.total.demandCount == 0, "somebody still asks")
                }
            }
        }
    }
}
#endif
