/// A source of sections: an actor that owns ordered sections of ordered, identified items.
///
/// It works as ``ListSource`` does, with the same guarantees: transactions are atomic, edits never wait, and each edit
/// returns the ``Version`` of its commit. An item's id is unique across sections, so an item that changes section is a
/// move.
///
/// ```swift
/// let company = try SectionedSource([ItemSection(engineering, items: [alice, bob]), ItemSection(sales, items: [carol])])
/// try await company.transaction { draft in
///     try draft.moveItem(id: alice.id, toSection: sales.id, at: 0)
///     try draft.updateSection(id: sales.id) { $0.title = "Field" }
/// }
/// company.snapshot[ItemPath(section: 1, item: 0)]    // alice
/// ```
///
/// `snapshot`, `subscribe()` and ``submit(_:)`` are synchronous and can be called from any context.
public actor SectionedSource<Header, Item>: PublishingSource
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    /// The state: a list of sections.
    public typealias Snapshot = SectionedSnapshot<Header, Item>

    /// The hub that publishes the source's commits.
    public nonisolated let hub: SnapshotHub<SectionedSnapshot<Header, Item>>
    /// The group whose executor runs the source; sources of one group run one at a time.
    public nonisolated let group: SourceGroup
    private nonisolated let inbox: Inbox<SectionedDraft<Header, Item>>
    private nonisolated let committer: DraftCommitter<SectionedDraft<Header, Item>>
    private var draft: SectionedDraft<Header, Item>
    private var isInTransaction = false
    /// Whether ``finish()`` was called inside the current transaction.
    private var finishesAfterTransaction = false

    /// Creates an empty source.
    ///
    /// - Parameter group: The sources it can share transactions with; a group of its own by default.
    @inlinable
    public init(in group: SourceGroup = SourceGroup()) {
        let draft = SectionedDraft<Header, Item>()
        let hub = SnapshotHub(draft.snapshot)
        self.init(draft, hub, DraftCommitter(), in: group)
    }

    /// Creates a source of `sections` in their order.
    ///
    /// - Parameters:
    ///   - sections: The initial sections.
    ///   - group: The sources it can share transactions with; a group of its own by default.
    /// - Throws: ``EditError`` with every section id, or every item id, that occurs twice.
    /// - Complexity: O(*n*) expected.
    @inlinable
    public init(_ sections: some Sequence<ItemSection<Header, Item>>, in group: SourceGroup = SourceGroup())
        throws(EditError)
    {
        let draft = try SectionedDraft<Header, Item>(sections)
        let hub = SnapshotHub(draft.snapshot)
        self.init(draft, hub, DraftCommitter(), in: group)
    }

    /// Creates a source of sections that goes on from a version of an earlier source: its first commit has the next
    /// number, in the same epoch.
    ///
    /// It is for a process that takes over from another one. Two things guard it:
    /// - The version must be one that no other process goes on from. The fence of a log says so, see `FrameLog` in
    ///   DataSourcesWire; a clock cannot. Otherwise two states have one version.
    /// - Clients must have been given no state that is not in the log. So serve them from a replica that follows the log,
    ///   in the writer's process too.
    ///
    /// ```swift
    /// let board = try SectionedSource(await replica.confirmed, at: version)
    /// ```
    ///
    /// - Parameters:
    ///   - sections: The sections of that version.
    ///   - version: The version.
    ///   - group: The sources it can share transactions with; a group of its own by default.
    /// - Throws: ``EditError`` with every section id, or every item id, that occurs twice; or with
    ///   ``EditError/Code/positionOutOfRange`` if the number of the version is 0, or above `Int64.max`.
    /// - Complexity: O(*n*) expected.
    @inlinable
    public init(
        _ sections: some Sequence<ItemSection<Header, Item>>, at version: Version,
        in group: SourceGroup = SourceGroup()
    ) throws(EditError) {
        let draft = try SectionedDraft<Header, Item>(sections)
        guard let hub = SnapshotHub(draft.snapshot, at: version) else { throw EditError.cannotGoOn(from: version) }
        self.init(draft, hub, DraftCommitter(), in: group)
    }

    /// Creates a source of parts that are specialised in the client's module.
    // Not inlinable, so that the properties can be private: then no access to a flag is checked for exclusivity.
    @usableFromInline
    init(
        _ draft: consuming sending SectionedDraft<Header, Item>, _ hub: SnapshotHub<Snapshot>,
        _ committer: DraftCommitter<SectionedDraft<Header, Item>>, in group: SourceGroup
    ) {
        self.group = group
        self.hub = hub
        self.committer = committer
        inbox = Inbox()
        self.draft = draft
    }

    /// Makes all edits of `body`, or none, as one commit that becomes one update.
    ///
    /// `body` is synchronous, so no other edit comes in between, and runs exactly once. Helpers that take the draft
    /// `inout` join the transaction. If `body` throws, nothing changes.
    ///
    /// Calling this method inside `body` (which takes an `assumeIsolated`) traps: pass the draft on instead.
    ///
    /// - Parameter body: Makes the edits.
    /// - Returns: The version of the commit; that of the last commit if nothing changed.
    /// - Throws: Any error `body` throws; ``EditError`` with ``EditError/Code/finished`` if the source has finished.
    /// - Complexity: That of the edits, plus O(waiting subscribers).
    @discardableResult
    public func transaction(_ body: @Sendable (inout SectionedDraft<Header, Item>) throws -> Void) throws -> Version {
        prepare()
        return try commit(body)
    }

    /// Makes all edits of `body`, or none, and returns its result besides the version.
    ///
    /// ```swift
    /// let (removed, version) = try await source.transaction { try $0.removeItem(id: 7) }
    /// ```
    ///
    /// It works as the method for closures that return nothing does; that method is chosen if the closure returns nothing, or if only a
    /// ``Version`` is expected.
    ///
    /// - Parameter body: Makes the edits.
    /// - Returns: The result of `body`, and the version of the commit, or of the last commit if nothing changed.
    /// - Throws: Any error `body` throws; ``EditError`` with ``EditError/Code/finished`` if the source has finished.
    @discardableResult
    public func transaction<Result>(
        _ body: @Sendable (inout SectionedDraft<Header, Item>) throws -> Result
    ) throws -> (result: Result, version: Version) {
        prepare()
        var result: Result?
        let version = try commit { result = try body(&$0) }
        guard let result else { preconditionFailure("a transaction did not run its closure") }
        return (result, version)
    }

    /// Prepares a transaction: performs the submitted edits.
    private func prepare() {
        precondition(!isInTransaction, "transaction(_:) inside a transaction of this source: pass the draft on instead")
        performSubmitted()
    }

    /// The group's executor.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        // The source retains its group, and the runtime uses the executor only while it retains the source.
        unsafe group.unownedExecutor
    }

    /// Lets `body` edit the draft as part of a transaction over several sources; called on the group's executor.
    ///
    /// It commits nothing. If `body` throws, its edits are undone.
    nonisolated func join<Result: Sendable>(_ body: sending (inout SectionedDraft<Header, Item>) throws -> Result)
        throws -> Result
    {
        try assumeIsolated { source in
            precondition(!source.isInTransaction, "transaction(over:) inside a transaction: pass the draft on instead")
            source.isInTransaction = true
            defer { source.transactionEnded() }
            return try source.draft.transaction(body)
        }
    }

    /// Performs the submitted edits, publishes what is held back, and ends publishing; later edits throw.
    ///
    /// Subscribers receive the remaining changes, and then their loops end.
    ///
    /// Inside a transaction's closure (which takes an `assumeIsolated`), it takes effect after the transaction commits
    /// or throws, and after the edits submitted until then. ``SnapshotHub/finish()`` of ``hub`` takes effect
    /// immediately: it rejects the running transaction and every pending submitted edit.
    public func finish() {
        if isInTransaction {
            finishesAfterTransaction = true
            return
        }
        performSubmitted()
        hub.finish()
    }

    /// The item with this id; `nil` if there is none.
    ///
    /// Inside a transaction's closure (which takes an `assumeIsolated`), this and the other lookups search ``snapshot``,
    /// in O(*n*).
    ///
    /// - Complexity: O(log *n*) expected.
    public func item(id: Item.ID) -> Item? {
        if isInTransaction { return snapshot[id: id] }
        prepareLookup()
        defer { transactionEnded() }
        return draft[id: id]
    }

    /// The path of the item with this id; `nil` if there is none.
    ///
    /// - Complexity: O(log *n*) expected.
    public func path(of id: Item.ID) -> ItemPath? {
        if isInTransaction { return snapshot.path(of: id) }
        prepareLookup()
        defer { transactionEnded() }
        return draft.path(of: id)
    }

    /// The section with this id; `nil` if there is none.
    ///
    /// - Complexity: O(log *s*) expected.
    public func section(id: Header.ID) -> ItemSection<Header, Item>? {
        if isInTransaction { return snapshot[sectionID: id] }
        prepareLookup()
        defer { transactionEnded() }
        return draft[sectionID: id]
    }

    /// The position of the section with this id; `nil` if there is none.
    ///
    /// - Complexity: O(log *s*) expected.
    public func sectionPosition(of id: Header.ID) -> Int? {
        if isInTransaction { return snapshot.sectionPosition(of: id) }
        prepareLookup()
        defer { transactionEnded() }
        return draft.sectionPosition(of: id)
    }

    /// Performs the submitted edits and reserves the draft: the ids' own code can call the source.
    private func prepareLookup() {
        performSubmitted()
        isInTransaction = true
    }

    // MARK: From synchronous code

    /// Enqueues edits from synchronous code; submitted edits run in order, each as its own transaction.
    ///
    /// Returns immediately. Every later operation on the source sees the edit: a transaction, a lookup by id,
    /// ``finish()``. So awaiting an empty transaction waits for everything submitted before it. The edit also runs if
    /// the last reference to the source is released.
    ///
    /// ```swift
    /// company.submit { try $0.appendItem(erin, toSection: sales.id) }
    /// ```
    ///
    /// - Parameter body: Makes the edits; if it throws, nothing changes. It is not called if the source has finished.
    /// - Returns: A receipt that provides the edit's outcome.
    /// - Complexity: O(1) amortized.
    @discardableResult
    public nonisolated func submit(
        _ body: @escaping @Sendable (inout SectionedDraft<Header, Item>) throws -> Void
    ) -> Submission {
        inbox.submit(body) { [self] in await performSubmitted() }
    }

    /// Performs the edits submitted so far; called on the group's executor.
    nonisolated func performSubmittedOnGroup() {
        assumeIsolated { $0.performSubmitted() }
    }

    /// Performs the edits submitted so far.
    private func performSubmitted() {
        // Inside a transaction the draft is already being edited.
        if isInTransaction { return }
        inbox.performAll { edit in edit.perform { try commit($0) } }
    }

    private func commit(_ body: (inout SectionedDraft<Header, Item>) throws -> Void) throws -> Version {
        isInTransaction = true
        defer { transactionEnded() }
        return try committer.run(&draft, hub, body)
    }

    private func transactionEnded() {
        isInTransaction = false
        if !finishesAfterTransaction { return }
        finishesAfterTransaction = false
        finish()
    }
}
