internal import Synchronization

// How a pass works on one hub: it looks at the inputs, takes their differences and hands them to the operator.

extension Derivation.Pass {
    /// Takes the hub of the last frame, whose work this pass has, to the frame's moment; not `nil` when the run ends.
    mutating func work(_ frame: Frame, _ isCancelled: @escaping () -> Bool) -> Outcome? {
        let (derivation, changes, moment) = (frame.derivation, frame.derivation.changes, frame.moment)
        if case .choosing(let choosing) = derivation.operation {
            switch look(derivation.inputs[0], at: moment) {
            case .shows(let selection):
                if choosing.choose(by: selection.stage) { changes.choose() }
                if let chosen = choosing.chosen { derivation.scope.join(chosen.scope) }
            case .isBehind: return stop(frame, for: derivation.inputs[0])
            case .isOver: return stop(frame)
            }
        }
        let slots = changes.changed
        var inputs: [Input] = []
        inputs.reserveCapacity(slots.count)
        for slot in slots {
            guard let input = derivation.input(slot) else {
                let empty = derivation.shownWithoutChoice ?? derivation.followed(slot)
                inputs.append(Input(slot: slot, hub: nil, shown: HubCore.Shown(stage: empty, isFinished: true)))
                continue
            }
            switch look(input, at: moment) {
            case .shows(let shown): inputs.append(Input(slot: slot, hub: input, shown: shown))
            case .isBehind: return stop(frame, for: input)
            case .isOver: return stop(frame)
            }
        }
        if wasOvertaken(moment) { return beginEverywhere(frame) }
        if moment == registration.moment { changes.inputsRead.add(inputs.count, ordering: .relaxed) }
        derivation.workMoment.store(moment, ordering: .relaxed)
        if let outcome = operate(frame, inputs, isCancelled) { return outcome }
        if derivation.followed(inputs) { frame.hub.finish() }
        #if DATASOURCES_MUTANTS
        if Mutation.isActive(.finishesWithTheFirstOrigin), inputs.contains(where: \.shown.isFinished) {
            frame.hub.finish()
        }
        #endif
        changes.followed(slots.count)
        var refused: [Int] = []
        for input in inputs {
            if let hub = input.hub, !changes.follow(hub, slot: input.slot, showing: input.shown) {
                refused.append(input.slot)
            }
        }
        #if DATASOURCES_MUTANTS
        if Mutation.isActive(.losesLateChanges) { refused = [] }
        #endif
        changes.endWork(at: moment, refused: refused, showing: frame.hub.shownNow)
        frames.removeLast()
        return nil
    }

    /// Whether it is the pass's own moment, and something may have been taken beyond it without regard to it.
    func wasOvertaken(_ moment: UInt64) -> Bool {
        timesBegunAnew < Self.mostTimesBegunAnew && moment == registration.moment
            && registration.scope.wasOvertaken(moment)
    }

    /// Stops working, and begins anew at a moment that all hubs of the process can look back to.
    mutating func beginEverywhere(_ frame: Frame) -> Outcome? {
        frame.derivation.changes.stopWork()
        timesBegunAnew += 1
        // The old one ends first, or the pass would stop at its own earlier moment.
        registered = nil
        registered = Registration(in: hub.scope, isEverywhere: true)
        begin()
        return nil
    }

    /// What an input of a hub that is worked on comes to.
    enum Look {
        case shows(HubCore.Shown)
        /// It has to be taken to the moment first.
        case isBehind
        /// The moment is no longer registered.
        case isOver
    }

    func look(_ input: HubCore, at moment: UInt64) -> Look {
        if let derivation = input.derivation, !derivation.changes.isDone(at: moment) { return .isBehind }
        #if DATASOURCES_MUTANTS
        if Mutation.isActive(.readsRootsOneByOne) { return .shows(input.shownNow) }
        #endif
        return input.shown(at: moment).map(Look.shows) ?? .isOver
    }

    /// Stops working, because an input has to be taken to the moment first.
    mutating func stop(_ frame: Frame, for input: HubCore) -> Outcome? {
        frame.derivation.changes.stopWork()
        push(input, at: frame.moment)
        return nil
    }

    /// Stops working, because an input no longer knows what it showed at the moment.
    ///
    /// If that is the pass's own moment, the input has been found just now. If it is that of another pass, that one has
    /// ended, or has yet to find out.
    mutating func stop(_ frame: Frame) -> Outcome? {
        if frame.moment == registration.moment {
            precondition(timesBegunAnew < Self.mostTimesBegunAnew, "what was kept for a moment was dropped too early")
            return beginEverywhere(frame)
        }
        frame.derivation.changes.stopWork()
        registration.scope.overtake(frame.moment)
        while frames.last?.moment == frame.moment { frames.removeLast() }
        return nil
    }

    /// Hands the hub's operator the updates that lead to what the inputs show; not `nil` when it has to stop instead.
    private mutating func operate(
        _ frame: Frame, _ inputs: [Input], _ isCancelled: @escaping () -> Bool
    ) -> Outcome? {
        let derivation = frame.derivation
        switch derivation.operation {
        case .choosing(let choosing):
            // It shows what it follows, and needs no difference for that.
            if let shown = inputs.first(where: { $0.slot == 1 })?.shown, shown.stage !== derivation.followed(1) {
                choosing.show(shown.stage, frame.hub)
            }
        case .following(let work):
            var updates: [InputUpdate] = []
            var had: [Step] = []
            for input in inputs {
                guard let hub = input.hub else { continue }
                let (before, after) = (derivation.followed(input.slot), input.shown.stage)
                if before === after { continue }
                let step = known(before, after) ?? hub.step(from: before, to: after)
                let joined = join(step, from: before, to: after, of: hub, isCancelled, changes: derivation.changes)
                switch joined.outcome {
                case .outcome(.update(let update)):
                    if let update { updates.append(InputUpdate(slot: input.slot, update: update)) }
                    had.append(Step(before: before, after: after, step: joined.step))
                case .outcome(.cancelled):
                    derivation.changes.stopWork()
                    return .cancelled
                case .watch(let watch):
                    derivation.changes.stopWork()
                    steps = had + [Step(before: before, after: after, step: joined.step)]
                    return .computing(joined.step, watch)
                }
            }
            if updates.isEmpty { return nil }
            if derivation.itemCount(of: updates, inputs) > itemLimit {
                derivation.changes.stopWork()
                steps = had
                return .long
            }
            // In the order of their slots, which become known in another one.
            if updates.count > 1 { updates.sort { $0.slot < $1.slot } }
            work(updates, frame.hub)
        }
        return nil
    }

    func known(_ before: HubStage, _ after: HubStage) -> DifferenceStep? {
        steps.first { $0.before === before && $0.after === after }?.step
    }

    /// Computes or finds a difference; with the step that was joined.
    ///
    /// One that others compute is waited for once, and then computed alone.
    func join(
        _ step: DifferenceStep, from before: HubStage, to after: HubStage, of hub: HubCore,
        _ isCancelled: @escaping () -> Bool, changes: InputChanges
    ) -> (step: DifferenceStep, outcome: DifferenceStep.Join) {
        // Those who wait for the work wait for its differences too.
        let isUnwanted = { isCancelled() && !changes.isAwaited }
        let join = step.join(isCancelled: isUnwanted)
        guard case .watch(let watch) = join, known(before, after) != nil else { return (step, join) }
        step.unwatch(watch)
        let own = DifferenceStep(before: before, after: after, comparisons: hub.comparisons)
        return (own, own.join(isCancelled: isUnwanted))
    }
}

extension Derivation {
    /// How many items an operator has to look at that is handed updates.
    ///
    /// A single value, such as a parameter, may have to do with every item of the other inputs.
    func itemCount(of updates: [InputUpdate], _ changed: [Pass.Input]) -> Int {
        var count = 0
        for update in updates { count += update.update.changeCount }
        guard updates.contains(where: { inputs[$0.slot].comparisons.isOfValues }) else { return count }
        for slot in inputs.indices where !inputs[slot].comparisons.isOfValues {
            let stage = changed.first { $0.slot == slot }?.shown.stage ?? followed(slot)
            count += stage.itemCount
        }
        return count
    }
}

extension Derivation {
    /// What a switch shows that has chosen nothing; `nil` if this is no switch.
    fileprivate var shownWithoutChoice: HubStage? {
        guard case .choosing(let choosing) = operation else { return nil }
        return choosing.empty
    }
}
