internal import Synchronization

extension HubCore {
    /// What a hub shows at a cut.
    struct Shown: Sendable {
        let commit: HubCommit
        let isFinished: Bool
    }

    /// A former newest commit, kept for a registered cut.
    struct PastCommit {
        let commit: HubCommit
        /// The stamp of its publication.
        let from: UInt64
        /// The stamp of the next publication.
        let to: UInt64
        /// See ``State/isOriginal``.
        let isOriginal: Bool
    }

    /// What the hub showed at a cut; `nil` if it no longer knows, since the cut was not registered.
    ///
    /// At a cut before its creation, a hub shows what it showed when it was first derived from, so it can be filled
    /// before that. Time is not part of a cut: a timer's hub shows its current state.
    func shown(at cut: UInt64) -> Shown? {
        state.withLock { state in
            if state.stamp <= cut || timer != nil || state.isOriginal && cut < birth {
                return Shown(commit: state.newest, isFinished: state.machine.isFinished)
            }
            let past = state.past.last { $0.from <= cut && cut < $0.to || $0.isOriginal && cut < birth }
            return past.map { Shown(commit: $0.commit, isFinished: false) }
        }
    }

    /// Keeps the outgoing newest commit if a registered cut needs it.
    func keepNewest(until stamp: UInt64, _ state: inout State) {
        let isOriginal = state.isOriginal && state.scope != nil
        if needs(state.stamp, until: stamp, isOriginal: isOriginal, state.scope) {
            let outgoing = PastCommit(commit: state.newest, from: state.stamp, to: stamp, isOriginal: isOriginal)
            state.past.append(outgoing)
        }
        state.stamp = stamp
        if state.scope != nil { state.isOriginal = false }
    }

    /// Drops the commits that no registered cut needs.
    func dropPast() {
        // They are released after the lock.
        _ = state.withLock { state -> [PastCommit] in
            let past = state.past
            let scope = state.scope
            state.past = past.filter { needs($0.from, until: $0.to, isOriginal: $0.isOriginal, scope) }
            return past
        }
    }

    private func needs(_ from: UInt64, until to: UInt64, isOriginal: Bool, _ scope: CutScope?) -> Bool {
        needsPast(from, until: to, scope) || isOriginal && needsPast(0, until: birth, scope)
    }

    private func needsPast(_ from: UInt64, until to: UInt64, _ scope: CutScope?) -> Bool {
        return CutScope.everywhere.needs(from, until: to, for: self)
            || scope?.needs(from, until: to, for: self) == true
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

    /// The number of kept commits, without those needed only for a cut registered everywhere: for tests.
    var pastCount: Int {
        state.withLock { state in
            state.past.count {
                !CutScope.everywhere.isLookedBackTo($0.from, until: $0.to)
                    || state.scope?.isLookedBackTo($0.from, until: $0.to) == true
            }
        }
    }
}
