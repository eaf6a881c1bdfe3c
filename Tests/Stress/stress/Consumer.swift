import DataSources
import Synchronization

/// In which way a consumer consumes.
enum Manner: CaseIterable {
    /// Iterates the subscription.
    case sequence
    /// Iterates the subscription's stream.
    case stream
    /// Iterates the subscription on an actor.
    case actor
    /// At most one update per few milliseconds.
    case coalesced
    /// From the empty state on.
    case sinceNothing
    /// Applies every update to a plain array.
    case fold
}

/// Follows one subscription and checks what it is given.
struct Consumer<Snapshot: SnapshotProtocol>: Sendable where Snapshot.Content: Equatable {
    let name: String
    let manner: Manner
    let ledger: Ledger

    /// Follows `subscription` to its end; the state it has reached.
    func follow(_ subscription: SnapshotSubscription<Snapshot>) async -> Snapshot {
        var given = Given(snapshot: subscription.snapshot, name: name, ledger: ledger)
        switch manner {
        case .sequence:
            for await update in subscription { await given.take(update) }
        case .stream:
            for await update in subscription.updates { await given.take(update) }
        case .actor:
            given = await Reader().follow(subscription, given)
        case .coalesced:
            let calm = subscription.throttled(for: .milliseconds(3), clock: ContinuousClock())
            for await update in calm { await given.take(update) }
            return await reached(calm, given)
        case .sinceNothing:
            let whole = subscription.moved(to: Snapshot())
            given.snapshot = Snapshot()
            for await update in whole.updates { await given.take(update) }
            return await reached(whole, given)
        case .fold:
            var content = given.snapshot.content
            for await update in subscription {
                await given.take(update)
                do {
                    try update.apply(to: &content)
                    await ledger.expect(content == update.after.content, "law 1, \(name): \(update)")
                } catch {
                    await ledger.complain("law 1, \(name): \(error)")
                }
            }
        }
        return await reached(subscription, given)
    }

    /// What a consumer has been given is where its subscription is: nothing got lost on the way.
    private func reached(_ subscription: SnapshotSubscription<Snapshot>, _ given: Given<Snapshot>) async -> Snapshot {
        await ledger.expect(
            subscription.snapshot.isIdentical(to: given.snapshot) || subscription.snapshot == given.snapshot,
            "law 2, \(name): an update was lost"
        )
        return given.snapshot
    }
}

/// What a consumer has been given last.
struct Given<Snapshot: SnapshotProtocol>: Sendable {
    var snapshot: Snapshot
    let name: String
    let ledger: Ledger

    mutating func take(_ update: Update<Snapshot>) async {
        ledger.updates.add(1, ordering: .relaxed)
        let (before, after) = (update.before, update.after)
        await ledger.expect(before == snapshot, "law 2, \(name): \(update) does not start where the last one ended")
        await ledger.expect(!update.changes.isEmpty, "law 3, \(name): an empty update")
        await ledger.expect(after.version != nil, "law 16, \(name): no version")
        if let old = before.version, let new = after.version {
            await ledger.expect(old.epoch == new.epoch && old < new, "law 16, \(name): \(old) and then \(new)")
        }
        snapshot = after
    }
}

/// A consumer that is an actor, as a view model would be.
private actor Reader {
    func follow<Snapshot: SnapshotProtocol>(
        _ subscription: SnapshotSubscription<Snapshot>,
        _ given: Given<Snapshot>
    ) async -> Given<Snapshot> {
        var given = given
        for await update in subscription { await given.take(update) }
        return given
    }
}

/// Several tasks that share one subscription: each update goes to one of them, and together they see one chain.
actor Share<Snapshot: SnapshotProtocol> {
    private var steps: [(before: Version, after: Version)] = []
    private let start: Version?

    init(_ start: Version?) {
        self.start = start
    }

    func note(_ update: Update<Snapshot>) {
        if let before = update.before.version, let after = update.after.version { steps.append((before, after)) }
    }

    /// What is wrong with the steps of all together, which ought to have reached `end`.
    func fault(_ end: Version?) -> String? {
        // Two tasks may note their steps in another order than they were given them.
        let sorted = steps.sorted { $0.before < $1.before }
        for (step, next) in zip(sorted, sorted.dropFirst()) where step.after != next.before {
            return "law 2: a gap between \(step.after) and \(next.before)"
        }
        if let first = sorted.first, first.before != start { return "law 2: they begin at \(first.before)" }
        if let last = sorted.last, let end, last.after > end { return "law 16: they end at \(last.after)" }
        return nil
    }
}
