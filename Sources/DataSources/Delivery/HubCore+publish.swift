extension HubCore {
    /// Gets the last stage and the number of the next; `nil` when there is nothing to commit.
    ///
    /// It runs code of the snapshot's type, so it is called without a lock, and again when others have committed
    /// meanwhile.
    @usableFromInline
    typealias MakeStage = (_ last: HubStage, _ number: UInt64) -> HubStage?

    /// A snapshot that is to become the newest state of a hub.
    @usableFromInline
    struct Commit {
        @usableFromInline let hub: HubCore
        /// Gives `nil` when the snapshot is that of the last stage.
        @usableFromInline let makeStage: MakeStage

        @inlinable
        init<Snapshot: SnapshotProtocol>(of snapshot: Snapshot, to hub: HubCore) {
            self.hub = hub
            let epoch = hub.epoch
            makeStage = { newest, number in
                let last = unsafeDowncast(newest, to: Stage<Snapshot>.self)
                if last.snapshot.isIdentical(to: snapshot) { return nil }
                #if DATASOURCES_MUTANTS
                if Mutation.isActive(.comparesWhilePublishing) {
                    _ = snapshot.changes(from: last.snapshot, isCancelled: nil)
                }
                #endif
                return Stage(number: number, snapshot: snapshot.committed(as: Version(epoch: epoch, number: number)))
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
        let stage = commit(Commit(of: snapshot, to: self).makeStage)
        #if DATASOURCES_MUTANTS
        if Mutation.isActive(.repeatsVersions) { return Version(epoch: epoch, number: max(2, stage?.number ?? 0) - 1) }
        #endif
        return stage.map { Version(epoch: epoch, number: $0.number) }
    }
}
