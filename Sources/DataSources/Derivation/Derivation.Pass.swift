internal import Synchronization

extension Derivation {
    /// One refresh in progress: it takes a hub, and every hub it needs, to one consistent cut.
    ///
    /// ``run(isCancelled:)`` is synchronous and tied to no task, so it can run on any thread. While it works on a hub
    /// it holds only that hub's work (see ``Invalidation``) and waits for nothing. So two passes never deadlock, and no
    /// pass waits for a task that may not run.
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
    /// From then on the source belongs to the same ``CutScope``.
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
        }

        /// A changed input, with the commit it shows at a cut.
        struct Input {
            let slot: Int
            /// `nil` for the chosen slot of a switch that has chosen nothing.
            let hub: HubCore?
            let shown: HubCore.Shown
        }

        /// A registered cut.
        final class Registration: Sendable {
            let cut: UInt64
            /// The earlier cuts that other passes have registered.
            let earlier: [UInt64]
            /// Whether it is registered for all hubs of the process, not only for those of the scope.
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

        /// A hub on the way to a cut.
        struct Frame {
            let hub: HubCore
            let derivation: Derivation
            let cut: UInt64
            /// The index of the first earlier cut at which it has not stopped yet.
            var nextEarlier = 0
            /// The inputs that must reach the cut first.
            var needed: [HubCore] = []
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
        /// How often the pass has restarted because a chosen source no longer knew its state at the cut.
        var timesBegunAnew = 0
        /// One restart suffices unless a pass that does not know of this one takes the chosen source beyond the cut
        /// meanwhile.
        static let mostTimesBegunAnew = 2
        /// Differences that the pass used before it had to wait, or waited for.
        var steps: [Step] = []
        var frames: [Frame] = []
        var itemLimit = Int.max

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
    /// Advances the last frame by one step; returns an outcome if the run ends.
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

    /// The next registered cut, before the frame's own, at which the frame's hub must stop.
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

    /// The inputs in `slots` that must reach the frame's cut first.
    private func needed(by frame: Frame, _ slots: [Int]) -> [HubCore] {
        var needed: [HubCore] = []
        for slot in slots {
            // What a switch chooses is known only once it has read its selection.
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

    /// Traps if a hub depends on itself at one cut.
    ///
    /// Then the closure of a switch has returned a source derived from the switch. As with endless recursion, this is a
    /// programming error: no such state exists.
    private func lookForCircle(_ hub: HubCore, at cut: UInt64, _ choosing: Derivation.Switch) {
        guard frames.contains(where: { $0.hub === hub && $0.cut == cut }) else { return }
        preconditionFailure(
            """
            what switchToLatest at \(choosing.origin) follows is derived from it itself; \
            its closure has to return a source that does not depend on it
            """)
    }
}
