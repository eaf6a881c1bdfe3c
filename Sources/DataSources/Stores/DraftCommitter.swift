/// Edits a draft in a transaction and publishes the result.
///
/// It is created where the source is, and so is specialised for the draft's type in the client's module. The methods of
/// an actor are not: looking up metadata there would double the cost of a commit.
@usableFromInline
struct DraftCommitter<Draft: StoredDraft & ~Copyable>: Sendable where Draft.Snapshot: SnapshotProtocol {
    /// Runs `body` and publishes the result as one commit; if `body` throws, nothing changes.
    @usableFromInline
    let run:
        @Sendable (_ draft: inout Draft, _ hub: SnapshotHub<Draft.Snapshot>, _ body: (inout Draft) throws -> Void)
            throws -> Version

    @inlinable
    init() {
        run = { draft, hub, body in
            if hub.core.isFinished { throw EditError.sourceFinished }
            return try draft.transaction { draft in
                try body(&draft)
                try draft.checkAssignments()
                guard let version = hub.publish(draft.snapshot) else { throw EditError.sourceFinished }
                return version
            }
        }
    }
}
