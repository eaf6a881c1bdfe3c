extension ManualClock.Timers {
    /// The first violated invariant, or `nil`, as must hold after every input.
    ///
    /// - Complexity: O(sleepers + watchers)
    package var brokenInvariant: String? {
        if !zip(sleepers, sleepers.dropFirst()).allSatisfy({ $0.isBefore($1) }) {
            return "The sleepers are not in the order in which they wake."
        }
        if let first = sleepers.first, first.deadline < now || (first.deadline == now && wakesDueSleepersOnArrival) {
            return "A sleeper is still asleep after its deadline."
        }
        if watchers.contains(where: { $0.count <= sleepers.count }) {
            return "A watcher still waits for what is there."
        }
        let waiters = sleepers.map(\.waiter) + watchers.map(\.waiter)
        if Set(waiters).count != waiters.count || waiters.contains(where: { $0 >= nextWaiter }) {
            return "A waiter waits twice, or without a number."
        }
        return nil
    }
}
