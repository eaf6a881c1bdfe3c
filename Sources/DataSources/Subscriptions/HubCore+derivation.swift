internal import Synchronization

extension HubCore {
    /// How often something upstream of a derived hub has changed.
    var rings: Int { state.withLock { $0.machine.rings } }

    /// What a hub had to show at some moment.
    struct Reached: Sendable {
        let hub: HubCore
        let stage: HubStage
        let isFinished: Bool

        /// Whether the hub has nothing else to show now.
        var isNewest: Bool { hub.state.withLock { HubCore.shows($0, self) } }
    }

    private static func shows(_ state: borrowing State, _ reached: Reached) -> Bool {
        reached.stage === state.newest && reached.isFinished == state.machine.isFinished
    }

    /// What the hub has to show now.
    private var reached: Reached { state.withLock { reached($0) } }

    private func reached(_ state: borrowing State) -> Reached {
        Reached(hub: self, stage: state.newest, isFinished: state.machine.isFinished)
    }

    /// Whether a deadline has passed that nobody who follows the hub has been told of.
    var isDue: Bool { alarm?.isDue ?? false }

    /// What all of `hubs` have to show at one moment.
    ///
    /// - Parameter hubs: Each once, in the order of their addresses, as everybody locks them who locks several.
    /// - Returns: What each has to show, in their order.
    static func reached(by hubs: [HubCore]) -> [Reached] {
        if hubs.count == 1 { return [hubs[0].reached] }
        return reached(by: hubs[...])
    }

    private static func reached(by hubs: ArraySlice<HubCore>) -> [Reached] {
        guard let hub = hubs.first else { return [] }
        return hub.state.withLock { state in
            [hub.reached(state)] + reached(by: hubs.dropFirst())
        }
    }

    /// A step that a derived hub takes, with the stage that it starts from: who takes it keeps that stage.
    struct TakenStep: Sendable {
        private let step: DifferenceStep
        private let before: HubStage

        fileprivate init(_ step: DifferenceStep, from before: HubStage) {
            self.step = step
            self.before = before
        }

        /// See ``DifferenceStep/known``.
        var known: HubUpdate? { step.known }

        /// See ``DifferenceStep/outcome()``.
        func outcome() async -> DifferenceStep.Outcome {
            let outcome = await step.outcome()
            withExtendedLifetime(before) {}
            return outcome
        }

        /// See ``DifferenceStep/join()``.
        func join() -> DifferenceStep.Join {
            withExtendedLifetime(before) { step.join() }
        }

        /// See ``DifferenceStep/watch(_:)``.
        func watch(_ id: Int) async { await step.watch(id) }
    }

    /// The step from one of this hub's stages to another; shared when the latter is the newest.
    func step(from before: HubStage, to after: HubStage) -> TakenStep {
        let step = state.withLock { state in
            after === state.newest
                ? sharedStep(from: before, &state)
                : DifferenceStep(before: before, after: after, comparisons: comparisons)
        }
        return TakenStep(step, from: before)
    }

    /// Hangs up a bell that is rung once when the hub has something else to show than `reached`; `false` when it has.
    func hang(_ bell: Bell, whenNoLonger reached: Reached) -> Bool {
        // Bells that nobody hears go once the lock is open.
        let (hangs, _) = state.withLock { state -> (Bool, [Bell]) in
            guard Self.shows(state, reached) else { return (false, []) }
            if bell.isArmed.exchange(true, ordering: .relaxed) { return (true, []) }
            let all = state.bells
            if all.count >= state.bellLimit {
                state.bells = all.filter(\.isHeard)
                state.bellLimit = max(16, 2 * state.bells.count)
            }
            state.bells.append(bell)
            return (true, all)
        }
        return hangs
    }

    /// Something upstream has changed: one of those that wait is woken, and looks.
    func upstreamChanged() {
        let scout = state.withLock { $0.machine.upstreamChanged() }
        scout?.resume(returning: nil)
    }
}
