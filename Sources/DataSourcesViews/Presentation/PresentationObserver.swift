import DataSources

/// What follows a presentation on its actor, for example a selection.
class PresentationObserver<Snapshot: SnapshotProtocol> {
    /// Whether whom it works for still exists; if not, it is removed.
    var isNeeded: Bool { true }

    /// Prepares for an update, off the actor; the result is passed to ``shown(_:_:)``.
    var preparation: @Sendable (Update<Snapshot>) -> any Sendable { { _ in () } }

    /// An update has been shown.
    func shown(_ update: Update<Snapshot>, _ prepared: any Sendable) {}
}
