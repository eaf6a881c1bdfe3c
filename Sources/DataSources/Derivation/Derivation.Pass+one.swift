internal import Synchronization

extension Derivation.Pass {
    /// Advances a visit of a hub with one input, when no earlier cut is registered.
    ///
    /// This is the common case. It does the same as the general case, without arrays of inputs, and takes over the
    /// operators of inputs that nobody else can reach; see ``FusedOperator``.
    mutating func advanceOne(
        _ visit: Visit, _ work: Derivation.Work, _ isCancelled: @escaping () -> Bool
    ) -> Outcome? {
        let (hub, derivation, cut) = (visit.hub, visit.derivation, visit.cut)
        let changes = derivation.invalidation
        switch changes.requestWork(at: cut) {
        case .done:
            machine.reached()
            return nil
        case .busy: return .busy(hub)
        case .work: break
        }
        let (input, before) = derivation.fuseInputs()
        let shown: HubCore.Shown
        switch look(input, at: cut) {
        case .shows(let found): shown = found
        case .isBehind: return stop(visit, for: input)
        case .isOver: return stop(visit)
        }
        let isOwn = cut == registration.cut
        if !registration.scope.isIntact(cut, isOwn: isOwn) { return stop(visit) }
        if isOwn { changes.inputsRead.add(1, ordering: .relaxed) }
        derivation.workCut = cut
        var updates: [InputUpdate] = []
        if before !== shown.commit {
            let known = steps.isEmpty ? nil : known(before, shown.commit)
            let step = known ?? input.step(from: before, to: shown.commit)
            // Usually another pass has computed it.
            let joined =
                step.known.map { (step, .outcome(.update($0))) }
                ?? join(step, from: before, to: shown.commit, of: input, isCancelled, changes: changes)
            switch joined.outcome {
            case .outcome(.update(nil)): break
            case .outcome(.update(let update?)):
                if itemLimit < .max, update.changeCount > itemLimit {
                    changes.stopWork()
                    steps = [Step(before: before, after: shown.commit, step: joined.step)]
                    return .long
                }
                // Written before the commit was published.
                derivation.workAnnotation = unsafe shown.commit.annotation
                updates = [InputUpdate(slot: 0, update: update)]
            case .outcome(.cancelled):
                changes.stopWork()
                return .cancelled
            case .watch(let watch):
                changes.stopWork()
                steps = [Step(before: before, after: shown.commit, step: joined.step)]
                return .computing(joined.step, watch)
            }
        }
        let isDone = derivation.work(work, on: updates, for: hub, isLimited: itemLimit < .max)
        let isLast = derivation.followed(input, shown)
        if !isDone {
            changes.stopWork()
            return .long
        }
        if isLast { hub.finish() }
        changes.followed(1)
        var refused: [Int] = []
        if !changes.follow(input, slot: 0, showing: shown) { refused = [0] }
        changes.endWork(at: cut, refused: refused, showing: hub.shownNow)
        machine.reached()
        return nil
    }
}
