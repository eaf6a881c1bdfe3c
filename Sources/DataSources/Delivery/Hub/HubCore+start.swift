internal import Synchronization

extension HubCore {
    /// A commit that subscriptions have started with and that is not the newest; the reference is weak.
    struct Start {
        weak var commit: HubCommit?
    }

    /// The commits that subscriptions have started with, by number, so that equal starts share their steps.
    ///
    /// A consumer only claims the number, so a lookup must also compare the commits.
    struct Starts {
        private var commits: [UInt64: Start] = [:]
        /// The count at which released commits are dropped.
        private var limit = 16

        subscript(number: UInt64) -> HubCommit? { commits[number]?.commit }

        /// Inserts a commit, replacing the one with its number; returns commits to release outside the lock.
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

    /// The commit of the empty state, shared by all subscriptions that start with it; it alone has the number 0.
    ///
    /// - Parameter commit: A commit of the empty state, with the number 0.
    /// - Returns: The commit to start with.
    @usableFromInline
    func emptyCommit(_ commit: HubCommit) -> HubCommit {
        start(at: commit) { _ in true }
    }

    /// The commit that other subscriptions have started with, if it is the same as `commit`; otherwise `commit` itself.
    ///
    /// - Parameters:
    ///   - commit: The commit. Its number can be arbitrary: commits of one number are shared only if they are the same.
    ///   - isSame: Whether the known commit with its number is the same; called without a lock.
    /// - Returns: The commit.
    func start(at commit: HubCommit, ifSame isSame: (HubCommit) -> Bool) -> HubCommit {
        if let known = state.withLock({ $0.starts[commit.number] }) {
            if isSame(known) { return known }
        }
        // Returned from the closure, so that commits are released after the lock.
        _ = state.withLock { $0.starts.insert(commit) }
        return commit
    }
}
