import DataSources
import Synchronization

/// The end of a source, at which a paused subscription goes on: there is one last update, and then the end.
final class SourceEnd<Snapshot: SnapshotProtocol>: Sendable {
    private let subscription: SnapshotSubscription<Snapshot>
    /// Returns when the source has finished, or the task is cancelled; returns whether it has finished.
    private let wait: @Sendable () async -> Bool
    /// Whether the source is known to have finished; set before the subscription is resumed.
    private let isOver = Atomic(false)

    /// Creates the end of a source that stores its state; `nil` for others, which notice their end only when they are
    /// asked for their state.
    init?(of source: some DataSource<Snapshot>, for subscription: SnapshotSubscription<Snapshot>) {
        guard let source = source as? any PublishingSource<Snapshot> else { return nil }
        self.subscription = subscription
        wait = Self.wait(for: source)
    }

    private static func wait(for source: some PublishingSource<Snapshot>) -> @Sendable () async -> Bool {
        {
            let hub = source.hub
            // A version that never comes.
            await hub.settled(at: Version(epoch: hub.version.epoch, number: .max))
            return hub.isFinished
        }
    }

    /// Waits for the end, and resumes the subscription then.
    func resumeSubscription() async {
        guard await wait() else { return }
        isOver.store(true, ordering: .sequentiallyConsistent)
        subscription.resume()
    }

    /// Pauses the subscription, unless the source has finished.
    func pause() {
        subscription.pause()
        // Whichever comes last, this or `resumeSubscription()`, resumes it.
        if isOver.load(ordering: .sequentiallyConsistent) { subscription.resume() }
    }
}
