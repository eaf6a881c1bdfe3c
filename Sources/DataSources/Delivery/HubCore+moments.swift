internal import Synchronization

extension HubCore {
    /// What a hub shows.
    struct Shown: Sendable {
        let stage: HubStage
        let isFinished: Bool
    }

    /// A stage that was the newest once, kept for a moment that somebody looks back to.
    struct PastStage {
        let stage: HubStage
        /// The stamp of its publication.
        let from: UInt64
        /// The stamp of the one that took its place.
        let to: UInt64
        /// See ``State/isOriginal``.
        let isOriginal: Bool
    }

    /// What the hub showed at a moment; `nil` when it does not know any more, since the moment was not registered.
    ///
    /// A hub that was made after a moment shows what it showed when it was derived from first: so it may be filled before.
    /// The time is no part of a moment: an alarm's hub shows what it shows now.
    func shown(at moment: UInt64) -> Shown? {
        state.withLock { state in
            if state.stamp <= moment || alarm != nil || state.isOriginal && moment < birth {
                return Shown(stage: state.newest, isFinished: state.machine.isFinished)
            }
            let past = state.past.last { $0.from <= moment && moment < $0.to || $0.isOriginal && moment < birth }
            return past.map { Shown(stage: $0.stage, isFinished: false) }
        }
    }

    /// Keeps the newest stage, which is about to go out, if a registered moment needs it.
    func keepNewest(until stamp: UInt64, _ state: inout State) {
        let isOriginal = state.isOriginal && state.scope != nil
        let outgoing = PastStage(stage: state.newest, from: state.stamp, to: stamp, isOriginal: isOriginal)
        if needs(outgoing, state.scope) { state.past.append(outgoing) }
        state.stamp = stamp
        if state.scope != nil { state.isOriginal = false }
    }

    /// Drops the stages that no registered moment needs any more.
    func dropPast() {
        // They go once the lock is open.
        _ = state.withLock { state -> [PastStage] in
            let past = state.past
            let scope = state.scope
            state.past = past.filter { needs($0, scope) }
            return past
        }
    }

    private func needs(_ past: PastStage, _ scope: MomentScope?) -> Bool {
        needsPast(past.from, until: past.to, scope) || past.isOriginal && needsPast(0, until: birth, scope)
    }

    private func needsPast(_ from: UInt64, until to: UInt64, _ scope: MomentScope?) -> Bool {
        #if DATASOURCES_MUTANTS
        if Mutation.isActive(.keepsNoPast) { return false }
        #endif
        return MomentScope.everywhere.needs(from, until: to, for: self)
            || scope?.needs(from, until: to, for: self) == true
    }

    /// The scope of the moments that what is derived from the hub looks back to.
    var scope: MomentScope {
        state.withLock { state in
            // One step is enough to make the way short: it is taken each time that somebody asks.
            let scope = state.scope?.outermost ?? MomentScope()
            state.scope = scope
            return scope
        }
    }

    /// How many stages are kept, but for those that only a moment needs that is registered everywhere: for tests.
    var pastCount: Int {
        state.withLock { state in
            state.past.count {
                !MomentScope.everywhere.isLookedBackTo($0.from, until: $0.to)
                    || state.scope?.isLookedBackTo($0.from, until: $0.to) == true
            }
        }
    }
}

// MARK: - What is derived from the hub

extension HubCore {
    /// Tells what is derived from a locked hub that the hub is about to change, before the change takes its stamp.
    ///
    /// So whoever reads the hub at the moment of the change, or later, has been told before.
    ///
    /// - Returns: Those whose waiting subscribers are to be told once the lock is open.
    func tellDependents(_ state: inout State) -> [InputChanges] {
        if state.dependents.isEmpty { return [] }
        #if DATASOURCES_MUTANTS
        if Mutation.isActive(.ringsBeforeItTells) {
            let dependents = state.dependents.takeAll()
            for dependent in dependents { dependent.changes.tellSubscribers() }
            _ = InputChanges.inputsChanged(dependents)
            return []
        }
        #endif
        return InputChanges.inputsChanged(state.dependents.takeAll())
    }

    /// Has a derived hub told once when this hub changes; `false` when it shows something else than `shown` already, or
    /// is to.
    func add(_ dependent: InputChanges.Dependent, ifShowing shown: Shown) -> Bool {
        if let derivation { return derivation.changes.add(dependent, ifShowing: shown) }
        // Those that nobody needs any more go once the lock is open.
        return state.withLock { state -> (Bool, [InputChanges.Dependent]) in
            guard shown.stage === state.newest, shown.isFinished == state.machine.isFinished else { return (false, []) }
            // Nothing comes from it any more.
            if shown.isFinished { return (true, []) }
            return (true, state.dependents.add(dependent))
        }.0
    }

    /// Something upstream has changed: some of those that wait are woken, and look.
    func upstreamChanged() {
        let leaders = state.withLock { $0.machine.upstreamChanged() }
        for leader in leaders { leader.resume(returning: nil) }
    }
}
