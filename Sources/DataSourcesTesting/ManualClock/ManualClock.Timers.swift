extension ManualClock {
    /// The waiting tasks and their conditions: the pure part of the clock, without tasks, locks or continuations.
    ///
    /// ```
    /// sleepers:  (2 s, #4)  (5 s, #1)  (5 s, #3)  (9 s, #2)     by deadline, then by id, which is by arrival
    /// watchers:  (#5, until 6 sleepers)  (#7, until 8 sleepers)     by arrival
    /// ```
    package struct Timers: Sendable {
        /// The number of a waiting task; later tasks have greater numbers.
        package typealias Waiter = Int

        /// The condition a waiter waits for.
        package enum Condition: Sendable {
            /// The clock has reached this instant.
            case time(Instant)
            /// At least this many tasks sleep.
            case sleepers(Int)
        }

        /// An order to wake a waiter, with the reason.
        package struct Wakeup: Equatable, Sendable {
            package enum Reason: Sendable { case conditionMet, cancelled }
            package let waiter: Waiter
            package let reason: Reason

            package init(waiter: Waiter, reason: Reason) {
                self.waiter = waiter
                self.reason = reason
            }
        }

        package struct Sleeper: Equatable, Sendable {
            let deadline: Instant
            let waiter: Waiter
        }

        package struct Watcher: Equatable, Sendable {
            let waiter: Waiter
            let count: Int
        }

        package private(set) var now = Instant.start
        package private(set) var sleepers: [Sleeper] = []
        package private(set) var watchers: [Watcher] = []
        package private(set) var nextWaiter: Waiter = 0

        /// Whether a sleeper with a past deadline continues at once, or waits for its turn.
        package let wakesDueSleepersOnArrival: Bool

        package init(wakesDueSleepersOnArrival: Bool = true) {
            self.wakesDueSleepersOnArrival = wakesDueSleepersOnArrival
        }

        /// Assigns a number to a task that is about to wait.
        package mutating func waiterAnnounced() -> Waiter {
            defer { nextWaiter += 1 }
            return nextWaiter
        }

        /// Makes `waiter` wait for `condition`, unless it holds; may wake the waiter itself, or watchers.
        ///
        /// - Complexity: O(sleepers + watchers)
        package mutating func waiterArrived(
            _ waiter: Waiter,
            until condition: Condition,
            isCancelled: Bool
        ) -> [Wakeup] {
            if isCancelled { return [Wakeup(waiter: waiter, reason: .cancelled)] }
            switch condition {
            case .time(let deadline) where deadline <= now && wakesDueSleepersOnArrival:
                return [Wakeup(waiter: waiter, reason: .conditionMet)]
            case .sleepers(let count) where count <= sleepers.count:
                return [Wakeup(waiter: waiter, reason: .conditionMet)]
            case .time(let deadline):
                insert(Sleeper(deadline: max(deadline, now), waiter: waiter))
                return satisfiedWatchers()
            case .sleepers(let count):
                watchers.append(Watcher(waiter: waiter, count: count))
                return []
            }
        }

        /// Wakes `waiter` if it is waiting; otherwise does nothing.
        ///
        /// - Complexity: O(sleepers + watchers)
        package mutating func waiterCancelled(_ waiter: Waiter) -> [Wakeup] {
            if let index = sleepers.firstIndex(where: { $0.waiter == waiter }) {
                sleepers.remove(at: index)
            } else if let index = watchers.firstIndex(where: { $0.waiter == waiter }) {
                watchers.remove(at: index)
            } else {
                return []
            }
            return [Wakeup(waiter: waiter, reason: .cancelled)]
        }

        /// Moves the clock to `instant`, unless that is in the past, and wakes all sleepers that are due.
        ///
        /// - Complexity: O(sleepers)
        package mutating func timePassed(to instant: Instant) -> [Wakeup] {
            now = max(now, instant)
            return wakeFirst(sleepers.prefix { $0.deadline <= now }.count)
        }

        /// Moves the clock to the earliest deadline and wakes only the first sleeper in line.
        ///
        /// - Complexity: O(sleepers)
        package mutating func timePassedToFirstSleeper() -> [Wakeup] {
            guard let first = sleepers.first else { return [] }
            now = max(now, first.deadline)
            return wakeFirst(1)
        }

        private mutating func wakeFirst(_ count: Int) -> [Wakeup] {
            defer { sleepers.removeFirst(count) }
            return sleepers.prefix(count).map { Wakeup(waiter: $0.waiter, reason: .conditionMet) }
        }

        private mutating func satisfiedWatchers() -> [Wakeup] {
            let satisfied = watchers.filter { $0.count <= sleepers.count }
            watchers.removeAll { $0.count <= sleepers.count }
            return satisfied.map { Wakeup(waiter: $0.waiter, reason: .conditionMet) }
        }

        /// Inserts `sleeper` in order; the place is nearly always close to the end.
        private mutating func insert(_ sleeper: Sleeper) {
            var low = sleepers.startIndex
            var high = sleepers.endIndex
            while low < high {
                let middle = low + (high - low) / 2
                if sleepers[middle].isBefore(sleeper) { low = middle + 1 } else { high = middle }
            }
            sleepers.insert(sleeper, at: low)
        }
    }
}

extension ManualClock.Timers.Sleeper {
    /// Whether this one wakes before `other`.
    package func isBefore(_ other: Self) -> Bool {
        (deadline, waiter) < (other.deadline, other.waiter)
    }
}
