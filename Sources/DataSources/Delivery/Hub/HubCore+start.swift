internal import Synchronization

extension HubCore {
    /// A commit that a subscription has started with and that is no longer the newest; it goes with its subscriptions.
    struct Start {
        weak var commit: HubCommit?
    }

    /// The commits that subscriptions have started with, by number: who starts with the same one shares its steps.
    ///
    /// A number is what a consumer claims, so it only says where to look.
    struct Starts {
        private var commits: [UInt64: Start] = [:]
        /// How many there may be before those that are gone are taken out.
        private var limit = 16

        subscript(number: UInt64) -> HubCommit? { commits[number]?.commit }

        /// Takes a commit in, in place of the one that has its number; returns what must not go under a lock.
        mutating func insert(_ commit: HubCommit) -> [HubCommit] {
            var found: [HubCommit] = []
            if commits.count >= limit {
                var living: [UInt64: Start] = [:]
                for (number, start) in commits {
                    guard let commit = start.commit else { continue }
                    found.append(commit)
                    living[number] = start
                }
                commits = living
                limit = max(16, 2 * commits.count)
            }
            commits[commit.number] = Start(commit: commit)
            return found
        }
    }

    /// The commit of the empty state, for all that start with it at the same time: no other is known under the number 0.
    ///
    /// - Parameter commit: A commit of the empty state, with the number 0.
    /// - Returns: The commit to start with.
    @usableFromInline
    func emptyCommit(_ commit: HubCommit) -> HubCommit {
        start(at: commit) { _ in true }
    }

    /// The commit to start with that others have started with, if it is the same as `commit`; or else `commit` itself.
    ///
    /// - Parameters:
    ///   - commit: The commit. Its number may be any: commits of one number are shared only when they are the same.
    ///   - isSame: Whether a commit with its number is the same; called without a lock.
    /// - Returns: The commit.
    func start(at commit: HubCommit, ifSame isSame: (HubCommit) -> Bool) -> HubCommit {
        if let known = state.withLock({ $0.starts[commit.number] }) {
            if isSame(known) { return known }
        }
        // Others, handed out, so that none of them goes under the lock.
        _ = state.withLock { $0.starts.insert(commit) }
        return commit
    }
}
