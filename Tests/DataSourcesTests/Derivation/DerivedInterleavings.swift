#if DATASOURCES_INTERLEAVING
import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Gives twice the number.
private struct Doubled: SnapshotOperator {
    mutating func apply(_ update: Update<ValueSnapshot<Int>>) -> ValueSnapshot<Int> {
        ValueSnapshot((update.after.value ?? 0) * 2)
    }
}

/// A source whose difference stops when nobody wants it.
private final class PolledSource: PublishingSource {
    let hub = SnapshotHub(Polled(1))
}

/// Gives twice the number of a polled one.
private struct DoubledPolled: SnapshotOperator {
    mutating func apply(_ update: Update<Polled>) -> ValueSnapshot<Int> {
        ValueSnapshot(update.after.number * 2)
    }
}

/// Gives the sum of two numbers.
private struct Sum: PairOperator {
    private var (first, second) = (0, 0)

    mutating func apply(
        _ first: Update<ValueSnapshot<Int>>?,
        _ second: Update<ValueSnapshot<Int>>?
    ) -> ValueSnapshot<Int> {
        if let first { self.first = first.after.value ?? 0 }
        if let second { self.second = second.after.value ?? 0 }
        return ValueSnapshot(self.first + self.second)
    }
}

extension Interleavings {
    /// Who refreshes a derived source, waits for what is upstream of it, and looks in place of another, in all orders of
    /// the windows.
    struct DerivedInterleavings {
        private typealias Numbers = DerivedSource<ValueSnapshot<Int>>

        @Test func `law 6: what changes upstream while a consumer is about to wait reaches it`() async throws {
            try await explore(.preemptions(2)) { scene in
                let (origin, given) = (Parameter(1), Given())
                let derived = Numbers(from: origin, through: Doubled())
                let subscription = await derived.subscribe()
                scene.task("consumer") { await given.take(from: subscription) }
                scene.task("setter") { origin.set(2) }
                return {
                    try given.holdChain(from: 2, to: 4)
                    try hold(derived.demandCount == 0, "somebody still asks")
                }
            }
        }

        @Test func `law 2: a consumer follows two changes upstream in one chain`() async throws {
            try await explore(.preemptions(2)) { scene in
                let (origin, given) = (Parameter(1), Given())
                let derived = Numbers(from: origin, through: Doubled())
                let subscription = await derived.subscribe()
                scene.task("consumer") { await given.take(from: subscription, until: 6) }
                scene.task("setter") {
                    origin.set(2)
                    origin.set(3)
                }
                return {
                    try given.holdChain(from: 2, to: 6)
                    try hold(derived.demandCount == 0, "somebody still asks")
                }
            }
        }

        @Test func `law 6: a change upstream reaches two consumers`() async throws {
            try await explore(.preemptions(1)) { scene in
                let (origin, left, right) = (Parameter(1), Given(), Given())
                let derived = Numbers(from: origin, through: Doubled())
                let subscriptions = (await derived.subscribe(), await derived.subscribe())
                scene.task("first") { await left.take(from: subscriptions.0) }
                scene.task("second") { await right.take(from: subscriptions.1) }
                scene.task("setter") { origin.set(2) }
                return {
                    try left.holdChain(from: 2, to: 4)
                    try right.holdChain(from: 2, to: 4)
                    try hold(derived.demandCount == 0, "somebody still asks")
                }
            }
        }

        @Test func `law 6: of two consumers on one executor the one who is to look is cancelled`() async throws {
            try await explore(.preemptions(1)) { scene in
                let (origin, left, right) = (PolledSource(), Given(), Given())
                let derived = Numbers(from: origin, through: DoubledPolled())
                let subscriptions = (await derived.subscribe(), await derived.subscribe())
                let first = scene.task("first") { await left.takeAll(from: subscriptions.0) }
                scene.task("second", sharingThreadWith: first) { await right.take(from: subscriptions.1) }
                scene.task("setter") { origin.hub.publish(Polled(2)) }
                scene.task("canceller") { first.cancel() }
                return {
                    try right.holdChain(from: 2, to: 4)
                    if left.updates.value.isEmpty { await left.take(from: subscriptions.0) }
                    try left.holdChain(from: 2, to: 4)
                    try hold(derived.demandCount == 0, "somebody still asks")
                }
            }
        }

        @Test func `law 13: a consumer is cancelled anywhere while something changes upstream`() async throws {
            try await explore(.preemptions(1)) { scene in
                let (origin, given) = (Parameter(1), Given())
                let derived = Numbers(from: origin, through: Doubled())
                let subscription = await derived.subscribe()
                let consumer = scene.task("consumer") { await given.takeAll(from: subscription) }
                scene.task("canceller") { consumer.cancel() }
                scene.task("setter") { origin.set(2) }
                return {
                    if given.updates.value.isEmpty { await given.take(from: subscription) }
                    try given.holdChain(from: 2, to: 4)
                    try hold(derived.demandCount == 0, "somebody still asks")
                }
            }
        }

        @Test func `law 13: the end upstream comes after what is left`() async throws {
            try await explore(.preemptions(2)) { scene in
                let (origin, given) = (Parameter(1), Given())
                let derived = Numbers(from: origin, through: Doubled())
                let subscription = await derived.subscribe()
                scene.task("consumer") { await given.takeAll(from: subscription) }
                scene.task("setter") {
                    origin.set(2)
                    origin.finish()
                }
                return {
                    try given.holdChain(from: 2, to: 4)
                    try hold(derived.demandCount == 0, "somebody still asks")
                }
            }
        }

        @Test func `law 14: two readers share the work on a new state`() async throws {
            try await explore(.preemptions(2)) { scene in
                let (origin, seen) = (Parameter(1), Shared<[Int?]>([]))
                let derived = Numbers(from: origin, through: Doubled())
                for name in ["first", "second"] {
                    scene.task(name) {
                        let value = await derived.snapshot.value
                        seen.change { $0.append(value) }
                    }
                }
                return {
                    try hold(seen.value == [2, 2], "the readers saw \(seen.value)")
                    try hold(derived.inputsRead == 1, "\(derived.inputsRead) inputs were read")
                }
            }
        }

        @Test func `law 6: who works on a new state is cancelled while another one waits`() async throws {
            try await explore(.preemptions(1)) { scene in
                let (origin, seen) = (Parameter(1), Shared<[Int?]>([]))
                let derived = Numbers(from: origin, through: Doubled())
                let first = scene.task("cancelled reader") { _ = await derived.snapshot }
                scene.task("other reader") {
                    let value = await derived.snapshot.value
                    seen.change { $0.append(value) }
                }
                scene.task("canceller") { first.cancel() }
                return { try hold(seen.value == [2], "the other reader saw \(seen.value)") }
            }
        }

        @Test func `law 14: a diamond never shows half of a change`() async throws {
            try await explore(.preemptions(2)) { scene in
                let (origin, given) = (Parameter(1), Given())
                let doubled = Numbers(from: origin, through: Doubled())
                let sum = Numbers(from: origin, doubled, through: Sum())
                let subscription = await sum.subscribe()
                scene.task("consumer") { await given.take(from: subscription, until: 9) }
                scene.task("setter") {
                    origin.set(2)
                    origin.set(3)
                }
                return {
                    try given.holdChain(from: 3, to: 9)
                    for update in given.updates.value {
                        try hold([6, 9].contains(update.after.value), "the sum was \(update.after)")
                    }
                }
            }
        }

        @Test func `law 14: the first state of a diamond belongs to one moment`() async throws {
            try await explore(.preemptions(2)) { scene in
                let (origin, seen) = (Parameter(1), Shared<[Int]>([]))
                let doubled = Numbers(from: origin, through: Doubled())
                let sum = Numbers(from: doubled, origin, through: Sum())
                _ = await doubled.snapshot
                scene.task("reader") {
                    let value = await sum.snapshot.value ?? -1
                    seen.change { $0.append(value) }
                }
                scene.task("setter") { origin.set(2) }
                return { try hold(seen.value == [3] || seen.value == [6], "the reader saw \(seen.value)") }
            }
        }

        @Test func `law 14: two readers of a diamond look at moments of their own`() async throws {
            try await explore(.preemptions(1)) { scene in
                let (origin, seen) = (Parameter(1), Shared<[Int]>([]))
                let doubled = Numbers(from: origin, through: Doubled())
                let sum = Numbers(from: origin, doubled, through: Sum())
                _ = await sum.snapshot
                for name in ["first", "second"] {
                    scene.task(name) {
                        let value = await sum.snapshot.value ?? -1
                        seen.change { $0.append(value) }
                    }
                }
                scene.task("setter") { origin.set(2) }
                return {
                    try hold(seen.value.allSatisfy { $0 == 3 || $0 == 6 }, "the readers saw \(seen.value)")
                    let last = await sum.snapshot.value
                    try hold(last == 6, "the sum is \(last ?? -1)")
                }
            }
        }

        @Test func `law 6: a parameter chooses another source while a consumer is about to wait`() async throws {
            try await explore(.preemptions(2)) { scene in
                let (choice, sources, given) = (Parameter(0), [Parameter(10), Parameter(20)], Given())
                // One scope from the beginning: which of two scopes is locked first depends on their addresses.
                let others = Numbers(from: sources[1], choice, through: Sum())
                let joined = Numbers(from: sources[0], others, through: Sum())
                let chosen = choice.switchToLatest { sources[$0] }
                let subscription = await chosen.subscribe()
                scene.task("consumer") { await given.take(from: subscription, until: 21) }
                scene.task("setter") {
                    sources[1].set(21)
                    choice.set(1)
                }
                return {
                    try given.holdChain(from: 10, to: 21)
                    _ = joined
                }
            }
        }

        @Test func `law 6: what a parameter chooses changes while it chooses`() async throws {
            try await explore(.preemptions(1)) { scene in
                let (choice, sources, given) = (Parameter(0), [Parameter(10), Parameter(20)], Given())
                let others = Numbers(from: sources[1], choice, through: Sum())
                let joined = Numbers(from: sources[0], others, through: Sum())
                let chosen = choice.switchToLatest { sources[$0] }
                let subscription = await chosen.subscribe()
                scene.task("consumer") { await given.take(from: subscription, until: 21) }
                scene.task("chooser") { choice.set(1) }
                scene.task("setter") { sources[1].set(21) }
                return {
                    try given.holdChain(from: 10, to: 21)
                    _ = joined
                }
            }
        }
    }
}
#endif
