extension StoredDraft where Self: ~Copyable, Snapshot: SnapshotProtocol {
    /// Runs `body` and publishes the result as one commit; if `body` throws, nothing changes.
    mutating func commit<Result>(
        to hub: SnapshotHub<Snapshot>, _ body: (inout Self) throws -> Result
    ) throws -> (result: Result, version: Version) {
        if hub.isFinished { throw EditError.sourceFinished }
        return try transaction { draft in
            let result = try body(&draft)
            try draft.checkAssignments()
            guard let version = hub.publish(draft.snapshot) else { throw EditError.sourceFinished }
            return (result, version)
        }
    }
}
