import BoardKit
import DataSources
import DataSourcesWire

/// A view of the board that this process follows in the log, as long as somebody keeps it.
final class FollowedView: Sendable {
    typealias Snapshot = SectionedSnapshot<Column, Card>

    let replica = Replica<Snapshot>()
    private let task: Task<Void, Never>

    /// The newest state in the log, as far as this process has read it.
    private let newest: @Sendable () -> FeedPosition?

    init<Log: FrameLog>(_ name: String, in reader: LogReader<Log>) {
        newest = { reader.position(of: name) }
        // What ends it is in the replica's status.
        task = Task { [replica] in try? await reader.follow(name, into: replica) }
    }

    deinit { task.cancel() }

    /// Waits until there is a state, and all that this process has read of the log is in it.
    func ready() async throws(Refusal) {
        do {
            try await replica.synced(within: .seconds(10))
        } catch {
            throw Refusal(.unavailable, "this server has no state of the board yet")
        }
        if let position = newest() { await reach(position) }
    }

    /// Waits until a state is shown, a later one, or one of another epoch.
    func reach(_ position: FeedPosition) async {
        // Subscribed before it looks: no state is missed.
        let states = replica.subscribe()
        if await isReached(position) { return }
        for await _ in states where await isReached(position) { return }
    }

    private func isReached(_ position: FeedPosition) async -> Bool {
        guard let shown = await replica.position else { return false }
        return shown.epoch != position.epoch || shown.number >= position.number
    }

    /// The cards, for views that this process makes.
    var source: BoardSource { DerivedSource(from: replica, through: Same()) }

    /// Derives the same states.
    private struct Same: SnapshotOperator {
        mutating func apply(_ update: Update<Snapshot>) -> Snapshot { update.after }
    }
}
