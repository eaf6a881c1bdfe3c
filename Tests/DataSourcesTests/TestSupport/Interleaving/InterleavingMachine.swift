#if DATASOURCES_INTERLEAVING
/// Which thread of a scenario goes on: one at a time, and each stops before its next operation.
///
/// ```
///          job arrived              chosen              job ended, nothing left
/// (idle) ─────────────▶ stopped ─────────────▶ running ─────────────────────▶ (idle)
///                          ▲                      │
///                          └──────────────────────┘ reached an operation
/// ```
///
/// A thread that is about to take a lock that another one has cannot go on. Cancelling a task is one step: the runtime
/// holds a lock of the task meanwhile, so nobody else may go first who could need it.
struct InterleavingMachine: Sendable {
    private enum Status: Sendable {
        case idle
        case stopped(InterleavedOperation)
        case running
    }

    private(set) var tree: ScheduleTree
    private var statuses: [Status] = []
    private var holders: [Int: Int] = [:]
    private var cancelling: Int?
    private(set) var hasCancelled = false

    init(tree: ScheduleTree) {
        self.tree = tree
    }

    /// A run is over, and so is every thread's part in it; `false` when there is no other one.
    mutating func runEnded() -> Bool {
        statuses = []
        holders = [:]
        cancelling = nil
        return tree.runEnded()
    }

    mutating func jobArrived(on thread: Int) {
        while statuses.count <= thread { statuses.append(.idle) }
        if case .idle = statuses[thread] { statuses[thread] = .stopped(.begins) }
    }

    mutating func reached(_ operation: InterleavedOperation, by thread: Int) {
        statuses[thread] = .stopped(operation)
    }

    mutating func becameIdle(_ thread: Int) {
        statuses[thread] = .idle
    }

    mutating func unlocked(_ object: Int) {
        holders[object] = nil
    }

    /// A thread cancels a task: one of another thread, or child tasks of its own.
    mutating func cancellationBegan(by thread: Int, ofOthers: Bool) {
        if ofOthers { hasCancelled = true }
        cancelling = thread
    }

    mutating func cancellationEnded() {
        cancelling = nil
    }

    /// Whether a thread that has unlocked something stops, to let others go first.
    func stopsAfterUnlocking(_ thread: Int, hasCancellations: Bool) -> Bool {
        if let cancelling { return cancelling != thread }
        return hasCancellations
    }

    /// Who waits for a lock, by thread: what it is about to do.
    var stopped: [(thread: Int, operation: InterleavedOperation)] {
        statuses.indices.compactMap { thread in
            if case .stopped(let operation) = statuses[thread] { (thread, operation) } else { nil }
        }
    }

    /// Chooses the thread that goes on, and what it does; `nil` when none can.
    ///
    /// The first choice is `floor`, the thread that went on last.
    mutating func next(after floor: Int?) -> (thread: Int, operation: InterleavedOperation)? {
        let able = stopped.filter { canGoOn($0.operation) }
        guard let first = able.first else { return nil }
        var chosen = first
        if let forced = cancelling.flatMap({ whoLetsGoOn($0) }),
            let place = able.firstIndex(where: { $0.thread == forced })
        {
            chosen = able[place]
        } else {
            let onTheFloor = able.firstIndex { $0.thread == floor }
            var ordered = able
            if let onTheFloor { ordered.insert(ordered.remove(at: onTheFloor), at: 0) }
            let choices = ordered.map { ScheduleTree.Choice(thread: $0.thread, operation: $0.operation) }
            chosen = ordered[tree.choose(among: choices, isFirstOnTheFloor: onTheFloor != nil)]
        }
        statuses[chosen.thread] = .running
        if case .locks(let object) = chosen.operation { holders[object] = chosen.thread }
        return chosen
    }

    private func canGoOn(_ operation: InterleavedOperation) -> Bool {
        if case .locks(let object) = operation { return holders[object] == nil }
        return true
    }

    /// The thread itself, or who has the lock that it waits for.
    private func whoLetsGoOn(_ thread: Int) -> Int? {
        var (thread, steps) = (thread, 0)
        while steps <= statuses.count, case .stopped(.locks(let object)) = statuses[thread],
            let holder = holders[object]
        {
            (thread, steps) = (holder, steps + 1)
        }
        return thread
    }
}
#endif
