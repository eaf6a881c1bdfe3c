internal import Synchronization

// How a pass processes one hub: it reads the inputs, computes their differences and passes them to the operator.

extension Derivation.Pass {
    /// Takes the hub of a visit, whose work this pass holds, to the visit's cut; returns an outcome if the run ends.
    mutating func work(_ visit: Visit, _ isCancelled: @escaping () -> Bool) -> Outcome? {
        let (derivation, changes, cut) = (visit.derivation, visit.derivation.invalidation, visit.cut)
        if case .choosing(let sources) = derivation.operation,
            case .stopped(let outcome) = choose(sources, for: visit, isCancelled)
        {
            return outcome
        }
        let slots = changes.changed
        var (inputs, behind): ([Input], [HubCore]) = ([], [])
        inputs.reserveCapacity(slots.count)
        for slot in slots {
            guard let input = derivation.input(slot) else { preconditionFailure("a hub has no input in slot \(slot)") }
            switch look(input, at: cut) {
            case .shows(let shown): inputs.append(Input(slot: slot, hub: input, shown: shown))
            case .isBehind: behind.append(input)
            case .isOver: return stop(visit)
            }
        }
        if !behind.isEmpty { return stop(visit, for: behind) }
        if !registration.scope.isIntact(cut, isOwn: cut == registration.cut) { return stop(visit) }
        if cut == registration.cut { changes.inputsRead.add(inputs.count, ordering: .relaxed) }
        derivation.workCut = cut
        if let outcome = operate(visit, inputs, isCancelled) { return outcome }
        if derivation.followed(inputs) { visit.hub.finish() }
        changes.followed(slots.count)
        var refused: [Int] = []
        for input in inputs {
            let link = derivation.link(input.slot)
            if !changes.follow(input.hub, slot: input.slot, showing: input.shown, link: link) {
                refused.append(input.slot)
            }
        }
        changes.endWork(at: cut, refused: refused, showing: visit.hub.shownNow)
        machine.reached()
        return nil
    }

    /// Stops working and restarts at a cut registered for all hubs of the process.
    mutating func restart(_ visit: Visit) -> Outcome? {
        visit.derivation.invalidation.stopWork()
        // The old cut ends first; otherwise the pass would stop at its own earlier cut.
        registered = nil
        registered = Registration(in: hub.scope, isEverywhere: true)
        begin()
        return nil
    }

    /// The result of reading an input at a cut.
    enum Look {
        case shows(HubCore.Shown)
        /// The input must be taken to the cut first.
        case isBehind
        /// The cut is no longer registered.
        case isOver
    }

    func look(_ input: HubCore, at cut: UInt64) -> Look {
        if let feed = input.feed, !feed.invalidation.isDone(at: cut) { return .isBehind }
        return input.shown(at: cut).map(Look.shows) ?? .isOver
    }

    /// Stops working because an input must be taken to the cut first.
    mutating func stop(_ visit: Visit, for input: HubCore) -> Outcome? {
        visit.derivation.invalidation.stopWork()
        push(input, for: visit)
        return nil
    }

    /// Stops working because a hub has passed the cut, or may have, and no longer knows what it showed there.
    ///
    /// At the pass's own cut, that hub is a source chosen just now, or depends on one. At another pass's cut, that pass
    /// has ended, or will find the same.
    mutating func stop(_ visit: Visit) -> Outcome? {
        switch machine.cutIsGone() {
        case .restart:
            precondition(!registration.isEverywhere, "a snapshot that a registered cut needs was dropped")
            return restart(visit)
        case .skipped(let cut):
            visit.derivation.invalidation.stopWork()
            registration.scope.overtake(cut)
            return nil
        }
    }

    /// Passes the updates of the inputs to the hub's operator; returns an outcome if it must stop instead.
    private mutating func operate(
        _ visit: Visit, _ inputs: [Input], _ isCancelled: @escaping () -> Bool
    ) -> Outcome? {
        let derivation = visit.derivation
        annotate(derivation, with: inputs)
        switch derivation.operation {
        case .choosing(let sources): return show(sources, inputs, for: visit)
        case .following(let work):
            var updates: [InputUpdate] = []
            var had: [Step] = []
            for input in inputs {
                let (hub, before, after) = (input.hub, derivation.followed(input.slot), input.shown.commit)
                if before === after { continue }
                let step = known(before, after) ?? hub.step(from: before, to: after)
                let joined = join(step, from: before, to: after, of: hub, isCancelled, changes: derivation.invalidation)
                switch joined.outcome {
                case .outcome(.update(let update)):
                    if let update { updates.append(InputUpdate(slot: input.slot, update: update)) }
                    had.append(Step(before: before, after: after, step: joined.step))
                case .outcome(.cancelled):
                    derivation.invalidation.stopWork()
                    return .cancelled
                case .watch(let watch):
                    derivation.invalidation.stopWork()
                    steps = had + [Step(before: before, after: after, step: joined.step)]
                    return .computing(joined.step, watch)
                }
            }
            if !updates.isEmpty, derivation.itemCount(of: updates, inputs) > itemLimit {
                derivation.invalidation.stopWork()
                steps = had
                return .long
            }
            // Sorted by slot; the slots are collected in another order.
            if updates.count > 1 { updates.sort { $0.slot < $1.slot } }
            if !derivation.work(work, on: updates, for: visit.hub, isLimited: itemLimit < .max) {
                _ = derivation.followed(inputs)
                derivation.invalidation.stopWork()
                return .long
            }
        }
        return nil
    }

    /// Gives the commit of the current work the annotation of the first changed input that has one.
    private func annotate(_ derivation: Derivation, with inputs: [Input]) {
        // The operator has followed its base already, perhaps in an earlier pass.
        var annotation: BoxedAnnotation?
        if case .choosing(let sources) = derivation.operation, sources.hasChosen {
            annotation = derivation.workAnnotation
        }
        for input in inputs where annotation == nil {
            // Written before the commit was published.
            guard let found = unsafe input.shown.commit.annotation, derivation.isNews(input) else { continue }
            annotation = found
        }
        derivation.workAnnotation = annotation
    }

    func known(_ before: HubCommit, _ after: HubCommit) -> DifferenceStep? {
        steps.first { $0.before === before && $0.after === after }?.step
    }

    /// Computes a difference or takes the shared result; also returns the step that was joined.
    ///
    /// If another task computes it, the pass waits once and then computes its own.
    func join(
        _ step: DifferenceStep, from before: HubCommit, to after: HubCommit, of hub: HubCore,
        _ isCancelled: @escaping () -> Bool, changes: Invalidation
    ) -> (step: DifferenceStep, outcome: DifferenceStep.Join) {
        // Waiters for the work also need its differences.
        let isUnwanted = { isCancelled() && !changes.isAwaited }
        let join = step.join(isCancelled: isUnwanted)
        guard case .watch(let watch) = join, known(before, after) != nil else { return (step, join) }
        step.unwatch(watch)
        let own = DifferenceStep(before: before, after: after, comparisons: hub.comparisons)
        return (own, own.join(isCancelled: isUnwanted))
    }
}

extension Derivation {
    /// The number of items an operator must process to apply `updates`.
    ///
    /// A change of a single value, such as a parameter, can affect every item of the other inputs.
    func itemCount(of updates: [InputUpdate], _ changed: [Pass.Input]) -> Int {
        var count = 0
        for update in updates { count += update.update.changeCount }
        let inputs = inputs
        guard updates.contains(where: { inputs[$0.slot].comparisons.isOfValues }) else { return count }
        for slot in inputs.indices where !inputs[slot].comparisons.isOfValues {
            let commit = changed.first { $0.slot == slot }?.shown.commit ?? followed(slot)
            count += commit.itemCount
        }
        return count
    }
}
