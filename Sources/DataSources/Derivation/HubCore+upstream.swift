extension HubCore {
    /// The number of a commit of this hub that contains a commit of this hub or of one upstream.
    ///
    /// A commit upstream that is not published yet is waited for. Then the hub is refreshed, so its newest commit
    /// contains it. If the task is cancelled meanwhile, that commit may be an older one.
    ///
    /// - Parameter version: The version of the commit.
    /// - Returns: The number; `.max` if the commit's source has finished before it; `nil` if the version is of a source
    ///   that this hub does not follow.
    func number(containing version: Version) async -> UInt64? {
        if version.epoch == epoch { return version.number }
        // A switch chooses what it follows when it is refreshed.
        if upstream(of: version.epoch) == nil { await feed?.refresh(self) }
        guard let origin = upstream(of: version.epoch) else { return nil }
        // The operator of the hub with that version may have been taken over; see `FusedOperator`.
        if origin.epoch == version.epoch, origin.newest.number < version.number {
            await origin.settled(at: version.number)
            if origin.newest.number < version.number { return Task.isCancelled ? newest.number : .max }
        }
        await feed?.refresh(self)
        return newest.number
    }

    /// The hub with this epoch among those that this hub follows, however far upstream, or the one that has taken over
    /// the operator of that hub.
    private func upstream(of epoch: UInt64) -> HubCore? {
        var (hubs, seen) = ([self], Set<ObjectIdentifier>())
        while let hub = hubs.popLast() {
            if hub.epoch == epoch { return hub }
            guard seen.insert(ObjectIdentifier(hub)).inserted, let derivation = hub.derivation else { continue }
            if derivation.hasFused(epoch) { return hub }
            hubs += derivation.followedHubs
        }
        return nil
    }
}

extension Derivation {
    /// The hubs that the hub follows now: its inputs, and what they have selected.
    fileprivate var followedHubs: [HubCore] {
        switch operation {
        case .following: inputs
        case .choosing(let sources): inputs + sources.hubs
        }
    }
}

extension SnapshotSubscription {
    /// Whether the source is derived, so that it learns what is new upstream only when it is asked: for recorders.
    package var isDerived: Bool { core.hub.feed != nil }

    /// The newest commit that subscribers may see, after everything published upstream is in it: for recorders.
    ///
    /// If the task is cancelled, it can be an older one.
    @concurrent
    package func refreshed() async -> Version {
        await core.hub.feed?.refresh(core.hub)
        return newest
    }

    /// A commit of the source that contains a commit of the source or of one upstream, as
    /// ``HubCore/number(containing:)`` says; `nil` if the version is of a source that this one does not follow: for
    /// recorders.
    @concurrent
    package func version(containing version: Version) async -> Version? {
        await core.hub.number(containing: version).map { core.hub.version($0) }
    }
}

extension HubCore {
    /// Finishes a derived hub that has no inputs.
    ///
    /// No pass ever works on it, so what it shows is recorded here. Otherwise each hub that follows it would find that
    /// it shows something else, and follow it again without end.
    @usableFromInline
    func finishWithoutInputs() {
        finish()
        derivation?.invalidation.endWork(at: 0, refused: [], showing: shownNow)
    }
}
