internal import Synchronization

extension Derivation {
    /// One refresh on its way: it takes a hub, and all that the hub needs, to one cut.
    ///
    /// ``run(isCancelled:)`` is synchronous and belongs to no task: it may run on any thread. While it works on a hub it
    /// holds nothing but that hub's work, see ``Invalidation``, and waits for nothing. So two passes never wait for each
    /// other, and no pass waits for a task that may not run.
    ///
    /// **CutClock.** All that is read is read at the cut of the pass, which stays registered until the pass and its
    /// copies are gone. Whoever takes a hub beyond a cut that is registered first stops there. So a hub that is at the
    /// cut or beyond can tell what it showed then, and one that is not there yet can be taken there.
    ///
    /// **Switches.** A switch looks at its selection at that cut too, and what it finds is then taken to that cut.
    /// So the selection is not read again, however often it changes meanwhile: each switch asks for one source.
    ///
    /// What is found may have had nothing to do with all this, and so may not know what it showed at the cut. If it has
    /// changed since, the pass begins anew at a later cut, for which all hubs of the process keep what they show. So it
    /// asks once more. From then on what was found is in the same ``CutScope``.
    ///
    /// **Why it ends.** A run ends with `busy` only while somebody works on a hub that is not at the cut yet. Whoever
    /// works there takes it to a registered cut, stops, or is cancelled. Of the registered cuts up to its own there
    /// are finitely many, and none is added. For all later ones the hub has to stop at this pass's cut first, and then
    /// this pass no longer needs it.
    struct Pass: Sendable {
        /// What comes of a run.
        enum Outcome: Sendable {
            /// The hub is at the cut or beyond.
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

        /// An input that has changed, with what it shows at some cut.
        struct Input {
            let slot: Int
            /// `nil` for what a switch follows that has chosen nothing.
            let hub: HubCore?
            let shown: HubCore.Shown
        }

        /// A registered cut.
        final class Registration: Sendable {
            let cut: UInt64
            /// The earlier ones that other refreshes look back to.
            let earlier: [UInt64]
            /// Whether hubs can look back to it that have had nothing to do with this one.
            let isEverywhere: Bool
            let scope: CutScope

            init(in scope: CutScope, isEverywhere: Bool = false) {
                (self.scope, self.isEverywhere) = (scope, isEverywhere)
                (cut, earlier) = scope.begin(isEverywhere: isEverywhere)
            }

            deinit {
                scope.end(cut)
                if isEverywhere { CutScope.everywhere.end(cut) }
            }
        }

        /// A hub that is to be taken to a cut.
        struct Frame {
            let hub: HubCore
            let derivation: Derivation
            let cut: UInt64
            /// The first of the earlier cuts that it has not stopped at yet.
            var nextEarlier = 0
            /// What has to be taken to the cut before.
            var needed: [HubCore] = []
        }

        /// A difference that this pass has had.
        struct Step {
            let before: HubCommit
            let after: HubCommit
            let step: DifferenceStep
        }

        let hub: HubCore
        /// `nil` only between two of them.
        var registered: Registration?
        /// How often the pass has begun anew, since what was found could not look back to its cut.
        var timesBegunAnew = 0
        /// Once would do, unless others that do not know of the pass yet take what it finds beyond its cut meanwhile.
        static let mostTimesBegunAnew = 2
        /// Differences that the pass had before it had to wait for another one, or has waited for.
        var steps: [Step] = []
        var frames: [Frame] = []
        var itemLimit = Int.max

        /// Begins to refresh a derived hub, at the cut that is now.
        init(of hub: HubCore) {
            self.hub = hub
            registered = Registration(in: hub.scope)
        }

        /// Works until the hub is at the cut, or until something has to be waited for.
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

        var registration: Registration { registered! }

        mutating func begin() {
            guard let derivation = hub.derivation else { return }
            frames = [Frame(hub: hub, derivation: derivation, cut: registration.cut)]
        }
    }
}

// MARK: - Going up

extension Derivation.Pass {
    /// Does the next thing for the last frame; not `nil` when the run ends with that.
    private mutating func advance(_ isCancelled: @escaping () -> Bool) -> Outcome? {
        let top = frames.count - 1
        let derivation = frames[top].derivation
        if case .following(let work) = derivation.operation, derivation.inputs.count == 1, registration.earlier.isEmpty
        {
            return advanceOne(frames[top].hub, derivation, work, at: frames[top].cut, isCancelled)
        }
        if let needed = frames[top].needed.popLast() {
            push(needed, at: frames[top].cut)
            return nil
        }
        let (frame, changes) = (frames[top], frames[top].derivation.invalidation)
        guard let changed = changes.changed(at: frame.cut) else {
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
        switch changes.requestWork(at: frame.cut) {
        case .done:
            frames.removeLast()
            return nil
        case .busy: return .busy(frame.hub)
        case .work: return work(frame, isCancelled)
        }
    }

    /// The next registered cut that the hub of a frame has to stop at before that of the frame.
    private mutating func nextStop(_ place: Int) -> UInt64? {
        let earlier = registration.earlier
        if earlier.isEmpty { return nil }
        let reached = frames[place].derivation.invalidation.cut
        while frames[place].nextEarlier < earlier.count {
            let cut = earlier[frames[place].nextEarlier]
            if cut >= frames[place].cut { return nil }
            frames[place].nextEarlier += 1
            if cut > reached { return cut }
        }
        return nil
    }

    /// The inputs in some slots that have to be taken to a frame's cut first.
    private func needed(by frame: Frame, _ slots: [Int]) -> [HubCore] {
        var needed: [HubCore] = []
        for slot in slots {
            // What a switch has chosen is only known once it has looked at its selection.
            guard slot < frame.derivation.inputs.count else { continue }
            let input = frame.derivation.inputs[slot]
            if let derivation = input.derivation, !derivation.invalidation.isDone(at: frame.cut) { needed.append(input) }
        }
        return needed
    }

    mutating func push(_ hub: HubCore, at cut: UInt64) {
        guard let derivation = hub.derivation else { return }
        if case .choosing(let choosing)? = frames.last?.derivation.operation {
            lookForCircle(hub, at: cut, choosing)
        }
        frames.append(Frame(hub: hub, derivation: derivation, cut: cut))
    }

    /// Traps when a hub that is needed needs what is above it here.
    ///
    /// The closure of a switch has then returned a source that is derived from the switch: like a function that calls
    /// itself with the same argument, that is the program's error. No state belongs to it.
    private func lookForCircle(_ hub: HubCore, at cut: UInt64, _ choosing: Derivation.Switch) {
        guard frames.contains(where: { $0.hub === hub && $0.cut == cut }) else { return }
        preconditionFailure(
            """
            what switchToLatest at \(choosing.origin) follows is derived from it itself; \
            its closure has to return a source that does not depend on it
            """)
    }
}
