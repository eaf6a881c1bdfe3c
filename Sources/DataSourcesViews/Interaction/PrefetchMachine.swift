/// Which items are prefetched, and which wait.
///
/// It knows no task. Its inputs are in the past tense; they return the ids to start or to stop.
struct PrefetchMachine<ID: Hashable & Sendable>: Sendable {
    private enum State { case waiting, running }

    /// The most that run at a time.
    let limit: Int
    private var states: [ID: State] = [:]
    /// The ids that wait, in order; one that has left is not in `states`, or comes again later.
    private var queue: [ID] = []
    private var running = 0
    private var isFollowed = false

    init(limit: Int) {
        self.limit = max(1, limit)
    }

    /// The number of ids that wait or run.
    var count: Int { states.count }

    /// A task runs what is started from now on; returns what to start.
    mutating func followingBegan() -> [ID] {
        isFollowed = true
        return starts()
    }

    /// The task has ended, and with it everything that ran; what waits goes on waiting.
    mutating func followingEnded() {
        isFollowed = false
        states = states.filter { $0.value == .waiting }
        running = 0
    }

    /// Items are to be prefetched; returns what to start.
    mutating func requested(_ ids: some Sequence<ID>) -> [ID] {
        for id in ids where states[id] == nil {
            states[id] = .waiting
            queue.append(id)
        }
        return starts()
    }

    /// Items are not needed any more; returns those to stop, which end by ``ended(_:)``.
    mutating func cancelled(_ ids: some Sequence<ID>) -> [ID] {
        var stops: [ID] = []
        for id in ids {
            switch states[id] {
            case .waiting: states[id] = nil
            case .running: stops.append(id)
            case nil: break
            }
        }
        // What has left is at the front at some time; until then it takes room.
        if queue.count > 2 * states.count + 64 { compact() }
        return stops
    }

    /// The work for an item has ended; returns what to start in its place.
    mutating func ended(_ id: ID) -> [ID] {
        guard states[id] == .running else { return [] }
        states[id] = nil
        running -= 1
        return starts()
    }

    private mutating func starts() -> [ID] {
        guard isFollowed else { return [] }
        var started: [ID] = []
        var next = 0
        while running < limit, next < queue.count {
            let id = queue[next]
            next += 1
            guard states[id] == .waiting else { continue }
            states[id] = .running
            running += 1
            started.append(id)
        }
        queue.removeFirst(next)
        return started
    }

    private mutating func compact() {
        var seen: Set<ID> = []
        queue = queue.filter { states[$0] == .waiting && seen.insert($0).inserted }
    }
}
