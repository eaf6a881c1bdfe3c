internal import Synchronization

/// The shell around ``InvalidationMachine``: a derived hub's invalidations from upstream, and the waiters for its work.
///
/// Inputs retain it, but it retains nothing: a derived hub without consumers is released, and then this object ignores
/// every invalidation.
@usableFromInline
final class Invalidation: Sendable {
    /// A derived hub to invalidate when an input changes, and the slot of that input.
    struct Dependent: Sendable, InvalidationTarget {
        let changes: Invalidation
        let slot: Int
        /// The link to an input that was chosen; `nil` for others.
        var link: Link?

        var isLive: Bool {
            !changes.isOver.load(ordering: .relaxed) && link?.isOver != true
        }
    }

    /// The link from an input that was chosen to the hub that follows it.
    ///
    /// It tells the input that the hub has given it up, without a lock.
    final class Link: Sendable {
        private let hasEnded = Atomic<Bool>(false)

        var isOver: Bool { hasEnded.load(ordering: .relaxed) }

        func end() { hasEnded.store(true, ordering: .relaxed) }
    }

    typealias Machine = InvalidationMachine<Dependent>

    /// Everything is guarded by the mutex, under which no other lock is taken.
    private struct State {
        var machine: Machine
        /// The hub, while calls wait or are about to wait at it; those retain it in any case.
        var hub: HubCore?
        var listenerCount = 0
        /// The waiters for the current work.
        var waiting: [Int: Suspension] = [:]
        var waitsMade = 0
    }

    private let state: Mutex<State>
    /// Whether the hub was released.
    private let isOver = Atomic<Bool>(false)
    /// The number of inputs read so far: for tests.
    let inputsRead = Atomic<Int>(0)

    init(inputCount: Int) {
        state = Mutex(State(machine: Machine(inputCount: inputCount)))
    }

    /// The hub was released.
    func end() {
        isOver.store(true, ordering: .relaxed)
        _ = state.withLock { $0.machine.ended() }
    }

    var isUpToDate: Bool { state.withLock { $0.machine.isUpToDate } }

    var cut: UInt64 { state.withLock { $0.machine.cut } }

    var dependentCount: Int { state.withLock { $0.machine.dependents.count } }

    /// Whether a pass waits for the current work.
    var isAwaited: Bool { state.withLock { !$0.waiting.isEmpty } }

    func isDone(at cut: UInt64) -> Bool { state.withLock { $0.machine.isDone(at: cut) } }

    /// The slots of the changed inputs; `nil` if the hub needs no work at that cut.
    func changed(at cut: UInt64) -> [Int]? {
        state.withLock { $0.machine.isDone(at: cut) ? nil : Self.copy($0.machine.changed) }
    }

    /// The slots of the changed inputs, for the pass that works.
    var changed: [Int] { state.withLock { Self.copy($0.machine.changed) } }

    /// The slots, to be read without the lock.
    private static func copy(_ slots: [Int]) -> [Int] {
        #if DATASOURCES_THREAD_SANITIZER
        // The runtime's counts of references are not instrumented: the sanitizer does not see that the last reader of
        // shared storage releases it before it is changed in place.
        slots.map { $0 }
        #else
        slots
        #endif
    }
}

// MARK: - Telling

extension Invalidation {
    /// Invalidates dependents, and their dependents in turn, at most once each.
    ///
    /// - Returns: Those that were up to date. After releasing its locks, the caller wakes their subscribers with
    ///   ``wakeSubscribers()``, whatever becomes of the change.
    static func inputsChanged(_ dependents: [Dependent]) -> [Invalidation] {
        var (found, dependents, next): ([Invalidation], [Dependent], Int) = ([], dependents, 0)
        while next < dependents.count {
            let (changes, slot) = (dependents[next].changes, dependents[next].slot)
            next += 1
            guard let below = changes.state.withLock({ $0.machine.inputChanged(slot) }) else { continue }
            found.append(changes)
            dependents += below
        }
        return found
    }

    /// A call is about to wait at the hub; until ``unlisten()`` the hub receives invalidations.
    ///
    /// A weak reference would slow down each use of the hub, with or without waiters.
    func listen(_ hub: HubCore) {
        state.withLock { state in
            state.listenerCount += 1
            if state.hub == nil { state.hub = hub }
        }
    }

    /// A call no longer waits at the hub.
    func unlisten() {
        _ = state.withLock { state -> HubCore? in
            state.listenerCount -= 1
            return state.listenerCount == 0 ? state.hub.take() : nil
        }
    }

    /// Wakes the leaders at the hub.
    func wakeSubscribers() {
        let hub = state.withLock { $0.hub }
        hub?.upstreamChanged()
    }

    /// See ``HubCore/add(_:ifShowing:)``.
    func add(_ dependent: Dependent, ifShowing shown: HubCore.Shown) -> Bool {
        var released: [Dependent] = []
        return state.withLock {
            $0.machine.dependentAdded(
                dependent, ifShowing: shown.commit.number, isFinished: shown.isFinished, released: &released)
        }
    }

    /// Registers for the next change of the input in a slot; returns `false` if the input shows something other than
    /// `shown`.
    func follow(_ input: HubCore, slot: Int, showing shown: HubCore.Shown, link: Link? = nil) -> Bool {
        input.add(Dependent(changes: self, slot: slot, link: link), ifShowing: shown)
    }
}

// MARK: - Working

extension Invalidation {
    /// Starts work on the hub, if it is needed at `cut` and no other pass works.
    func requestWork(at cut: UInt64) -> Machine.Request {
        state.withLock { $0.machine.workRequested(at: cut) }
    }

    /// The pass that works has chosen other inputs.
    func choose(come: [Int], gone: [Int]) {
        state.withLock { $0.machine.chose(come: come, gone: gone) }
    }

    /// The pass stops its work; the hub has followed nothing.
    func stopWork() {
        wake {
            $0.workStopped()
        }
    }

    /// The hub has followed the first `count` changed inputs.
    func followed(_ count: Int) {
        state.withLock { $0.machine.followed(count) }
    }

    /// The pass has brought the hub to a cut.
    func endWork(at cut: UInt64, refused: [Int], showing shown: HubCore.Shown) {
        wake {
            $0.workEnded(at: cut, refused: refused, showing: shown.commit.number, isFinished: shown.isFinished)
        }
    }

    /// Ends the work and wakes all its waiters.
    ///
    /// The work is handed to none of them: the first one to run takes it, so a task that does not run delays no other.
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

    /// Waits until no pass works on the hub, or the task is cancelled.
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

/// A dependent that can become obsolete.
package protocol InvalidationTarget {
    /// Whether it still needs notifications.
    var isLive: Bool { get }
}

/// The dependents to invalidate, once, at a hub's next change.
package struct DependentList<Dependent> {
    private var all: [Dependent] = []
    /// The count at which obsolete dependents are dropped.
    private var limit = 16

    package var isEmpty: Bool { all.isEmpty }
    package var count: Int { all.count }

    /// Adds a dependent; returns dependents to release outside the lock.
    package mutating func add(_ dependent: Dependent) -> [Dependent] where Dependent: InvalidationTarget {
        var old: [Dependent] = []
        if all.count >= limit {
            old = all
            all = old.filter(\.isLive)
            limit = max(16, 2 * all.count)
        }
        all.append(dependent)
        return old
    }

    package mutating func takeAll() -> [Dependent] {
        defer { all = [] }
        return all
    }
}

extension DependentList: Sendable where Dependent: Sendable {}
