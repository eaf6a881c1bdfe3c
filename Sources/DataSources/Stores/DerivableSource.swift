/// A source that others can be derived from: ``ListSource``, ``SectionedSource``, every ``PublishingSource`` and every
/// ``DerivedSource``.
///
/// A view through a window of time is none: derive first, then let the result be ``DataSource/throttled(for:clock:)``.
public protocol DerivableSource<Snapshot>: DataSource {
    /// What derived sources follow.
    var upstream: Upstream<Snapshot> { get }
}

/// What a derived source follows: a source, seen by those that are derived from it.
public struct Upstream<Snapshot: SnapshotProtocol>: Sendable {
    @usableFromInline let core: HubCore
    /// The source, kept alive as long as a source that is derived from it.
    @usableFromInline let source: any Sendable

    @usableFromInline
    init(core: HubCore, source: any Sendable) {
        self.core = core
        self.source = source
    }
}

extension PublishingSource {
    /// What derived sources follow.
    public var upstream: Upstream<Snapshot> { Upstream(core: hub.core, source: self) }
}
