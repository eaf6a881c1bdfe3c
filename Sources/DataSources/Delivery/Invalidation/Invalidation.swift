internal import Synchronization

/// The shell around ``InvalidationMachine``: what roots and derived hubs tell a derived hub, and who waits to work on it.
///
/// Upstream holds on to it, but it holds on to nothing: a derived hub that nobody follows any more goes away, and then it
/// cares for nothing.
final class Invalidation: Sendable {
    /// Who is to be told when a hub changes: a derived hub, and by which edge of it.
    struct Dependent: Sendable, Heeding {
        let changes: Invalidation
        let edge: Int

        var heeds: Bool {
            if changes.isOver.load(ordering: .relaxed) { return false }
            let choice = changes.choice.load(ordering: .relaxed)
            return edge == 0 || choice < 0 || edge == choice
        }
    }

    typealias Machine = InvalidationMachine<Dependent>

    /// Everything is guarded by the mutex, under which no other lock is taken.
    private struct State {
        var machine: Machine
        /// The hub, while calls wait for it or are about to; they keep it alive all the same.
        var hub: HubCore?
        var listenerCount = 0
        /// Those who wait until nobody works on the hub.
        var waiting: [Int: Suspension] = [:]
        var waitsMade = 0
    }

    private let state: Mutex<State>
    /// Whether the hub is gone.
    private let isOver = Atomic<Bool>(false)
    /// The edge to what a switch follows; -1 for what is no switch.
    private let choice: Atomic<Int>
    /// How many inputs have been read: for tests.
    let inputsRead = Atomic<Int>(0)

    init(inputCount: Int, isSwitch: Bool) {
        state = Mutex(State(machine: Machine(inputCount: inputCount, isSwitch: isSwitch)))
        choice = Atomic(isSwitch ? 0 : -1)
    }

    /// The hub is gone.
    func end() {
        isOver.store(true, ordering: .relaxed)
        _ = state.withLock { $0.machine.ended() }
    }

    var isUpToDate: Bool { state.withLock { $0.machine.isUpToDate } }

    var cut: UInt64 { state.withLock { $0.machine.cut } }

    var dependentCount: Int { state.withLock { $0.machine.dependents.count } }

    /// Whether somebody waits for whoever works.
    var isAwaited: Bool { state.withLock { !$0.waiting.isEmpty } }

    func isDone(at cut: UInt64) -> Bool { state.withLock { $0.machine.isDone(at: cut) } }

    /// The slots of the inputs that have changed; `nil` when the hub needs no work at that cut.
    func changed(at cut: UInt64) -> [Int]? {
        state.withLock { $0.machine.isDone(at: cut) ? nil : $0.machine.changed }
    }

    /// The slots of the inputs that have changed, for whoever works.
    var changed: [Int] { state.withLock { $0.machine.changed } }
}

// MARK: - Telling

extension Invalidation {
    /// Tells derived hubs that inputs of theirs change, and all that is derived from those; at most once each.
    ///
    /// - Returns: Those that were up to date. Once no lock is held, the caller has their waiting subscribers told by
    ///   ``tellSubscribers()``, whatever becomes of the change.
    static func inputsChanged(_ dependents: [Dependent]) -> [Invalidation] {
        var (found, dependents, next): ([Invalidation], [Dependent], Int) = ([], dependents, 0)
        while next < dependents.count {
            let (changes, edge) = (dependents[next].changes, dependents[next].edge)
            next += 1
            guard let below = changes.state.withLock({ $0.machine.inputChanged(edge) }) else { continue }
            found.append(changes)
            dependents += below
        }
        return found
    }

    /// A call is about to wait for the hub whose changes these are: from now on until ``unlisten()`` the hub is told.
    ///
    /// A weak reference would make each use of the hub slower, whether anybody waits or not.
    func listen(_ hub: HubCore) {
        state.withLock { state in
            state.listenerCount += 1
            if state.hub == nil { state.hub = hub }
        }
    }

    /// A call no longer waits for the hub.
    func unlisten() {
        _ = state.withLock { state -> HubCore? in
            state.listenerCount -= 1
            return state.listenerCount == 0 ? state.hub.take() : nil
        }
    }

    /// Tells those who wait for the hub that something upstream has changed.
    func tellSubscribers() {
        let hub = state.withLock { $0.hub }
        hub?.upstreamChanged()
    }

    /// See ``HubCore/add(_:ifShowing:)``.
    func add(_ dependent: Dependent, ifShowing shown: HubCore.Shown) -> Bool {
        var letGo: [Dependent] = []
        return state.withLock {
            $0.machine.dependentAdded(
                dependent, ifShowing: shown.commit.number, isFinished: shown.isFinished, letGo: &letGo)
        }
    }

    /// Has `input` tell of its next change by the edge of a slot; `false` when it shows something else than `shown`.
    func follow(_ input: HubCore, slot: Int, showing shown: HubCore.Shown) -> Bool {
        let edge = slot == 0 ? 0 : state.withLock { $0.machine.edge(of: slot) }
        return input.add(Dependent(changes: self, edge: edge), ifShowing: shown)
    }
}

// MARK: - Working

extension Invalidation {
    /// Lets this pass work on the hub if that is needed at a cut and nobody else does.
    func requestWork(at cut: UInt64) -> Machine.Request {
        state.withLock { $0.machine.workRequested(at: cut) }
    }

    /// Whoever works has chosen another input.
    func choose() {
        choice.store(state.withLock { $0.machine.chose() }, ordering: .relaxed)
    }

    /// Whoever works stops, and has followed nothing.
    func stopWork() {
        wake {
            $0.workStopped()
        }
    }

    /// Whoever works has followed the first `count` of the changed inputs.
    func followed(_ count: Int) {
        state.withLock { $0.machine.followed(count) }
    }

    /// Whoever works has brought the hub to a cut.
    func endWork(at cut: UInt64, refused: [Int], showing shown: HubCore.Shown) {
        wake {
            $0.workEnded(at: cut, refused: refused, showing: shown.commit.number, isFinished: shown.isFinished)
        }
    }

    /// Ends work, and wakes all who wait for that.
    ///
    /// The work is handed to none of them: whoever runs first takes it, so that no task that does not run delays others.
    private func wake(_ input: (inout Machine) -> Void) {
        let waiting = state.withLock { state -> [Int: Suspension] in
            input(&state.machine)
            if state.waiting.isEmpty { return [:] }
            defer { state.waiting = [:] }
            return state.waiting
        }
        if waiting.isEmpty { return }
        for (_, continuation) in waiting.sorted(by: { $0.key < $1.key }) { continuation.resume() }
    }

    /// Returns when nobody works on the hub, or the task is cancelled.
    func waitForWork(_ name: @escaping @Sendable () -> String) async {
        let wait = Simulation.running?.waitBegan(name)
        let id = state.withLock { state in
            state.waitsMade += 1
            return state.waitsMade
        }
        await suspendTask { suspension in
            state.withLock { state in
                guard state.machine.isBeingWorkedOn, !Task.isCancelled else { return false }
                state.waiting[id] = suspension
                return true
            }
        } unpark: { [self] in
            state.withLock { $0.waiting.removeValue(forKey: id) }
        }
        wait?.ended()
    }
}
