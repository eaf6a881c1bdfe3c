internal import Synchronization

extension HubCore {
    /// What a hub shows at a cut.
    struct Shown: Sendable {
        let commit: HubCommit
        let isFinished: Bool
    }

    /// What the hub showed at a cut; `nil` if that is no longer known, since the cut was not registered.
    ///
    /// At a cut before its creation, a hub shows what it showed when it was first derived from, so it can be filled
    /// before that. Time is not part of a cut: a timer's hub shows its current state.
    func shown(at cut: UInt64) -> Shown? {
        let (newest, scope) = state.withLock { state -> (Shown?, CutScope?) in
            if state.stamp <= cut || timer != nil || state.isOriginal && cut < birth {
                return (Shown(commit: state.newest, isFinished: state.machine.isFinished), nil)
            }
            return (nil, state.scope)
        }
        if let newest { return newest }
        // It was kept before the hub went on, and stays there while the cut is registered.
        let past = scope?.commit(of: self, at: cut) ?? CutScope.everywhere.commit(of: self, at: cut)
        return past.map { Shown(commit: $0, isFinished: false) }
    }

    /// Keeps the outgoing newest commit for the registered cuts at which it was the newest.
    func keepNewest(until stamp: UInt64, _ state: inout State) {
        keep(state.newest, from: state.stamp, until: stamp, &state)
        if state.isOriginal, state.scope != nil {
            keep(state.newest, from: 0, until: birth, &state)
            state.isOriginal = false
        }
        state.stamp = stamp
    }

    private func keep(_ commit: HubCommit, from: UInt64, until to: UInt64, _ state: inout State) {
        let isKept = CutScope.everywhere.keep(commit, of: self, from: from, until: to)
        if state.scope?.keep(commit, of: self, from: from, until: to) == true || isKept { state.hasPast = true }
    }

    /// The hub is about to be released: no cut keeps a commit of it any more.
    func dropPast() {
        let (hasPast, scope) = state.withLock { ($0.hasPast, $0.scope) }
        if !hasPast { return }
        for scope in [.everywhere, scope] { scope?.hubGone(ObjectIdentifier(self)) }
    }

    /// The scope of this hub and all hubs connected to it by derivation.
    var scope: CutScope {
        state.withLock { state in
            // Shortening the path by one call is enough, since it happens on each access.
            let scope = state.scope?.outermost ?? CutScope()
            state.scope = scope
            return scope
        }
    }

    /// The number of cuts of the hub's scope that keep a commit of it: for tests.
    var pastCount: Int { state.withLock { $0.scope }?.keptCount(of: self) ?? 0 }
}
