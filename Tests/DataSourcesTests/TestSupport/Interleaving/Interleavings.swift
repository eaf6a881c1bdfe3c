#if DATASOURCES_INTERLEAVING
import DataSources
import Foundation
import TestKit
import Testing

/// The explorations of windows: one at a time, and only when they are asked for, as `--filter Interleavings` does.
///
/// All hubs of the process share the counter of moments. Tests that run beside an exploration of derived sources would
/// change it in the middle of a run.
@Suite(.serialized, .enabled(if: CommandLine.arguments.contains { $0.contains("Interleavings") }))
enum Interleavings {}

/// What a consumer of numbers has been given.
struct Given: Sendable {
    let updates = Shared<[Update<ValueSnapshot<Int>>]>([])

    /// Takes the next update; the number that it leads to, or `nil` at the end and when cancelled.
    @discardableResult
    func take(from subscription: SnapshotSubscription<ValueSnapshot<Int>>) async -> Int? {
        guard let update = await subscription.next() else { return nil }
        updates.change { $0.append(update) }
        return update.after.value
    }

    /// Takes updates until one leads to `last`; returns early at the end and when cancelled.
    func take(from subscription: SnapshotSubscription<ValueSnapshot<Int>>, until last: Int) async {
        while let number = await take(from: subscription) {
            if number == last { return }
        }
    }

    /// Takes updates until the end, or until the task is cancelled.
    func takeAll(from subscription: SnapshotSubscription<ValueSnapshot<Int>>) async {
        while await take(from: subscription) != nil {}
    }

    /// Throws unless each update starts where the one before ended, none is empty, and the last one leads to `last`.
    func holdChain(from first: Int, to last: Int) throws {
        var end = first
        for update in updates.value {
            let (before, after) = (update.before.value, update.after.value)
            try hold(before == end, "an update starts at \(before ?? -1) after one that ended at \(end)")
            try hold(after != end, "an update is empty at \(end)")
            end = after ?? -1
        }
        try hold(end == last, "the updates end at \(end), not at \(last)")
    }
}
#endif
