extension LazyTree {
    /// The running loads and their waiters.
    struct Loads: Sendable {
        /// The load of one item, kept while a task needs its children.
        struct Load: Sendable {
            let lock = AsyncLock()
            var users = 0
            /// The number of failed attempts, and the last error.
            var failures = 0
            var failure: (any Error)?
            /// How often the item has been collapsed.
            var collapses = 0
            /// How often the result of a running load has become obsolete.
            var discards = 0
        }

        /// The state of a load when a task arrived.
        struct Standing: Sendable {
            let lock: AsyncLock
            let failures: Int
            let collapses: Int
            let discards: Int

            init(_ load: Load) {
                lock = load.lock
                failures = load.failures
                collapses = load.collapses
                discards = load.discards
            }
        }

        private var loads = KeyTable<Item.ID, Load>()
        /// The number of tasks that load or wait.
        private var users = 0

        /// Whether no task loads or waits.
        var isEmpty: Bool { loads.isEmpty }

        /// A task needs the children of an item.
        mutating func userArrived(at id: Item.ID) -> Standing {
            users += 1
            loads[id, default: Load()].users += 1
            return standing(of: id)
        }

        /// A task no longer needs the children of an item; returns the loads to release outside the lock.
        mutating func userLeft(_ id: Item.ID) -> KeyTable<Item.ID, Load>? {
            users -= 1
            if users == 0 {
                // Loads under ids that are not found again go too.
                defer { loads = KeyTable() }
                return loads
            }
            loads[id]?.users -= 1
            guard loads[id]?.users == 0, let load = loads.removeValue(forKey: id) else { return nil }
            var left = KeyTable<Item.ID, Load>()
            left[id] = load
            return left
        }

        /// The current state of an item's load.
        func standing(of id: Item.ID) -> Standing {
            Standing(loads[id] ?? Load())
        }

        /// An attempt failed; returns the previous error to release outside the lock.
        mutating func loadFailed(_ id: Item.ID, with error: any Error) -> (any Error)? {
            let last = loads[id]?.failure
            loads[id]?.failures += 1
            loads[id]?.failure = error
            return last
        }

        /// The error of an attempt that failed since a task arrived.
        func failure(of id: Item.ID, since standing: Standing) -> (any Error)? {
            guard let load = loads[id], load.failures > standing.failures else { return nil }
            return load.failure
        }

        /// The tree was edited.
        mutating func edited(collapsed: [Item.ID], discarded: [Item.ID]) {
            if loads.isEmpty { return }
            for id in collapsed { loads[id]?.collapses += 1 }
            for id in discarded { loads[id]?.discards += 1 }
        }
    }
}
