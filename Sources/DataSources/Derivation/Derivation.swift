internal import Synchronization

/// Keeps a derived hub in step with what it is derived from: one shell for all operators.
///
/// It is pulled. Whoever asks the derived hub for something new first *refreshes* it, in its own task:
///
/// 1. It takes its turn at this hub and at every derived hub above it, in one order that all tasks keep.
/// 2. It reads what all roots have to show **at one moment**: the cut. Nothing that is derived is ever a mixture of two
///    moments, however the ways from a root to here branch and join.
/// 3. From the roots down it takes, at each derived hub, the differences of its inputs since what it followed last,
///    hands them to the operator, publishes the output if it is another one, and lets go of the hub's turn.
///
/// Who goes where in 1 and 3 is the ``Plan``. When a ``Switch`` is found to choose another source, the refresh goes on by
/// another plan, at the same moment where it can; see ``Pass``.
///
/// Differences of roots and of derived hubs are the steps that their own subscribers share. Whoever waits for a derived
/// hub hangs up a bell at each root; the first bell that rings wakes one of those who wait, and that one refreshes.
///
/// The operator runs in the asker's task, off its actor, outside of every lock, and one call at a time.
@usableFromInline
final class Derivation: HubFeed {
    /// Follows the updates of the inputs, `nil` for those without one, and publishes the output to the hub.
    @usableFromInline
    typealias Work = @Sendable (_ updates: [HubUpdate?], _ hub: HubCore) -> Void

    /// What a derived hub does with its inputs.
    enum Operation: Sendable {
        /// Follows their updates.
        case following(Work)
        /// Shows another hub, which the only input chooses.
        case choosing(Switch)
    }

    /// Everything is guarded by the mutex; but for bells and plans it only changes in the course of a turn.
    private struct State {
        /// The stages of the inputs that the operator has followed.
        var followed: [HubStage]
        /// What the roots at that time had to show then; `nil` before the first time.
        var reached: [HubCore.Reached]?
        /// How many refreshes of this very hub have read the roots, and which of those was the last to reach its end.
        var refreshesBegun = 0
        var lastRefreshDone = 0
        /// What the last refresh of this very hub has gone by.
        var plan: Plan?
        var bells: [Bell] = []
        /// The roots that the bells are for.
        var bellRoots: [HubCore] = []
    }

    /// Derived hubs in the order in which they were made.
    let number: UInt64
    /// What it is derived from, whatever it chooses besides.
    let inputs: [HubCore]
    let operation: Operation
    let turns = Turns()
    private let state: Mutex<State>

    /// Creates what keeps a hub in step with `inputs`.
    ///
    /// - Parameters:
    ///   - inputs: The hubs that it is derived from.
    ///   - empty: For each of them, the stage that the operator begins with.
    ///   - work: The operator.
    @usableFromInline
    convenience init(from inputs: [HubCore], startingAt empty: [HubStage], work: @escaping Work) {
        self.init(inputs: inputs, empty: empty, operation: .following(work))
    }

    /// Creates what keeps a hub in step with whichever hub belongs to the value of `selection`.
    @usableFromInline
    convenience init(from selection: HubCore, startingAt empty: HubStage, choosing: Switch) {
        self.init(inputs: [selection], empty: [empty, choosing.empty], operation: .choosing(choosing))
    }

    private init(inputs: [HubCore], empty: [HubStage], operation: Operation) {
        number = nextNumber.wrappingAdd(1, ordering: .relaxed).newValue
        self.inputs = inputs
        self.operation = operation
        state = Mutex(State(followed: empty))
    }
}

private let nextNumber = Atomic<UInt64>(0)

// MARK: - Refreshing

extension Derivation {
    @usableFromInline var isCurrent: Bool {
        guard let reached = state.withLock({ $0.reached }) else { return false }
        return reached.allSatisfy { $0.isNewest && !$0.hub.isDue }
    }

    @usableFromInline var clocks: [HubCore] {
        state.withLock { $0.reached ?? [] }.map(\.hub).filter { $0.alarm != nil }
    }

    @usableFromInline
    func refresh(_ hub: HubCore) async {
        if isCurrent { return }
        let own = Node(hub: hub, derivation: self)
        let (begun, known) = state.withLock { ($0.refreshesBegun, $0.plan) }
        var pass = Pass(of: own, by: plan(of: own, ifNotUpToDate: known), since: begun)
        while await !pass.isOver() { pass.begin(anew: plan(of: own, ifNotUpToDate: state.withLock { $0.plan })) }
    }

    @usableFromInline
    func arm(_ hub: HubCore) -> Bool {
        #if DATASOURCES_MUTANTS
        if Mutation.isActive(.waitsWithoutBells) { return true }
        #endif
        let (reached, bells, left) = state.withLock { state in
            let reached = state.reached ?? []
            var left: [Bell] = []
            if !state.bellRoots.elementsEqual(reached, by: { $0 === $1.hub }) {
                left = state.bells
                state.bells = reached.map { _ in Bell(of: hub) }
                state.bellRoots = reached.map(\.hub)
            }
            return (state.reached, state.bells, left)
        }
        for bell in left { bell.leave() }
        guard let reached else { return false }
        return reached.indices.allSatisfy { reached[$0].hub.hang(bells[$0], whenNoLonger: reached[$0]) }
    }
}

// MARK: - What a pass asks and tells

extension Derivation {
    /// A plan by what every switch follows now: `known`, or else one that is kept for the next refresh.
    func plan(of own: Node, ifNotUpToDate known: Plan? = nil) -> Plan {
        if let known, known.isUpToDate { return known }
        let plan = Plan(of: own)
        // The old one is handed out, so that it goes once the lock is open.
        _ = state.withLock { state in
            let old = state.plan
            state.plan = plan
            return old
        }
        return plan
    }

    /// Whether a refresh has reached its end that has read the roots after `begun` others had.
    func hasBeenRefreshed(since begun: Int) -> Bool { state.withLock { $0.lastRefreshDone > begun } }

    /// A refresh reads the roots; its number.
    func refreshBegan() -> Int {
        state.withLock { state in
            state.refreshesBegun += 1
            return state.refreshesBegun
        }
    }

    func refreshEnded(_ number: Int) {
        state.withLock { $0.lastRefreshDone = number }
    }

    /// Whether nothing that it has followed came after a moment, as far as can be told.
    func isNotBeyond(_ moment: Moment) -> Bool {
        guard let reached = state.withLock({ $0.reached }) else { return true }
        guard let then = moment.reached(by: reached.lazy.map(\.hub)) else { return false }
        return reached.indices.allSatisfy { place in
            let (last, now) = (reached[place], then[place])
            return last.stage.number <= now.stage.number && (!last.isFinished || now.isFinished)
        }
    }

    fileprivate var followed: [HubStage] { state.withLock { $0.followed } }

    fileprivate func followed(_ inputs: [HubStage], reached: [HubCore.Reached]) {
        // The old stages are handed out, so that they go once the lock is open.
        _ = state.withLock { state in
            var old = (state.followed, state.reached, plan: Plan?.none)
            state.followed = inputs
            state.reached = reached
            // A plan that no longer holds might keep what is below by now, and so itself.
            if let plan = state.plan, !plan.isUpToDate { swap(&state.plan, &old.plan) }
            return old
        }
    }
}

extension Derivation.Node {
    /// Takes the hub from the inputs that it has followed to these ones; `false` when the task was cancelled before.
    func follow(_ inputs: [HubStage], to cut: [HubCore.Reached]) async -> Bool {
        let followed = derivation.followed
        switch derivation.operation {
        case .following(let work):
            var updates: [HubUpdate?] = Array(repeating: nil, count: inputs.count)
            for place in inputs.indices where inputs[place] !== followed[place] {
                let step = derivation.inputs[place].step(from: followed[place], to: inputs[place])
                guard case .update(let update) = await step.outcome() else { return false }
                updates[place] = update
            }
            if updates.contains(where: { $0 != nil }) { work(updates, hub) }
        case .choosing(let choosing):
            // It shows what it follows, and needs no difference for that.
            if inputs[1] !== followed[1] { choosing.show(inputs[1], hub) }
        }
        if cut.allSatisfy(\.isFinished) { hub.finish() }
        #if DATASOURCES_MUTANTS
        if Mutation.isActive(.finishesWithTheFirstOrigin), cut.contains(where: \.isFinished) { hub.finish() }
        #endif
        derivation.followed(inputs, reached: cut)
        endTime(cut)
        return true
    }

    /// When nothing more comes from upstream and no deadline is to come, the alarm has had its time too.
    private func endTime(_ cut: [HubCore.Reached]) {
        for input in derivation.inputs {
            guard let alarm = input.alarm, !alarm.isSet, cut.count(where: { !$0.isFinished }) == 1 else { continue }
            input.finish()
        }
    }
}
