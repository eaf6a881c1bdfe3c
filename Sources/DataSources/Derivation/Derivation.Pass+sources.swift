// How a pass processes a hub whose sources are chosen by its base; see ``ItemSourcesMachine``.

extension Derivation.Pass {
    /// Whether a pass can go on with the hub.
    enum Choice {
        /// The sources are those of the base at the cut.
        case made
        /// The work has stopped; the run ends if there is an outcome.
        case stopped(Outcome?)
    }

    /// Reads the base at the visit's cut and has the operator find and give up sources.
    mutating func choose(
        _ sources: Derivation.ItemSources, for visit: Visit, _ isCancelled: @escaping () -> Bool
    ) -> Choice {
        let (derivation, changes) = (visit.derivation, visit.derivation.invalidation)
        let base = derivation.inputs[0]
        let after: HubCommit
        switch look(base, at: visit.cut) {
        case .shows(let shown): after = shown.commit
        case .isBehind: return .stopped(stop(visit, for: base))
        case .isOver: return .stopped(stop(visit))
        }
        let before = derivation.followed(0)
        if before === after { return .made }
        let step = known(before, after) ?? base.step(from: before, to: after)
        let joined = join(step, from: before, to: after, of: base, isCancelled, changes: changes)
        let had = [Step(before: before, after: after, step: joined.step)]
        switch joined.outcome {
        case .outcome(.update(let update)):
            if let update {
                if update.changeCount > itemLimit {
                    changes.stopWork()
                    steps = had
                    return .stopped(.long)
                }
                follow(update, sources, for: visit)
                // Written before the commit was published.
                derivation.workAnnotation = unsafe after.annotation
            }
            // Not undone if the pass stops later: the operator has followed it.
            derivation.followed(base: after)
            return .made
        case .outcome(.cancelled):
            changes.stopWork()
            return .stopped(.cancelled)
        case .watch(let watch):
            changes.stopWork()
            steps = had
            return .stopped(.computing(joined.step, watch))
        }
    }

    /// Passes an update of the base to the operator, and follows the sources that it finds.
    private func follow(_ update: ErasedUpdate, _ sources: Derivation.ItemSources, for visit: Visit) {
        let choice = sources.choose(by: update)
        let arrivals = choice.arrivals
        for arrival in arrivals { visit.derivation.scope.join(arrival.hub.scope) }
        visit.derivation.invalidation.choose(come: arrivals.map(\.slot), gone: choice.gone)
        visit.derivation.dropClocks(of: choice.gone)
    }

    /// Passes what the sources show to the operator; returns an outcome if the pass must stop instead.
    mutating func show(_ sources: Derivation.ItemSources, _ inputs: [Input], for visit: Visit) -> Outcome? {
        let updates = sources.updates(in: inputs)
        if updates.count > itemLimit {
            visit.derivation.invalidation.stopWork()
            return .long
        }
        sources.publish(updates, to: visit.hub)
        return nil
    }

    /// Stops working because several inputs must be taken to the cut first.
    mutating func stop(_ visit: Visit, for inputs: [HubCore]) -> Outcome? {
        visit.derivation.invalidation.stopWork()
        for input in inputs { checkCycle(input, for: visit) }
        machine.areBehind(inputs)
        return nil
    }
}
