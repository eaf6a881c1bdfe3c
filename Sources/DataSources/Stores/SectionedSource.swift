/// A source of sections: an actor that owns ordered sections of ordered, identified items.
///
/// What ``ListSource`` is for one list this is for many under headers, over the same machinery and with the same
/// guarantees: transactions are atomic, mutations wait for nobody, and each mutation returns the ``Version`` of its
/// commit. An item's id is unique across sections, so that an item that changes section is a move.
///
/// ```swift
/// let company = try SectionedSource([Section(engineering, items: [alice, bob]), Section(sales, items: [carol])])
/// try await company.transaction { draft in
///     try draft.moveItem(alice.id, toSection: sales.id, at: 0)
///     try draft.updateSection(sales.id) { $0.title = "Field" }
/// }
/// company.snapshot[ItemPath(section: 1, item: 0)]    // alice
/// ```
///
/// `snapshot`, `subscribe()` and ``submit(_:)`` are synchronous and may be called from anywhere.
public actor SectionedSource<Header, Item>: PublishingSource
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    /// The state is a list of sections.
    public typealias Snapshot = SectionedSnapshot<Header, Item>

    /// Where the source publishes.
    public nonisolated let hub: SnapshotHub<SectionedSnapshot<Header, Item>>
    /// The group whose executor the source runs on, one after the other with others of the group.
    public nonisolated let group: SourceGroup
    @usableFromInline nonisolated let inbox: Inbox<SectionedDraft<Header, Item>>
    @usableFromInline var draft: SectionedDraft<Header, Item>
    @usableFromInline var isInTransaction: Bool
    /// Whether ``finish()`` was called inside the transaction that is running.
    @usableFromInline var finishesAfterTransaction: Bool

    /// Creates an empty source.
    ///
    /// - Parameter group: What it shares transactions with; a group of its own by default.
    @inlinable
    public init(in group: SourceGroup = SourceGroup()) {
        self.group = group
        draft = SectionedDraft()
        hub = SnapshotHub(draft.snapshot)
        inbox = Inbox()
        isInTransaction = false
        finishesAfterTransaction = false
    }

    /// Creates a source of `sections` in their order.
    ///
    /// - Parameters:
    ///   - sections: What it begins with.
    ///   - group: What it shares transactions with; a group of its own by default.
    /// - Throws: ``EditError`` with every section id, or every item id, that is there twice.
    /// - Complexity: O(*n*) expected.
    @inlinable
    public init(_ sections: some Sequence<Section<Header, Item>>, in group: SourceGroup = SourceGroup())
        throws(EditError)
    {
        self.group = group
        draft = try SectionedDraft(sections)
        hub = SnapshotHub(draft.snapshot)
        inbox = Inbox()
        isInTransaction = false
        finishesAfterTransaction = false
    }

    /// Makes all edits of `body`, or none, as one commit that becomes one update.
    ///
    /// `body` is synchronous, so nothing comes between its edits, and runs exactly once. Helpers that take the draft
    /// `inout` join the transaction. When `body` throws, everything is as it was before.
    ///
    /// Calling this method again from inside of `body`, which takes an `assumeIsolated`, traps: hand the draft on.
    ///
    /// - Parameter body: Makes the edits.
    /// - Returns: The version of the commit; that of the last commit when nothing changed.
    /// - Throws: What `body` throws; ``EditError`` with ``EditError/Code/finished`` when the source has finished.
    /// - Complexity: That of the edits, and O(subscribers that wait).
    @discardableResult
    public func transaction(_ body: @Sendable (inout SectionedDraft<Header, Item>) throws -> Void) throws -> Version {
        try transaction(returning: body).version
    }

    /// Makes all edits of `body`, or none, and hands out what it returns.
    ///
    /// - Parameter body: Makes the edits.
    /// - Returns: What `body` returns, and the version of the commit, or of the last one when nothing changed.
    /// - Throws: What `body` throws; ``EditError`` with ``EditError/Code/finished`` when the source has finished.
    public func transaction<Result>(
        returning body: @Sendable (inout SectionedDraft<Header, Item>) throws -> Result
    ) throws -> (result: Result, version: Version) {
        precondition(!isInTransaction, "transaction(_:) inside a transaction of this source: pass the draft on instead")
        performSubmitted()
        return try commit(body)
    }

    /// The group's executor.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { group.unownedExecutor }

    /// Lets `body` edit the draft as a part of a transaction over several sources; to be called on the group.
    ///
    /// It commits nothing; when `body` throws, all that it did is taken back.
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

    /// Makes the edits that were submitted before, publishes what is held back, and then nothing more; later edits throw.
    ///
    /// Subscribers are given what is left, and then their loops end.
    ///
    /// Called inside a transaction's closure, which takes an `assumeIsolated`, it takes effect after the transaction, whether
    /// that commits or throws, and after the edits submitted by then. ``SnapshotHub/finish()`` of ``hub`` takes effect at
    /// once: it refuses the running transaction and the edits that are submitted and not yet made.
    public func finish() {
        if isInTransaction {
            finishesAfterTransaction = true
            return
        }
        performSubmitted()
        hub.finish()
    }

    /// The item with this id; `nil` when there is none.
    ///
    /// - Complexity: O(log *n*) expected.
    public func item(id: Item.ID) -> Item? {
        performSubmitted()
        return draft[id: id]
    }

    /// The path of the item with this id; `nil` when there is none.
    ///
    /// - Complexity: O(log *n*) expected.
    public func path(of id: Item.ID) -> ItemPath? {
        performSubmitted()
        return draft.path(of: id)
    }

    /// The section with this id; `nil` when there is none.
    ///
    /// - Complexity: O(log *s*) expected.
    public func section(id: Header.ID) -> Section<Header, Item>? {
        performSubmitted()
        return draft[sectionID: id]
    }

    /// The position of the section with this id; `nil` when there is none.
    ///
    /// - Complexity: O(log *s*) expected.
    public func sectionPosition(of id: Header.ID) -> Int? {
        performSubmitted()
        return draft.sectionPosition(of: id)
    }

    // MARK: From synchronous code

    /// Makes edits soon, in the order in which they were submitted, each as a transaction of its own.
    ///
    /// Returns at once. Whatever the source is asked for afterwards comes after the edit: a transaction, reading by id,
    /// ``finish()``. So an empty transaction that is awaited waits for everything submitted before it. The edit is made
    /// also when the last reference to the source goes.
    ///
    /// ```swift
    /// company.submit { try $0.appendItem(erin, toSection: sales.id) }
    /// ```
    ///
    /// - Parameter body: Makes the edits; when it throws, it has changed nothing. It is never called when the source has
    ///   finished.
    /// - Returns: A receipt that says what became of the edit.
    /// - Complexity: O(1) amortized.
    @discardableResult
    public nonisolated func submit(
        _ body: @escaping @Sendable (inout SectionedDraft<Header, Item>) throws -> Void
    ) -> Submission {
        inbox.submit(body) { [self] in await performSubmitted() }
    }

    /// Makes the edits that have been submitted so far; to be called on the group.
    nonisolated func performSubmittedOnGroup() {
        assumeIsolated { $0.performSubmitted() }
    }

    /// Makes the edits that have been submitted so far.
    private func performSubmitted() {
        // Called from inside of a transaction, it would edit a draft that is being edited.
        if isInTransaction { return }
        inbox.performAll { edit in edit.perform { try commit($0).version } }
    }

    private func commit<Result>(
        _ body: @Sendable (inout SectionedDraft<Header, Item>) throws -> Result
    ) throws -> (result: Result, version: Version) {
        isInTransaction = true
        defer { transactionEnded() }
        return try draft.commit(to: hub, body)
    }

    private func transactionEnded() {
        isInTransaction = false
        if !finishesAfterTransaction { return }
        finishesAfterTransaction = false
        finish()
    }
}
