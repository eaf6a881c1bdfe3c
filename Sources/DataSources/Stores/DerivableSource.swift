/// A source that others can be derived from: ``ListSource``, ``SectionedSource``, every ``PublishingSource`` and every
/// ``DerivedSource``.
///
/// A throttled view is not derivable: derive first, then call ``DataSource/throttled(for:clock:)`` on the result.
public protocol DerivableSource<Snapshot>: DataSource {
    /// The handle that derived sources follow.
    var upstream: Upstream<Snapshot> { get }
}

/// A source as seen by the sources derived from it.
public struct Upstream<Snapshot: SnapshotProtocol>: Sendable {
    @usableFromInline let core: HubCore
    /// The source; every source derived from it keeps it alive.
    @usableFromInline let source: any Sendable

    @usableFromInline
    init(core: HubCore, source: any Sendable) {
        self.core = core
        self.source = source
    }
}

extension PublishingSource {
    /// The handle that derived sources follow.
    public var upstream: Upstream<Snapshot> { Upstream(core: hub.core, source: self) }
}
