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
    /// The output that the next operator has followed.
    var last: HubCommit
    /// A newer output that the next operator has not followed yet; only after ``pass(_:annotation:isLimited:)`` stopped.
    var next: HubCommit?

    init(work: @escaping Derivation.Work, comparer: CommitComparer, epoch: UInt64, last: HubCommit) {
        self.work = work
        self.comparer = comparer
        self.epoch = epoch
        self.last = last
    }

    /// Passes an update, if any, to the operator; returns the update for the next operator, which is empty if the output
    /// has not changed.
    ///
    /// - Parameters:
    ///   - updates: The update of the operator's input, or none.
    ///   - annotation: The annotation of the output.
    ///   - isLimited: Whether to stop if the difference takes more looks than a task may take.
    /// - Returns: One update or none; `nil` if it stopped. The operator has followed the update then, and a call without
    ///   one goes on.
    mutating func pass(_ updates: [InputUpdate], annotation: BoxedAnnotation?, isLimited: Bool) -> [InputUpdate]? {
        let newest = next ?? last
        if !updates.isEmpty, let commit = work(updates, newest, Version(epoch: epoch, number: newest.number + 1)) {
            // Nobody else has it yet.
            unsafe commit.annotation = annotation
            next = commit
        }
        guard let next else { return [] }
        let comparison = comparer.compare(last, next, isLimited ? Self.limit(for: last, next) : { false })
        if case .stopped = comparison { return nil }
        (last, self.next) = (next, nil)
        guard case .differs(let difference) = comparison else { return [] }
        return [InputUpdate(slot: 0, update: difference)]
    }

    /// Whether a task has looked at enough, asked during a difference.
    private static func limit(for before: HubCommit, _ after: HubCommit) -> () -> Bool {
        let limit = WorkerThreads.lookLimit
        // Too few items for that. The number is 0 if it is unknown.
        if 1...limit / 8 ~= before.itemCount + after.itemCount { return { false } }
        var looks = 0
        return {
            looks += CancellationPoll.interval
            return looks > limit
        }
    }
}

extension Derivation {
    /// Passes updates to the operators and publishes the output; called by the pass that works on the hub.
    ///
    /// - Returns: Whether it is done; if not, it has followed the updates, and a call without any goes on.
    func work(_ work: Work, on updates: [InputUpdate], for hub: HubCore, isLimited: Bool) -> Bool {
        var updates = updates
        // As for `annotationOfWork`.
        for place in unsafe fused.indices.reversed() {
            let passed = unsafe fused[place].pass(updates, annotation: workAnnotation, isLimited: isLimited)
            guard let passed else { return false }
            updates = passed
        }
        if !updates.isEmpty { _ = hub.commit { last, number in work(updates, last, hub.version(number)) } }
        return true
    }

    /// The number of operators that this derivation has taken over.
    var fusedCount: Int { state.withLock { $0.fusedEpochs.count } }

    /// Whether this derivation has taken over the operator of the hub with this epoch.
    func hasFused(_ epoch: UInt64) -> Bool { state.withLock { $0.fusedEpochs.contains(epoch) } }

    /// Takes over the operators of inputs that nothing else refers to, if this derivation has followed what they show;
    /// called by the pass that works on the hub.
    ///
    /// Such an input may have followed its own input beyond the pass's cut without a change of its output. The first
    /// difference then leads back to the cut.
    ///
    /// - Returns: The only input now, and the commit of it that the operators have followed.
    func fuseInputs() -> (hub: HubCore, followed: HubCommit) {
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
