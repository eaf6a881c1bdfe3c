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

        /// A difference that this pass has had.
        struct Step {
            let before: HubCommit
            let after: HubCommit
            let step: DifferenceStep
        }

        let hub: HubCore
        /// `nil` only between two of them.
        var registered: Registration?
        var machine = RefreshMachine<HubCore>()
        /// Differences that the pass had before it had to wait for another one, or has waited for.
        var steps: [Step] = []
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
            defer { machine.ended() }
            while let (hub, cut) = machine.current {
                guard let derivation = hub.derivation else { return .done }
                let visit = Visit(hub: hub, derivation: derivation, cut: cut)
                if let outcome = advance(visit, isCancelled) { return outcome }
            }
            return .done
        }

        var registration: Registration { registered! }

        mutating func begin() {
            machine.began(hub, at: registration.cut, earlier: registration.earlier)
        }

        /// A hub that is being taken to a cut.
        struct Visit {
            let hub: HubCore
            let derivation: Derivation
            let cut: UInt64
        }
    }
}

// MARK: - Visiting

extension Derivation.Pass {
    /// Does the next thing for the current visit; not `nil` when the run ends with that.
    private mutating func advance(_ visit: Visit, _ isCancelled: @escaping () -> Bool) -> Outcome? {
        let (derivation, cut) = (visit.derivation, visit.cut)
        if case .following(let work) = derivation.operation, derivation.inputs.count == 1, machine.isAlone {
            return advanceOne(visit, work, isCancelled)
        }
        if machine.visitNextInput() { return nil }
        let invalidation = derivation.invalidation
        guard let changed = invalidation.changed(at: cut) else {
            machine.reached()
            return nil
        }
        if machine.hasChanged(reached: invalidation.cut) { return nil }
        let behind = behind(visit, changed)
        if !behind.isEmpty {
            machine.areBehind(behind)
            return nil
        }
        switch invalidation.requestWork(at: cut) {
        case .done:
            machine.reached()
            return nil
        case .busy: return .busy(visit.hub)
        case .work: return work(visit, isCancelled)
        }
    }

    /// The inputs in some slots that have to be taken to a visit's cut first.
    private func behind(_ visit: Visit, _ slots: [Int]) -> [HubCore] {
        var behind: [HubCore] = []
        for slot in slots {
            // What a switch has chosen is only known once it has looked at its selection.
            guard slot < visit.derivation.inputs.count else { continue }
            let input = visit.derivation.inputs[slot]
            if let feed = input.feed, !feed.invalidation.isDone(at: visit.cut) { behind.append(input) }
        }
        return behind
    }

    /// Visits an input of a switch or operator that turned out to be behind.
    ///
    /// Traps when the input needs the switch that it is visited for. The closure of the switch has then returned a source
    /// that is derived from the switch: like a function that calls itself with the same argument, that is the program's
    /// error. No state belongs to it.
    mutating func push(_ input: HubCore, for visit: Visit) {
        if case .choosing(let choosing) = visit.derivation.operation, machine.isVisiting(input) {
            preconditionFailure(
                """
                what switchToLatest at \(choosing.origin) follows is derived from it itself; \
                its closure has to return a source that does not depend on it
                """)
        }
        machine.isBehind(input)
    }
}
