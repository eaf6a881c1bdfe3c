internal import Synchronization

extension Derivation {
    /// One refresh on its way: it takes a hub, and all that the hub needs, to one moment.
    ///
    /// ``run(isCancelled:)`` is synchronous and belongs to no task: it may run on any thread. While it works on a hub it
    /// holds nothing but that hub's work, see ``InputChanges``, and waits for nothing. So two passes never wait for each
    /// other, and no pass waits for a task that may not run.
    ///
    /// **Moments.** All that is read is read at the moment of the pass, which stays registered until the pass and its
    /// copies are gone. Whoever takes a hub beyond a moment that is registered first stops there. So a hub that is at the
    /// moment or beyond can tell what it showed then, and one that is not there yet can be taken there.
    ///
    /// **Switches.** A switch looks at its selection at that moment too, and what it finds is then taken to that moment.
    /// So the selection is not read again, however often it changes meanwhile: each switch asks for one source.
    ///
    /// What is found may have had nothing to do with all this, and so may not know what it showed at the moment. If it has
    /// changed since, the pass begins anew at a later moment, for which all hubs of the process keep what they show. So it
    /// asks once more. From then on what was found is in the same ``MomentScope``.
    ///
    /// **Why it ends.** A run ends with `busy` only while somebody works on a hub that is not at the moment yet. Whoever
    /// works there takes it to a registered moment, stops, or is cancelled. Of the registered moments up to its own there
    /// are finitely many, and none is added. For all later ones the hub has to stop at this pass's moment first, and then
    /// this pass no longer needs it.
    struct Pass: Sendable {
        /// What comes of a run.
        enum Outcome: Sendable {
            /// The hub is at the moment or beyond.
            case done
            /// The pass was cancelled in the midst of a difference.
            case cancelled
            /// Somebody else works on this hub: wait until that is over, and run again.
            case busy(HubCore)
            /// Somebody else computes this difference: watch it with this number, and run again.
            case computing(DifferenceStep, Int)
            /// An operator has more items to look at than the limit: run again without one, where that holds up nobody.
            case long
        }

        /// An input that has changed, with what it shows at some moment.
        struct Input {
            let slot: Int
            /// `nil` for what a switch follows that has chosen nothing.
            let hub: HubCore?
            let shown: HubCore.Shown
        }

        /// A registered moment.
        private final class Registration: Sendable {
            let moment: UInt64
            /// The earlier ones that other refreshes look back to.
            let earlier: [UInt64]
            /// Whether hubs can look back to it that have had nothing to do with this one.
            let isEverywhere: Bool
            let scope: MomentScope

            init(in scope: MomentScope, isEverywhere: Bool = false) {
                (self.scope, self.isEverywhere) = (scope, isEverywhere)
                (moment, earlier) = scope.begin(isEverywhere: isEverywhere)
            }

            deinit {
                scope.end(moment)
                if isEverywhere { MomentScope.everywhere.end(moment) }
            }
        }

        /// A hub that is to be taken to a moment.
        private struct Frame {
            let hub: HubCore
            let derivation: Derivation
            let moment: UInt64
            /// The first of the earlier moments that it has not stopped at yet.
            var nextEarlier = 0
            /// What has to be taken to the moment before.
            var needed: [HubCore] = []
        }

        /// A difference that this pass has had.
        private struct Step {
            let before: HubStage
            let after: HubStage
            let step: DifferenceStep
        }

        private let hub: HubCore
        /// `nil` only between two of them.
        private var registered: Registration?
        /// How often the pass has begun anew, since what was found could not look back to its moment.
        private var timesBegunAnew = 0
        /// Once would do, unless others that do not know of the pass yet take what it finds beyond its moment meanwhile.
        private static let mostTimesBegunAnew = 2
        /// Differences that the pass had before it had to wait for another one, or has waited for.
        private var steps: [Step] = []
        private var frames: [Frame] = []
        private var itemLimit = Int.max

        /// Begins to refresh a derived hub, at the moment that is now.
        init(of hub: HubCore) {
            self.hub = hub
            registered = Registration(in: hub.scope)
        }

        /// Goes as far as it comes.
        ///
        /// - Parameters:
        ///   - itemLimit: How many items an operator may be handed.
        ///   - isCancelled: Whether nobody wants the result any more; asked in the midst of a difference.
        /// - Returns: Whether it is over, or what to wait for before the next run.
        mutating func run(itemLimit: Int = .max, isCancelled: @escaping () -> Bool) -> Outcome {
            self.itemLimit = itemLimit
            begin()
            defer { frames = [] }
            while !frames.isEmpty {
                if let outcome = advance(isCancelled) { return outcome }
            }
            return .done
        }

        private var registration: Registration { registered! }

        private mutating func begin() {
            guard let derivation = hub.derivation else { return }
            frames = [Frame(hub: hub, derivation: derivation, moment: registration.moment)]
        }
    }
}

// MARK: - Going up

extension Derivation.Pass {
    /// Does the next thing for the last frame; not `nil` when the run ends with that.
    private mutating func advance(_ isCancelled: @escaping () -> Bool) -> Outcome? {
        let top = frames.count - 1
        if let needed = frames[top].needed.popLast() {
            push(needed, at: frames[top].moment)
            return nil
        }
        let (frame, changes) = (frames[top], frames[top].derivation.changes)
        guard let changed = changes.changed(at: frame.moment) else {
            frames.removeLast()
            return nil
        }
        if let earlier = nextStop(top) {
            push(frame.hub, at: earlier)
            return nil
        }
        let needed = needed(by: frame, changed)
        if !needed.isEmpty {
            frames[top].needed = needed
            return nil
        }
        switch changes.requestWork(at: frame.moment) {
        case .done:
            frames.removeLast()
            return nil
        case .busy: return .busy(frame.hub)
        case .work: return work(frame, isCancelled)
        }
    }

    /// The next registered moment that the hub of a frame has to stop at before that of the frame.
    private mutating func nextStop(_ place: Int) -> UInt64? {
        let earlier = registration.earlier
        if earlier.isEmpty { return nil }
        #if DATASOURCES_MUTANTS
        if Mutation.isActive(.skipsEarlierMoments) { return nil }
        #endif
        let reached = frames[place].derivation.changes.moment
        while frames[place].nextEarlier < earlier.count {
            let moment = earlier[frames[place].nextEarlier]
            if moment >= frames[place].moment { return nil }
            frames[place].nextEarlier += 1
            if moment > reached { return moment }
        }
        return nil
    }

    /// The inputs in some slots that have to be taken to a frame's moment first.
    private func needed(by frame: Frame, _ slots: [Int]) -> [HubCore] {
        var needed: [HubCore] = []
        for slot in slots {
            // What a switch has chosen is only known once it has looked at its selection.
            guard slot < frame.derivation.inputs.count else { continue }
            let input = frame.derivation.inputs[slot]
            if let derivation = input.derivation, !derivation.changes.isDone(at: frame.moment) { needed.append(input) }
        }
        return needed
    }

    private mutating func push(_ hub: HubCore, at moment: UInt64) {
        guard let derivation = hub.derivation else { return }
        if case .choosing(let choosing)? = frames.last?.derivation.operation {
            lookForCircle(hub, at: moment, choosing)
        }
        frames.append(Frame(hub: hub, derivation: derivation, moment: moment))
    }

    /// Traps when a hub that is needed needs what is above it here.
    ///
    /// The closure of a switch has then returned a source that is derived from the switch: like a function that calls
    /// itself with the same argument, that is the program's error. No state belongs to it.
    private func lookForCircle(_ hub: HubCore, at moment: UInt64, _ choosing: Derivation.Switch) {
        guard frames.contains(where: { $0.hub === hub && $0.moment == moment }) else { return }
        preconditionFailure(
            """
            what switchToLatest at \(choosing.origin) follows is derived from it itself; \
            its closure has to return a source that does not depend on it
            """)
    }
}

// MARK: - Working

extension Derivation.Pass {
    /// Takes the hub of the last frame, whose work this pass has, to the frame's moment; not `nil` when the run ends.
    private mutating func work(_ frame: Frame, _ isCancelled: @escaping () -> Bool) -> Outcome? {
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
    private func wasOvertaken(_ moment: UInt64) -> Bool {
        timesBegunAnew < Self.mostTimesBegunAnew && moment == registration.moment
            && registration.scope.wasOvertaken(moment)
    }

    /// Stops working, and begins anew at a moment that all hubs of the process can look back to.
    private mutating func beginEverywhere(_ frame: Frame) -> Outcome? {
        frame.derivation.changes.stopWork()
        timesBegunAnew += 1
        // The old one ends first, or the pass would stop at its own earlier moment.
        registered = nil
        registered = Registration(in: hub.scope, isEverywhere: true)
        begin()
        return nil
    }

    /// What an input of a hub that is worked on comes to.
    private enum Look {
        case shows(HubCore.Shown)
        /// It has to be taken to the moment first.
        case isBehind
        /// The moment is no longer registered.
        case isOver
    }

    private func look(_ input: HubCore, at moment: UInt64) -> Look {
        if let derivation = input.derivation, !derivation.changes.isDone(at: moment) { return .isBehind }
        #if DATASOURCES_MUTANTS
        if Mutation.isActive(.readsRootsOneByOne) { return .shows(input.shownNow) }
        #endif
        return input.shown(at: moment).map(Look.shows) ?? .isOver
    }

    /// Stops working, because an input has to be taken to the moment first.
    private mutating func stop(_ frame: Frame, for input: HubCore) -> Outcome? {
        frame.derivation.changes.stopWork()
        push(input, at: frame.moment)
        return nil
    }

    /// Stops working, because an input no longer knows what it showed at the moment.
    ///
    /// If that is the pass's own moment, the input has been found just now. If it is that of another pass, that one has
    /// ended, or has yet to find out.
    private mutating func stop(_ frame: Frame) -> Outcome? {
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

    private func known(_ before: HubStage, _ after: HubStage) -> DifferenceStep? {
        steps.first { $0.before === before && $0.after === after }?.step
    }

    /// Computes or finds a difference; with the step that was joined.
    ///
    /// One that others compute is waited for once, and then computed alone.
    private func join(
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
    fileprivate func itemCount(of updates: [InputUpdate], _ changed: [Pass.Input]) -> Int {
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
