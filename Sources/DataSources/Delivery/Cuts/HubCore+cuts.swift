internal import Synchronization

extension HubCore {
    /// What a hub shows.
    struct Shown: Sendable {
        let commit: HubCommit
        let isFinished: Bool
    }

    /// A commit that was the newest once, kept for a cut that somebody looks back to.
    struct PastCommit {
        let commit: HubCommit
        /// The stamp of its publication.
        let from: UInt64
        /// The stamp of the one that took its place.
        let to: UInt64
        /// See ``State/isOriginal``.
        let isOriginal: Bool
    }

    /// What the hub showed at a cut; `nil` when it does not know any more, since the cut was not registered.
    ///
    /// A hub that was made after a cut shows what it showed when it was derived from first: so it may be filled before.
    /// The time is no part of a cut: an timer's hub shows what it shows now.
    func shown(at cut: UInt64) -> Shown? {
        state.withLock { state in
            if state.stamp <= cut || timer != nil || state.isOriginal && cut < birth {
                return Shown(commit: state.newest, isFinished: state.machine.isFinished)
            }
            let past = state.past.last { $0.from <= cut && cut < $0.to || $0.isOriginal && cut < birth }
            return past.map { Shown(commit: $0.commit, isFinished: false) }
        }
    }

    /// Keeps the newest commit, which is about to go out, if a registered cut needs it.
    func keepNewest(until stamp: UInt64, _ state: inout State) {
        let isOriginal = state.isOriginal && state.scope != nil
        let outgoing = PastCommit(commit: state.newest, from: state.stamp, to: stamp, isOriginal: isOriginal)
        if needs(outgoing, state.scope) { state.past.append(outgoing) }
        state.stamp = stamp
        if state.scope != nil { state.isOriginal = false }
    }

    /// Drops the commits that no registered cut needs any more.
    func dropPast() {
        // They go once the lock is open.
        _ = state.withLock { state -> [PastCommit] in
            let past = state.past
            let scope = state.scope
            state.past = past.filter { needs($0, scope) }
            return past
        }
    }

    private func needs(_ past: PastCommit, _ scope: CutScope?) -> Bool {
        needsPast(past.from, until: past.to, scope) || past.isOriginal && needsPast(0, until: birth, scope)
    }

    private func needsPast(_ from: UInt64, until to: UInt64, _ scope: CutScope?) -> Bool {
        return CutScope.everywhere.needs(from, until: to, for: self)
            || scope?.needs(from, until: to, for: self) == true
    }

    /// The scope of the cuts that what is derived from the hub looks back to.
    var scope: CutScope {
        state.withLock { state in
            // One step is enough to make the way short: it is taken each time that somebody asks.
            let scope = state.scope?.outermost ?? CutScope()
            state.scope = scope
            return scope
        }
    }

    /// How many commits are kept, but for those that only a cut needs that is registered everywhere: for tests.
    var pastCount: Int {
        state.withLock { state in
            state.past.count {
                !CutScope.everywhere.isLookedBackTo($0.from, until: $0.to)
                    || state.scope?.isLookedBackTo($0.from, until: $0.to) == true
            }
        }
    }
}
