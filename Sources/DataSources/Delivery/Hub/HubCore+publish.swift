extension HubCore {
    /// Creates the next commit from the last one and the next number; returns `nil` if there is nothing to commit.
    ///
    /// It runs code of the snapshot's type, so it is called without a lock, and again if another commit comes first.
    @usableFromInline
    typealias MakeCommit = (_ last: HubCommit, _ number: UInt64) -> HubCommit?

    /// A snapshot to publish as the newest state of a hub.
    @usableFromInline
    struct Proposal {
        @usableFromInline let hub: HubCore
        /// Returns `nil` if the snapshot is identical to that of the last commit.
        @usableFromInline let makeCommit: MakeCommit

        @inlinable
        init<Snapshot: SnapshotProtocol>(of snapshot: Snapshot, to hub: HubCore) {
            self.hub = hub
            let epoch = hub.epoch
            makeCommit = { last, number in
                Commit.next(of: snapshot, after: last, as: Version(epoch: epoch, number: number))
            }
        }
    }

    /// The version of the commit with this number.
    @inlinable
    func version(_ number: UInt64) -> Version { Version(epoch: epoch, number: number) }

    /// Publishes `snapshot` as the newest state, unless it is identical to the last one, and wakes the waiting
    /// subscribers.
    ///
    /// - Returns: The version of the last commit; `nil` if the hub has finished and the snapshot was dropped.
    @inlinable @discardableResult
    func publish<Snapshot: SnapshotProtocol>(_ snapshot: Snapshot) -> Version? {
        let epoch = epoch
        // Not a proposal's closure: that would be allocated for each commit.
        let commit = commit { last, number in
            Commit.next(of: snapshot, after: last, as: Version(epoch: epoch, number: number))
        }
        return commit.map { Version(epoch: epoch, number: $0.number) }
    }
}
