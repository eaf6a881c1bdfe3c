import BoardKit
import DataSources
import DataSourcesWire

/// A view of the board under versions that go on where the log ends.
actor PublishedView: PublishingSource {
    nonisolated let hub: SnapshotHub<SectionedSnapshot<Column, Card>>
    nonisolated let name: String
    private let view: BoardSource
    /// The version of the view that was published last.
    private var last: UInt64?

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - view: What is published.
    ///   - name: Its name in the log.
    ///   - restored: The state that the log has, and its version.
    init(
        _ view: BoardSource, as name: String,
        restored: (snapshot: SectionedSnapshot<Column, Card>, version: Version)?
    ) {
        (self.view, self.name) = (view, name)
        hub = restored.flatMap { SnapshotHub($0.snapshot, at: $0.version) } ?? SnapshotHub()
    }

    /// Publishes the newest state of the view; returns its position in the log, once it is there.
    func publishNewest() async -> FeedPosition {
        publish(await view.snapshot)
        return FeedPosition(hub.version)
    }

    /// Publishes each state of the view until the task is cancelled.
    func run() async {
        for await update in await view.subscribe() { publish(update.after) }
    }

    private func publish(_ snapshot: SectionedSnapshot<Column, Card>) {
        guard let number = snapshot.version?.number, number > last ?? 0 || last == nil else { return }
        last = number
        hub.publish(snapshot)
    }
}
