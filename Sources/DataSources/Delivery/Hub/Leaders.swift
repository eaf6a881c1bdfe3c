/// Selects the waiting demands at a derived hub that wake and refresh after an invalidation.
///
/// Each executor has one leader: the demand of the highest priority that has waited longest. So an invalidation costs
/// one refresh per executor, most of which find it done, and a busy executor delays only its own demands. A leader
/// leads until it waits again, ends, or the hub publishes.
package struct Leaders<Wait: Equatable> {
    /// The demands of one class in the order of their waits; some no longer wait.
    fileprivate struct Queue {
        let priority: UInt8
        var waits: [Wait] = []
        var head = 0
        /// The count at which demands that no longer wait are dropped.
        var limit = 16

        mutating func append(_ wait: Wait, _ isWaiting: (Wait) -> Bool) {
            if waits.count >= limit {
                waits = waits[head...].filter(isWaiting)
                head = 0
                limit = max(16, 2 * waits.count)
            }
            waits.append(wait)
        }

        /// Whether a demand waits; the first one is then at the head.
        mutating func hasFirst(_ isWaiting: (Wait) -> Bool) -> Bool {
            while head < waits.count, !isWaiting(waits[head]) { head += 1 }
            return head < waits.count
        }
    }

    /// The demands of one executor.
    fileprivate struct Group {
        let executor: UInt
        /// Descending by priority.
        var queues: [Queue] = []
        var leader: (wait: Wait, priority: UInt8)?

        mutating func append(_ wait: Wait, _ priority: UInt8, _ isWaiting: (Wait) -> Bool) {
            var place = 0
            while place < queues.count, queues[place].priority > priority { place += 1 }
            if place == queues.count || queues[place].priority < priority {
                queues.insert(Queue(priority: priority), at: place)
            }
            queues[place].append(wait, isWaiting)
        }

        /// Makes the first demand of the highest priority the leader, unless there is a leader of the same or a higher
        /// one.
        mutating func lead(_ isWaiting: (Wait) -> Bool) -> Wait? {
            for place in queues.indices where queues[place].hasFirst(isWaiting) {
                let priority = queues[place].priority
                if let leader, leader.priority >= priority { return nil }
                let wait = queues[place].waits[queues[place].head]
                queues[place].head += 1
                leader = (wait, priority)
                return wait
            }
            return nil
        }
    }

    private var groups: [Group] = []
    /// By executor, the index of its group; used once there are many.
    private var places: [UInt: Int] = [:]

    package init() {}

    /// A demand began to wait.
    package mutating func waited(_ wait: Wait, as waiter: WaiterClass, isWaiting: (Wait) -> Bool) {
        let place = place(of: waiter.executor) ?? newGroup(waiter.executor)
        groups[place].append(wait, waiter.priority, isWaiting)
    }

    /// An input changed; returns the demands to wake.
    package mutating func changed(isWaiting: (Wait) -> Bool) -> [Wait] {
        var woken: [Wait] = []
        for place in groups.indices {
            if let wait = groups[place].lead(isWaiting) { woken.append(wait) }
        }
        return woken
    }

    /// A demand waits again after a refresh.
    package mutating func returned(_ wait: Wait, as waiter: WaiterClass) {
        guard let place = place(of: waiter.executor), groups[place].leader?.wait == wait else { return }
        groups[place].leader = nil
    }

    /// A demand is about to end; returns the next leader if this one led and may not have refreshed.
    package mutating func left(_ wait: Wait, as waiter: WaiterClass, isWaiting: (Wait) -> Bool) -> Wait? {
        guard let place = place(of: waiter.executor), groups[place].leader?.wait == wait else { return nil }
        groups[place].leader = nil
        return groups[place].lead(isWaiting)
    }

    /// All demands were woken.
    package mutating func allWoken() {
        if groups.isEmpty { return }
        // Keeps the memory of the first group: usually it is the only one and needed again soon.
        var first = groups[0]
        first.leader = nil
        if first.queues.count > 1 || first.queues.first.map({ $0.waits.capacity > 16 }) == true { first.queues = [] }
        if !first.queues.isEmpty {
            first.queues[0].waits.removeAll(keepingCapacity: true)
            first.queues[0].head = 0
        }
        groups = [first]
        places = [:]
    }

    private func place(of executor: UInt) -> Int? {
        if !places.isEmpty { return places[executor] }
        return groups.firstIndex { $0.executor == executor }
    }

    private mutating func newGroup(_ executor: UInt) -> Int {
        groups.append(Group(executor: executor))
        if groups.count == 9 {
            for (place, group) in groups.enumerated() { places[group.executor] = place }
        } else if groups.count > 9 {
            places[executor] = groups.count - 1
        }
        return groups.count - 1
    }
}

extension Leaders: Sendable where Wait: Sendable {}
extension Leaders.Group: Sendable where Wait: Sendable {}
extension Leaders.Queue: Sendable where Wait: Sendable {}
