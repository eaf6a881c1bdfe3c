/// Who computes a shared difference, and who waits for it.
///
/// ```
///         joined: compute            computed
/// (idle) ────────────────▶ computing ────────▶ done
///    ▲                        │  joined: watch(id)
///    └────────────────────────┘
///      stopped, and nobody watches
/// ```
///
/// The first to join computes; whoever joins meanwhile watches. A computation that nobody awaits any more may stop, and
/// then the next to join computes anew; one that is watched runs to its end. A long computation moves to a thread of its
/// own: then the one who computed watches like the others.
package struct DifferenceStepMachine {
    package enum Join: Equatable {
        case compute
        case watch(Int)
        case done
    }

    private enum State {
        case idle
        case computing
        case done
    }

    private var state = State.idle
    private var watchers = WaiterQueue<Void>()

    package init() {}

    /// Whether the result is there.
    package var isDone: Bool { state == .done }

    /// Whether somebody besides the one who computes wants the result.
    package var isWatched: Bool {
        return !watchers.isEmpty
    }

    package mutating func joined() -> Join {
        switch state {
        case .idle:
            state = .computing
            return .compute
        case .computing: return .watch(addWatcher())
        case .done: return .done
        }
    }

    /// The one who computes has handed the computation to a thread, and watches from now on; its number as a watcher.
    package mutating func computationMoved() -> Int { addWatcher() }

    private mutating func addWatcher() -> Int { watchers.append(()) }

    /// The result is there: these are to be woken, in this order.
    package mutating func computed() -> [Int] {
        state = .done
        return watchers.takeAll().ids
    }

    /// The computation stopped half way; `true` when somebody has begun to watch meanwhile, and it must start again.
    package mutating func stopped() -> Bool {
        if isWatched { return true }
        state = .idle
        return false
    }

    /// A watcher's task was cancelled; `true` when it is to be woken.
    package mutating func watcherCancelled(_ id: Int) -> Bool {
        watchers.remove(id) != nil
    }

    /// Whether a watcher still waits.
    package func isWatching(_ id: Int) -> Bool {
        watchers.contains(id)
    }
}
