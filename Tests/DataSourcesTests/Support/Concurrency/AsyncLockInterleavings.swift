#if DATASOURCES_INTERLEAVING
import DataSources
import DataSourcesTesting
import TestKit
import Testing

extension Interleavings {
    /// Several tasks that ask one subscription, one at a time, in all orders of the windows.
    struct AsyncLockInterleavings {
        private typealias Numbers = SnapshotHub<ValueSnapshot<Int>>

        @Test func `law 2: two tasks that ask one subscription each get what is there for them`() async throws {
            try await explore(.everyOrder) { scene in
                let (hub, given) = (Numbers(ValueSnapshot(0)), Given())
                let subscription = hub.subscribe()
                hub.publish(ValueSnapshot(1))
                hub.finish()
                for name in ["first", "second"] {
                    scene.task(name) { await given.take(from: subscription) }
                }
                return { try given.holdChain(from: 0, to: 1) }
            }
        }

        @Test func `laws 2 and 13: two tasks that ask one subscription see one chain and the end`() async throws {
            try await explore(.preemptions(2)) { scene in
                let (hub, given) = (Numbers(ValueSnapshot(0)), Given())
                let subscription = hub.subscribe()
                for name in ["first", "second"] {
                    scene.task(name) { await given.takeAll(from: subscription) }
                }
                scene.task("publisher") {
                    hub.publish(ValueSnapshot(1))
                    hub.finish()
                }
                return {
                    try given.holdChain(from: 0, to: 1)
                    try hold(hub.demandCount == 0, "somebody still asks")
                }
            }
        }

        @Test func `law 13: the turn of a task that is cancelled goes to the other one`() async throws {
            try await explore(.preemptions(2)) { scene in
                let (hub, given, left) = (Numbers(ValueSnapshot(0)), Given(), Given())
                let subscription = hub.subscribe()
                let first = scene.task("first") { await left.takeAll(from: subscription) }
                scene.task("second") { await given.take(from: subscription) }
                scene.task("canceller") {
                    first.cancel()
                    hub.publish(ValueSnapshot(1))
                }
                return {
                    try given.holdChain(from: 0, to: 1)
                    try hold(left.updates.value.isEmpty, "a cancelled task got an update")
                    try hold(hub.demandCount == 0, "somebody still asks")
                }
            }
        }

        @Test func `law 13: a task that waits for its turn is cancelled while the turn is passed`() async throws {
            try await explore(.preemptions(2)) { scene in
                let (hub, given) = (Numbers(ValueSnapshot(0)), Given())
                let subscription = hub.subscribe()
                hub.publish(ValueSnapshot(1))
                scene.task("first") { await given.take(from: subscription) }
                let second = scene.task("second") {
                    await given.takeAll(from: subscription)
                    hub.finish()
                }
                scene.task("canceller") { second.cancel() }
                return {
                    try given.holdChain(from: 0, to: 1)
                    try hold(hub.demandCount == 0, "somebody still asks")
                }
            }
        }

        @Test func `law 13: of two tasks on one executor the one whose turn is next is cancelled`() async throws {
            try await explore(.preemptions(1)) { scene in
                let (hub, given) = (Numbers(ValueSnapshot(0)), Given())
                let subscription = hub.subscribe()
                hub.publish(ValueSnapshot(1))
                scene.task("first") { await given.take(from: subscription) }
                let second = scene.task("second") { await given.takeAll(from: subscription) }
                scene.task("third", sharingThreadWith: second) {
                    await given.takeAll(from: subscription)
                }
                scene.task("canceller") {
                    second.cancel()
                    hub.finish()
                }
                return {
                    try given.holdChain(from: 0, to: 1)
                    try hold(hub.demandCount == 0, "somebody still asks")
                }
            }
        }

        @Test func `law 2: tasks of one thread are served in the order in which they asked`() async throws {
            try await explore(.everyOrder) { scene in
                let (hub, given, order) = (Numbers(ValueSnapshot(0)), Given(), Shared<[Int]>([]))
                let subscription = hub.subscribe()
                scene.task("consumers") {
                    await withDiscardingTaskGroup { group in
                        for number in 0..<2 {
                            group.addTask {
                                await given.take(from: subscription)
                                order.change { $0.append(number) }
                            }
                        }
                    }
                }
                scene.task("publisher") {
                    hub.publish(ValueSnapshot(1))
                    hub.finish()
                }
                return {
                    try given.holdChain(from: 0, to: 1)
                    try hold(order.value == [0, 1], "they were served as \(order.value)")
                }
            }
        }
    }
}
#endif
