extension LazyTree {
    /// What is being loaded, and who waits for it.
    struct Loads: Sendable {
        /// One item, from when the first comes that wants its children until the last has gone.
        struct Load: Sendable {
            let lock = AsyncLock()
            var users = 0
            /// How many attempts have failed, and how the last one has.
            var failures = 0
            var failure: (any Error)?
            /// How many times the item has been collapsed.
            var collapses = 0
            /// How many times what is loaded for it has become worthless.
            var discards = 0
        }

        /// How things stood when somebody came.
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

        /// Whether nobody waits for anything.
        var isEmpty: Bool { loads.isEmpty }

        /// Somebody wants the children of an item.
        mutating func userArrived(at id: Item.ID) -> Standing {
            loads[id, default: Load()].users += 1
            return standing(of: id)
        }

        /// Somebody has had the children of an item, or wants them no longer; what is left of the load, to be let go of.
        mutating func userLeft(_ id: Item.ID) -> Load? {
            loads[id]?.users -= 1
            return loads[id]?.users == 0 ? loads.removeValue(forKey: id) : nil
        }

        /// How things stand with an item that somebody wants the children of.
        func standing(of id: Item.ID) -> Standing {
            Standing(loads[id] ?? Load())
        }

        /// An attempt has failed; the failure before it, to be let go of.
        mutating func loadFailed(_ id: Item.ID, with error: any Error) -> (any Error)? {
            let last = loads[id]?.failure
            loads[id]?.failures += 1
            loads[id]?.failure = error
            return last
        }

        /// The error of an attempt that has failed since somebody came.
        func failure(of id: Item.ID, since standing: Standing) -> (any Error)? {
            guard let load = loads[id], load.failures > standing.failures else { return nil }
            return load.failure
        }

        /// The tree has been edited.
        mutating func edited(collapsed: [Item.ID], discarded: [Item.ID]) {
            if loads.isEmpty { return }
            for id in collapsed { loads[id]?.collapses += 1 }
            for id in discarded { loads[id]?.discards += 1 }
        }
    }
}
