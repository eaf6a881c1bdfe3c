extension ManualClock {
    /// Who waits for what, and who wakes when: the pure part of the clock, which knows no task, lock or continuation.
    ///
    /// ```
    /// sleepers:  (2 s, #4)  (5 s, #1)  (5 s, #3)  (9 s, #2)     by deadline, then by id, which is by arrival
    /// watchers:  (#5, until 6 sleepers)  (#7, until 8 sleepers)     by arrival
    /// ```
    package struct Timers: Sendable {
        /// A task that waits, under the number it was given; later numbers came later.
        package typealias Waiter = Int

        /// What a waiter waits for.
        package enum Condition: Sendable {
            /// The clock has come to this instant.
            case time(Instant)
            /// At least so many tasks sleep.
            case sleepers(Int)
        }

        /// The order to wake a waiter, and why.
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

        /// Whether a sleeper whose deadline has passed already goes on at once, or waits for its turn.
        package let wakesDueSleepersOnArrival: Bool

        package init(wakesDueSleepersOnArrival: Bool = true) {
            self.wakesDueSleepersOnArrival = wakesDueSleepersOnArrival
        }

        /// Gives a number to a task that is about to wait.
        package mutating func waiterAnnounced() -> Waiter {
            defer { nextWaiter += 1 }
            return nextWaiter
        }

        /// Lets `waiter` wait for `condition`, unless there is no need to; it may wake itself, or the watchers.
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

        /// Wakes `waiter` if it waits; one that does not, not yet or no longer, is left alone.
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

        /// Moves the clock to `instant`, unless that is in the past, and wakes all sleepers whose deadline has come.
        ///
        /// - Complexity: O(sleepers)
        package mutating func timePassed(to instant: Instant) -> [Wakeup] {
            now = max(now, instant)
            return wakeFirst(sleepers.prefix { $0.deadline <= now }.count)
        }

        /// Moves the clock to the earliest deadline and wakes the one sleeper who is first in line.
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

        /// Puts `sleeper` after all that come before it; nearly always that is close to the end.
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
