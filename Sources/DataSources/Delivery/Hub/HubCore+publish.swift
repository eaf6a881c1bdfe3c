extension HubCore {
    /// Gets the last commit and the number of the next; `nil` when there is nothing to commit.
    ///
    /// It runs code of the snapshot's type, so it is called without a lock, and again when others have committed
    /// meanwhile.
    @usableFromInline
    typealias MakeCommit = (_ last: HubCommit, _ number: UInt64) -> HubCommit?

    /// A snapshot that is to become the newest state of a hub.
    @usableFromInline
    struct Proposal {
        @usableFromInline let hub: HubCore
        /// Gives `nil` when the snapshot is that of the last commit.
        @usableFromInline let makeCommit: MakeCommit

        @inlinable
        init<Snapshot: SnapshotProtocol>(of snapshot: Snapshot, to hub: HubCore) {
            self.hub = hub
            let epoch = hub.epoch
            makeCommit = { newest, number in
                let last = unsafeDowncast(newest, to: Commit<Snapshot>.self)
                if last.snapshot.isIdentical(to: snapshot) { return nil }
                return Commit(number: number, snapshot: snapshot.committed(as: Version(epoch: epoch, number: number)))
            }
        }
    }

    /// The version of the commit with this number.
    @inlinable
    func version(_ number: UInt64) -> Version { Version(epoch: epoch, number: number) }

    /// Makes `snapshot` the newest state, unless it is that very state, and wakes the subscribers that wait.
    ///
    /// - Returns: The version of the last commit now; `nil` when the hub has finished, and nobody will see it.
    @inlinable @discardableResult
    func publish<Snapshot: SnapshotProtocol>(_ snapshot: Snapshot) -> Version? {
        let commit = commit(Proposal(of: snapshot, to: self).makeCommit)
        return commit.map { Version(epoch: epoch, number: $0.number) }
    }
}
