internal import Synchronization

extension Derivation.Pass {
    /// Does the next thing for the hub of the last frame, which has one input, when no earlier moment is registered.
    ///
    /// That is what most refreshes do; it needs no array of inputs, and does the same as for any number of them.
    mutating func advanceOne(
        _ hub: HubCore, _ derivation: Derivation, _ work: Derivation.Work, at moment: UInt64,
        _ isCancelled: @escaping () -> Bool
    ) -> Outcome? {
        let (input, changes) = (derivation.inputs[0], derivation.changes)
        if let above = input.derivation, !above.changes.isDone(at: moment), !changes.isDone(at: moment) {
            push(input, at: moment)
            return nil
        }
        switch changes.requestWork(at: moment) {
        case .done:
            frames.removeLast()
            return nil
        case .busy: return .busy(hub)
        case .work: break
        }
        let shown: HubCore.Shown
        switch look(input, at: moment) {
        case .shows(let found): shown = found
        case .isBehind: return stop(frames[frames.count - 1], for: input)
        case .isOver: return stop(frames[frames.count - 1])
        }
        if wasOvertaken(moment) { return beginEverywhere(frames[frames.count - 1]) }
        if moment == registration.moment { changes.inputsRead.add(1, ordering: .relaxed) }
        derivation.workMoment.store(moment, ordering: .relaxed)
        let before = derivation.followed(0)
        if before !== shown.stage {
            let known = steps.isEmpty ? nil : known(before, shown.stage)
            let step = known ?? input.step(from: before, to: shown.stage)
            let joined = join(step, from: before, to: shown.stage, of: input, isCancelled, changes: changes)
            switch joined.outcome {
            case .outcome(.update(nil)): break
            case .outcome(.update(let update?)):
                let updates = [InputUpdate(slot: 0, update: update)]
                let looked = Input(slot: 0, hub: input, shown: shown)
                if itemLimit < .max, derivation.itemCount(of: updates, [looked]) > itemLimit {
                    changes.stopWork()
                    steps = [Step(before: before, after: shown.stage, step: joined.step)]
                    return .long
                }
                work(updates, hub)
            case .outcome(.cancelled):
                changes.stopWork()
                return .cancelled
            case .watch(let watch):
                changes.stopWork()
                steps = [Step(before: before, after: shown.stage, step: joined.step)]
                return .computing(joined.step, watch)
            }
        }
        if derivation.followed(input, shown) { hub.finish() }
        changes.followed(1)
        var refused: [Int] = []
        if !changes.follow(input, slot: 0, showing: shown) { refused = [0] }
        #if DATASOURCES_MUTANTS
        if Mutation.isActive(.losesLateChanges) { refused = [] }
        #endif
        changes.endWork(at: moment, refused: refused, showing: hub.shownNow)
        frames.removeLast()
        return nil
    }
}
