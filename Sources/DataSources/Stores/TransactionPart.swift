/// A source's part in a transaction over several sources, whatever its kind.
struct TransactionPart<Draft: StoredDraft & ~Copyable>: Sendable where Draft.Snapshot: SnapshotProtocol {
    let source: any GroupedSource
    let core: HubCore
    /// Lets a closure edit the source's draft; called on the group's executor.
    private let edit: @Sendable (_ body: sending (inout Draft) throws -> any Sendable) throws -> any Sendable

    init(
        _ source: any GroupedSource,
        core: HubCore,
        edit: @escaping @Sendable (_ body: sending (inout Draft) throws -> any Sendable) throws -> any Sendable
    ) {
        self.source = source
        self.core = core
        self.edit = edit
    }

    /// Lets `body` edit the source's draft; called on the group's executor.
    ///
    /// It commits nothing. If `body` throws, its edits are undone.
    func join<Result: Sendable>(_ body: sending (inout Draft) throws -> Result) throws -> Result {
        // A stored closure cannot be generic in its result.
        guard let result = try edit({ try body(&$0) }) as? Result else {
            preconditionFailure("a source did not return the result of a transaction's closure")
        }
        return result
    }

    /// The draft's state as a commit to the source.
    ///
    /// - Throws: The error of an assignment that could not be made.
    func propose(_ draft: borrowing Draft) throws(EditError) -> HubCore.Proposal {
        try draft.checkAssignments()
        return HubCore.Proposal(of: draft.snapshot, to: core)
    }
}

extension ListSource {
    /// This source's part in a transaction over several sources.
    nonisolated var part: TransactionPart<ListDraft<Item>> {
        TransactionPart(self, core: hub.core) { body in try self.join(body) }
    }
}

extension SectionedSource {
    /// This source's part in a transaction over several sources.
    nonisolated var part: TransactionPart<SectionedDraft<Header, Item>> {
        TransactionPart(self, core: hub.core) { body in try self.join(body) }
    }
}
