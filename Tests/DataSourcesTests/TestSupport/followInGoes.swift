import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Consumes a subscription in three goes, checks every update, and returns every state that was delivered.
///
/// Each go is a task that may stall and that iterates the subscription or its stream; the first two break off or are
/// cancelled, the last one stays to the end. Between them no update may be lost. Some of them call `edit` after every
/// second update, with the number of the go and of the updates that it has had.
func followInGoes<Snapshot: OracleSnapshot>(
    _ subscription: SnapshotSubscription<Snapshot>,
    on executor: SeededExecutor,
    _ random: inout Random,
    _ label: String,
    editing edit: (@Sendable (_ go: Int, _ given: Int) async -> Void)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) async throws -> [Snapshot] where Snapshot.Content: Equatable {
    let follower = Shared(Follower(subscription.snapshot, label))
    for go in 0..<3 {
        let isLast = go == 2
        let limit = isLast ? .max : 1 + random.below(4)
        let (usesStream, stall) = (random.below(2) == 0, random.below(3))
        let edits = edit != nil && random.below(3) == 0
        let task = Task(executorPreference: executor) {
            var given = 0
            func goesOn(after update: Update<Snapshot>) async throws -> Bool {
                follower.change { $0.given(update) }
                given += 1
                if edits, given % 2 == 0 { await edit?(go, given) }
                if stall > 0 { try await executor.clock.sleep(for: .milliseconds(stall)) }
                return given < limit
            }
            if usesStream {
                for await update in subscription.updates { guard try await goesOn(after: update) else { return } }
            } else {
                for await update in subscription { guard try await goesOn(after: update) else { return } }
            }
        }
        if !isLast {
            try await executor.clock.sleep(for: .milliseconds(random.below(3)))
            if random.below(2) == 0 { task.cancel() }
        }
        // Only a sleep throws, in a task that was cancelled.
        _ = await task.result
        if subscription.snapshot != follower.value.last {
            Issue.record("\(label): an update was lost on the way", sourceLocation: sourceLocation)
        }
    }
    return follower.value.states
}
