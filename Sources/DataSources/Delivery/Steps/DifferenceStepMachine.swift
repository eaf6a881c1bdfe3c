/// The computation of a shared difference, and its watchers.
///
/// ```
///         joined: compute            computed
/// (idle) ────────────────▶ computing ────────▶ done
///    ▲                        │  joined: watch(id)
///    └────────────────────────┘
///      stopped, without watchers
/// ```
///
/// The first task to join computes; tasks that join meanwhile watch. A computation without watchers may stop when its
/// task is cancelled, and then the next task to join starts over; one with watchers runs to its end. A long computation
/// moves to a thread, and then the task that started it watches too.
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

    /// Whether the difference is known.
    package var isDone: Bool { state == .done }

    /// Whether a task besides the computing one needs the result.
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

    /// The computing task moved the computation to a thread and now watches; returns its watcher id.
    package mutating func computationMoved() -> Int { addWatcher() }

    private mutating func addWatcher() -> Int { watchers.append(()) }

    /// The difference is known; returns the watchers to wake, in order.
    package mutating func computed() -> [Int] {
        state = .done
        return watchers.isEmpty ? [] : watchers.takeAll().ids
    }

    /// The computation stopped halfway; returns `true` if a task watches and it must start over.
    package mutating func stopped() -> Bool {
        if isWatched { return true }
        state = .idle
        return false
    }

    /// A watcher's task was cancelled; returns `true` if it must be woken.
    package mutating func watcherCancelled(_ id: Int) -> Bool {
        watchers.remove(id) != nil
    }

    /// Whether a watcher still waits.
    package func isWatching(_ id: Int) -> Bool {
        watchers.contains(id)
    }
}
