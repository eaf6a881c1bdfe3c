internal import Synchronization

/// The operator of an input that a derivation has taken over.
///
/// In `staff.filter { … }.sorted { … }.prefix(20)` nobody but the next operator can see what the filter shows. So the
/// last source passes an update through all three operators itself, without publishing what the first two show:
/// *operator fusion*, as Hirzel, Soulé, Schneider, Gedik and Grimm call it (*A catalog of stream processing
/// optimizations*, ACM Computing Surveys, 2014).
///
/// A derivation with one input takes over its operator when nothing else refers to the hub of that input: no source that
/// the program holds, no subscription, no other derived source, no pass. It never gives it back, since nothing can refer
/// to that hub again.
struct FusedOperator {
    let work: Derivation.Work
    let comparer: CommitComparer
    /// The epoch of its hub.
    let epoch: UInt64
    /// Its last output.
    var last: HubCommit

    /// Passes an update to the operator; returns the difference that this makes to its output, `nil` if there is none.
    mutating func apply(_ update: ErasedUpdate, annotation: BoxedAnnotation?) -> ErasedUpdate? {
        let version = Version(epoch: epoch, number: last.number + 1)
        guard let commit = work([InputUpdate(slot: 0, update: update)], last, version) else { return nil }
        // Nobody else has it yet.
        unsafe commit.annotation = annotation
        defer { last = commit }
        // It cannot stop halfway, as the operators before it have followed the update.
        guard case .differs(let difference) = comparer.compare(last, commit, { false }) else { return nil }
        return difference
    }
}

extension Derivation {
    /// Passes updates to the operators and publishes the output; called by the pass that works on the hub.
    func work(_ work: Work, on updates: [InputUpdate], for hub: HubCore) {
        var updates = updates
        // As for `annotationOfWork`.
        for place in unsafe fused.indices.reversed() {
            // A fused operator has one input.
            guard let update = unsafe fused[place].apply(updates[0].update, annotation: workAnnotation) else { return }
            updates = [InputUpdate(slot: 0, update: update)]
        }
        hub.commit { last, number in work(updates, last, hub.version(number)) }
    }

    /// The number of operators that this derivation has taken over.
    var fusedCount: Int { state.withLock { $0.fusedEpochs.count } }

    /// Whether this derivation has taken over the operator of the hub with this epoch.
    func hasFused(_ epoch: UInt64) -> Bool { state.withLock { $0.fusedEpochs.contains(epoch) } }

    /// The only input, and the commit of it that this derivation has followed; called by the pass that works on the hub.
    ///
    /// It takes over the operator of an input first if nothing else can see what that shows, and this derivation has
    /// followed it.
    func onlyInput() -> (hub: HubCore, followed: HubCommit) {
        while true {
            // A hub that was taken over is released after the lock.
            let (hub, followed, isTakenOver) = state.withLock { state -> (HubCore, HubCommit, Bool) in
                guard let feed = state.inputs[0].derivation, feed.isLinear, case .following(let work) = feed.operation,
                    isKnownUniquelyReferenced(&state.inputs[0])
                else { return (state.inputs[0], state.followed[0], false) }
                let (hub, followed) = (state.inputs[0], state.followed[0])
                let shown = hub.shownNow
                guard shown.commit === followed, !shown.isFinished else { return (hub, followed, false) }
                let operation = FusedOperator(
                    work: work, comparer: hub.comparisons.comparer, epoch: hub.epoch, last: followed)
                // No other pass knows the hub, so none works on it, and nothing waits for its locks.
                feed.state.withLock { above in
                    // As for `annotationOfWork`, here and there.
                    unsafe fused.append(operation)
                    unsafe fused.append(contentsOf: feed.fused)
                    state.fusedEpochs.append(hub.epoch)
                    state.fusedEpochs.append(contentsOf: above.fusedEpochs)
                    (state.inputs, state.followed) = (above.inputs, above.followed)
                }
                return (hub, followed, true)
            }
            if !isTakenOver { return (hub, followed) }
        }
    }
}
