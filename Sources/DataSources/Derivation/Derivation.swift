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
/// Differences of roots and of derived hubs are the steps that their own subscribers share. Whoever waits for a derived
/// hub hangs up a bell at each root; the first bell that rings wakes one of those who wait, and that one refreshes.
///
/// The operator runs in the asker's task, off its actor, outside of every lock, and one call at a time.
@usableFromInline
final class Derivation: HubFeed {
    /// Follows the updates of the inputs, `nil` for those without one, and publishes the output to the hub.
    @usableFromInline
    typealias Work = @Sendable (_ updates: [HubUpdate?], _ hub: HubCore) -> Void

    /// A derived hub with what keeps it in step.
    struct Node {
        let hub: HubCore
        let derivation: Derivation
    }

    /// Where one of the hubs that a refresh goes through finds its inputs and its roots.
    struct Wiring {
        /// Where an input comes from: a place among the roots, or among the hubs that the refresh goes through.
        enum Origin {
            case root(Int)
            case node(Int)
        }

        let inputs: [Origin]
        let roots: [Int]
    }

    /// Everything is guarded by the mutex; it only changes in the course of a turn.
    private struct State {
        /// The stages of the inputs that the operator has followed.
        var followed: [HubStage]
        /// What the roots had to show then; empty before the first time.
        var reached: [HubCore.Reached] = []
        /// How many refreshes of this very hub have read the roots, and which of those was the last to reach its end.
        var refreshesBegun = 0
        var lastRefreshDone = 0
        var bells: [Bell] = []
    }

    /// Derived hubs in the order in which they were made: those above have lower numbers.
    private let number: UInt64
    /// What it is derived from.
    private let inputs: [HubCore]
    /// The hubs that are not derived, and that all of this comes from, in the order of their addresses.
    private let roots: [HubCore]
    /// The derived hubs above this one, from the youngest to the oldest.
    private let above: [Node]
    /// The wiring of this hub, and then of those above.
    private let wirings: [Wiring]
    private let work: Work
    /// What calls the operator without anything having come from upstream; one of the roots.
    private let alarm: (any Alarm)?
    /// The alarms of this hub, and of those above.
    @usableFromInline let alarms: [any Alarm]
    private let turns = Turns()
    private let state: Mutex<State>

    /// Creates what keeps a hub in step with `inputs`.
    ///
    /// - Parameters:
    ///   - inputs: The hubs that it is derived from.
    ///   - empty: For each of them, the stage that the operator begins with.
    ///   - alarm: What calls the operator without anything having come from upstream; its hub is among the inputs.
    ///   - work: The operator.
    @usableFromInline
    init(
        from inputs: [HubCore],
        startingAt empty: [HubStage],
        alarm: (any Alarm)? = nil,
        work: @escaping Work
    ) {
        number = nextNumber.wrappingAdd(1, ordering: .relaxed).newValue
        self.inputs = inputs
        self.work = work
        self.alarm = alarm
        state = Mutex(State(followed: empty))
        let nodes = inputs.compactMap { hub in (hub.feed as? Derivation).map { Node(hub: hub, derivation: $0) } }
        var rootsByID: [ObjectIdentifier: HubCore] = [:]
        for root in inputs.filter({ $0.feed == nil }) + nodes.flatMap(\.derivation.roots) {
            rootsByID[ObjectIdentifier(root)] = root
        }
        let roots = rootsByID.values.sorted { ObjectIdentifier($0) < ObjectIdentifier($1) }
        var nodesByNumber: [UInt64: Node] = [:]
        for node in nodes + nodes.flatMap(\.derivation.above) { nodesByNumber[node.derivation.number] = node }
        let above = nodesByNumber.values.sorted { $0.derivation.number > $1.derivation.number }
        self.roots = roots
        self.above = above
        alarms = ([alarm] + above.map(\.derivation.alarm)).compactMap { $0 }
        wirings = ([(inputs, roots)] + above.map { ($0.derivation.inputs, $0.derivation.roots) }).map { inputs, own in
            Wiring(
                inputs: inputs.map { input in
                    if let place = roots.firstIndex(where: { $0 === input }) { return .root(place) }
                    // What is not a root is above, and the hub itself comes first.
                    return .node(above.firstIndex { $0.hub === input }! + 1)
                },
                roots: own.map { root in roots.firstIndex { $0 === root }! }
            )
        }
    }
}

private let nextNumber = Atomic<UInt64>(0)

// MARK: - Refreshing

extension Derivation {
    @usableFromInline var isCurrent: Bool {
        let reached = state.withLock { $0.reached }
        guard reached.count == roots.count, !alarms.contains(where: \.isDue) else { return false }
        return roots.indices.allSatisfy { roots[$0].reached.isSame(as: reached[$0]) }
    }

    @usableFromInline
    func refresh(_ hub: HubCore) async {
        if isCurrent { return }
        let begun = state.withLock { $0.refreshesBegun }
        let nodes = [Node(hub: hub, derivation: self)] + above
        var held = 0..<0
        defer {
            for place in held { nodes[place].derivation.turns.pass() }
        }
        for place in nodes.indices {
            guard await nodes[place].derivation.turns.take({ "its turn at \(nodes[place].hub.comparisons.name)" })
            else { return }
            held = 0..<place + 1
            // Whoever read the roots after this refresh was asked for has done its work.
            if place == 0, state.withLock({ $0.lastRefreshDone > begun }) { return }
        }
        let refresh = state.withLock { state in
            state.refreshesBegun += 1
            return state.refreshesBegun
        }
        for alarm in alarms { alarm.ringIfDue() }
        let cut = HubCore.reached(by: roots)
        var stages: [HubStage?] = Array(repeating: nil, count: nodes.count)
        for place in nodes.indices.reversed() {
            let wiring = wirings[place]
            let inputs = wiring.inputs.map { origin in
                switch origin {
                case .root(let place): stage(of: place, cut)
                case .node(let place): stages[place]!
                }
            }
            guard await nodes[place].follow(inputs, to: wiring.roots.map { cut[$0] }) else { return }
            if place == 0 { state.withLock { $0.lastRefreshDone = refresh } }
            stages[place] = nodes[place].hub.newest
            nodes[place].derivation.turns.pass()
            held = 0..<place
        }
    }

    private func stage(of root: Int, _ cut: [HubCore.Reached]) -> HubStage {
        #if DATASOURCES_MUTANTS
        if Mutation.isActive(.readsRootsOneByOne) { return roots[root].newest }
        #endif
        return cut[root].stage
    }

    @usableFromInline
    func arm(_ hub: HubCore) -> Bool {
        #if DATASOURCES_MUTANTS
        if Mutation.isActive(.waitsWithoutBells) { return true }
        #endif
        let (bells, reached) = state.withLock { state in
            if state.bells.isEmpty { state.bells = roots.map { _ in Bell(of: hub) } }
            return (state.bells, state.reached)
        }
        guard reached.count == roots.count else { return false }
        return roots.indices.allSatisfy { roots[$0].hang(bells[$0], whenNoLonger: reached[$0]) }
    }
}

extension Derivation {
    fileprivate var followed: [HubStage] { state.withLock { $0.followed } }

    /// When nothing more comes from upstream and no deadline is to come, the alarm has had its time too.
    fileprivate func endTime(_ cut: [HubCore.Reached]) {
        guard let alarm, !alarm.isSet, cut.count(where: { !$0.isFinished }) == 1 else { return }
        alarm.core.finish()
    }

    fileprivate func followed(_ inputs: [HubStage], reached: [HubCore.Reached]) {
        // The old stages are handed out, so that they go once the lock is open.
        _ = state.withLock { state in
            let old = (state.followed, state.reached)
            state.followed = inputs
            state.reached = reached
            return old
        }
    }
}

extension Derivation.Node {
    /// Takes the hub from the inputs that it has followed to these ones; `false` when the task was cancelled before.
    fileprivate func follow(_ inputs: [HubStage], to cut: [HubCore.Reached]) async -> Bool {
        let followed = derivation.followed
        var updates: [HubUpdate?] = Array(repeating: nil, count: inputs.count)
        for place in inputs.indices where inputs[place] !== followed[place] {
            let step = derivation.inputs[place].step(from: followed[place], to: inputs[place])
            guard case .update(let update) = await step.outcome() else { return false }
            updates[place] = update
        }
        if updates.contains(where: { $0 != nil }) { derivation.work(updates, hub) }
        if cut.allSatisfy(\.isFinished) { hub.finish() }
        #if DATASOURCES_MUTANTS
        if Mutation.isActive(.finishesWithTheFirstOrigin), cut.contains(where: \.isFinished) { hub.finish() }
        #endif
        derivation.followed(inputs, reached: cut)
        derivation.endTime(cut)
        return true
    }
}
