import DataSources

/// Cancels the loading of items that have disappeared; the presentation retains it.
final class PrefetchObserver<Snapshot: ItemSnapshot>: PresentationObserver<Snapshot>
where Snapshot.Item.ID: Sendable {
    weak var prefetcher: Prefetcher<Snapshot>?
    private let core: PrefetchCore<Snapshot.Item>

    init(_ core: PrefetchCore<Snapshot.Item>) {
        self.core = core
    }

    override var isNeeded: Bool { prefetcher != nil }

    override var preparation: @Sendable (Update<Snapshot>) -> any Sendable {
        { [core] update in
            // The screen still shows the items, but only for moments.
            if core.count > 0 { core.cancel(Snapshot.deletedItems(of: update).compactMap { update.before[$0]?.id }) }
            return ()
        }
    }
}
