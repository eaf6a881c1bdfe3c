internal import Synchronization

extension Derivation {
    /// One refresh in progress: it takes a hub, and every hub it needs, to one consistent cut.
    ///
    /// ``run(itemLimit:isCancelled:)`` is synchronous and tied to no task, so it can run on any thread. While it works
    /// on a hub it holds only that hub's work (see ``Invalidation``) and waits for nothing. So two passes never
    /// deadlock, and no pass waits for a task that may not run.
    ///
    /// **Cuts.** A pass reads everything at its cut, which stays registered until the pass and its copies are gone. A
    /// pass that takes a hub beyond an earlier registered cut stops at that cut first. So a hub at or beyond the cut
    /// still knows what it showed at the cut, and a hub before the cut can still be taken there.
    ///
    /// **Switches.** A switch reads its selection at the cut too, and the chosen source is then taken to that cut. The
    /// pass does not read the selection again, however often it changes meanwhile: each switch selects one source per
    /// pass.
    ///
    /// A chosen source may be new to this scope and no longer know what it showed at the cut. If it has changed since,
    /// the pass restarts at a later cut, for which all hubs of the process keep their commits, and selects once more.
    /// From then on the source belongs to the same ``CutScope``. Passes that begin later stop at that cut, too.
    ///
    /// Sources that are found for items are followed in the same way; see ``ItemSourcesMachine``.
    ///
    /// **Termination.** A run returns `busy` only while another pass works on a hub that has not reached the cut. That
    /// pass takes the hub to a registered cut, stops, or is cancelled. The registered cuts up to this pass's cut are
    /// finitely many, and none is added. For any later cut the hub must stop at this pass's cut first, and then this
    /// pass no longer needs it.
    struct Pass: Sendable {
        /// The outcome of a run.
        enum Outcome: Sendable {
            /// The hub is at or beyond the cut.
            case done
            /// The pass was cancelled during a difference.
            case cancelled
            /// Another pass works on this hub: wait for it and run again.
            case busy(HubCore)
            /// Another task computes this difference: watch it with this number and run again.
            case computing(DifferenceStep, Int)
            /// An operator must process more items than the limit: run again without a limit where that blocks no one.
            case long
            /// A simulation interrupts the pass: let other tasks run, and run again.
            case interrupted
        }

        /// A changed input, with the commit it shows at a cut.
        struct Input {
            let slot: Int
            let hub: HubCore
            let shown: HubCore.Shown
        }

        /// A registered cut.
        final class Registration: Sendable {
            let cut: UInt64
            /// Whether no other pass has registered an earlier cut.
            let isAlone: Bool
            /// Whether it is registered for all hubs of the process, not only for those of the scope.
            let isEverywhere: Bool
            let scope: CutScope

            init(in scope: CutScope, isEverywhere: Bool = false) {
                (self.scope, self.isEverywhere) = (scope, isEverywhere)
                (cut, isAlone) = scope.begin(isEverywhere: isEverywhere)
            }

            deinit {
                scope.end(cut)
                if isEverywhere { CutScope.everywhere.end(cut) }
            }
        }

        /// A difference that this pass has used.
        struct Step {
            let before: HubCommit
            let after: HubCommit
            let step: DifferenceStep
        }

        let hub: HubCore
        /// `nil` only between two registrations.
        var registered: Registration?
        var machine = RefreshMachine<HubCore>()
        /// Differences that the pass used before it had to wait, or waited for.
        var steps: [Step] = []
        var itemLimit = Int.max
        /// The simulation in which the pass runs; `nil` in programs.
        var simulation: Simulation?

        /// Starts to refresh a derived hub, at the current cut.
        init(of hub: HubCore) {
            self.hub = hub
            registered = Registration(in: hub.scope)
        }

        /// Works until the hub is at the cut, or until the pass must wait.
        ///
        /// - Parameters:
        ///   - itemLimit: The number of items an operator may process.
        ///   - isCancelled: Whether the result is no longer needed; called during differences.
        /// - Returns: Whether it is done, or what to wait for before the next run.
        mutating func run(itemLimit: Int = .max, isCancelled: @escaping () -> Bool) -> Outcome {
            self.itemLimit = itemLimit
            begin()
            defer { machine.ended() }
            while let (hub, cut) = machine.current {
                guard let derivation = hub.derivation else { return .done }
                if let simulation, simulation.interruptsRefresh { return .interrupted }
                let visit = Visit(hub: hub, derivation: derivation, cut: cut)
                if let outcome = advance(visit, isCancelled) { return outcome }
            }
            return .done
        }

        var registration: Registration { registered! }

        mutating func begin() {
            machine.began(hub, at: registration.cut, isAlone: registration.isAlone)
        }

        /// A hub on the way to a cut.
        struct Visit {
            let hub: HubCore
            let derivation: Derivation
            let cut: UInt64
        }
    }
}

// MARK: - Visiting

extension Derivation.Pass {
    /// Advances the current visit by one step; returns an outcome if the run ends.
    private mutating func advance(_ visit: Visit, _ isCancelled: @escaping () -> Bool) -> Outcome? {
        let (derivation, cut) = (visit.derivation, visit.cut)
        if case .following(let work) = derivation.operation, derivation.isLinear, machine.isAlone {
            return advanceOne(visit, work, isCancelled)
        }
        if machine.visitNextInput() { return nil }
        let invalidation = derivation.invalidation
        guard let changed = invalidation.changed(at: cut) else {
            machine.reached()
            return nil
        }
        if let stops = machine.stops(reached: invalidation.cut),
            let stop = registration.scope.firstCut(after: stops.after, before: stops.before)
        {
            machine.stops(at: stop)
            return nil
        }
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

    /// The inputs in `slots` that must reach the visit's cut first.
    private func behind(_ visit: Visit, _ slots: [Int]) -> [HubCore] {
        var behind: [HubCore] = []
        let inputs = visit.derivation.inputs
        for slot in slots {
            // What a switch chooses is known only once it has read its selection.
            guard slot < inputs.count else { continue }
            let input = inputs[slot]
            if let feed = input.feed, !feed.invalidation.isDone(at: visit.cut) { behind.append(input) }
        }
        return behind
    }

    /// Visits an input of a switch or operator that turned out to be behind.
    ///
    /// Traps if the input depends on the switch itself: the closure of the switch has then returned a source derived
    /// from the switch. As with endless recursion, this is a programming error: no such state exists.
    mutating func push(_ input: HubCore, for visit: Visit) {
        checkCycle(input, for: visit)
        machine.isBehind(input)
    }

    /// Traps if an input that is behind depends on the switch, or on the hub that chose it, itself.
    func checkCycle(_ input: HubCore, for visit: Visit) {
        guard case .choosing(let sources) = visit.derivation.operation else { return }
        if machine.isVisiting(input) {
            preconditionFailure(
                """
                what \(sources.origin) follows is derived from it itself; \
                its closure has to return a source that does not depend on it
                """)
        }
    }
}
