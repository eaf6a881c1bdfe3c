/// A source of one list: an actor that owns ordered, identified items.
///
/// Any number of tasks can edit it. The actor runs their transactions one at a time, and each one that changes
/// something commits one snapshot. Any number of subscribers follow it, each at its own pace.
///
/// ```swift
/// let staff = try ListSource([alice, bob])
/// try await staff.append(carol)
/// try await staff.transaction { list in
///     try list.insert(dave, at: 0)
///     try list.move(id: bob.id, before: dave.id)
/// }
///
/// let subscription = staff.subscribe()
/// render(subscription.snapshot)
/// for await update in subscription { render(update) }
/// ```
///
/// - **Atomic.** A transaction's closure is synchronous and runs once. If it throws, nothing changes: no snapshot, no
///   version, no update.
/// - **Edits never wait** for subscribers or for differences. A difference is computed in the task of the consumer that
///   demands the update.
/// - **Versions.** Every edit returns the ``Version`` of its commit, or of the last commit if it changed nothing.
///   ``PublishingSource/settled(at:)`` waits until every subscriber with an outstanding demand has received that
///   version.
/// - **Items are values.** A change inside an object is not seen; for objects that change in place there is
///   ``ObjectItem``.
/// - **End.** The source finishes on ``finish()`` or when its last reference is released. Its subscribers first receive
///   the remaining changes.
///
/// `snapshot`, `subscribe()` and ``submit(_:)`` are synchronous and can be called from any context.
public actor ListSource<Item: Identifiable & Equatable & Sendable>: PublishingSource where Item.ID: Sendable {
    /// The state: a list.
    public typealias Snapshot = ListSnapshot<Item>

    /// The hub that publishes the source's commits.
    public nonisolated let hub: SnapshotHub<ListSnapshot<Item>>
    /// The group whose executor runs the source; sources of one group run one at a time.
    public nonisolated let group: SourceGroup
    private nonisolated let inbox: Inbox<ListDraft<Item>>
    private nonisolated let committer: DraftCommitter<ListDraft<Item>>
    private var draft: ListDraft<Item>
    private var isInTransaction = false
    /// Whether ``finish()`` was called inside the current transaction.
    private var finishesAfterTransaction = false

    /// Creates an empty source.
    ///
    /// - Parameter group: The sources it can share transactions with; a group of its own by default.
    @inlinable
    public init(in group: SourceGroup = SourceGroup()) {
        let draft = ListDraft<Item>()
        let hub = SnapshotHub(draft.snapshot)
        self.init(draft, hub, DraftCommitter(), in: group)
    }

    /// Creates a source of `items` in their order.
    ///
    /// - Parameters:
    ///   - items: The initial items.
    ///   - group: The sources it can share transactions with; a group of its own by default.
    /// - Throws: ``EditError`` with every id that occurs twice.
    /// - Complexity: O(*n*) expected.
    @inlinable
    public init(_ items: some Sequence<Item>, in group: SourceGroup = SourceGroup()) throws(EditError) {
        let draft = try ListDraft<Item>(items)
        let hub = SnapshotHub(draft.snapshot)
        self.init(draft, hub, DraftCommitter(), in: group)
    }

    /// Creates a source of items that goes on from a version of an earlier source: its first commit has the next
    /// number, in the same epoch.
    ///
    /// It is for a process that takes over from another one. Two things guard it:
    /// - The version must be one that no other process goes on from. The fence of a log says so, see `FrameLog` in
    ///   DataSourcesWire; a clock cannot. Otherwise two states have one version.
    /// - Clients must have been given no state that is not in the log. So serve them from a replica that follows the log,
    ///   in the writer's process too.
    ///
    /// ```swift
    /// let board = try ListSource(await replica.confirmed, at: version)
    /// ```
    ///
    /// - Parameters:
    ///   - items: The items of that version.
    ///   - version: The version.
    ///   - group: The sources it can share transactions with; a group of its own by default.
    /// - Throws: ``EditError`` with every id that occurs twice; or with
    ///   ``EditError/Code/positionOutOfRange`` if the number of the version is 0, or above `Int64.max`.
    /// - Complexity: O(*n*) expected.
    @inlinable
    public init(_ items: some Sequence<Item>, at version: Version, in group: SourceGroup = SourceGroup())
        throws(EditError)
    {
        let draft = try ListDraft<Item>(items)
        guard let hub = SnapshotHub(draft.snapshot, at: version) else { throw EditError.cannotGoOn(from: version) }
        self.init(draft, hub, DraftCommitter(), in: group)
    }

    /// Creates a source of parts that are specialised in the client's module.
    // Not inlinable, so that the properties can be private: then no access to a flag is checked for exclusivity.
    @usableFromInline
    init(
        _ draft: consuming sending ListDraft<Item>, _ hub: SnapshotHub<Snapshot>,
        _ committer: DraftCommitter<ListDraft<Item>>, in group: SourceGroup
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
    public func transaction(_ body: @Sendable (inout ListDraft<Item>) throws -> Void) throws -> Version {
        prepare()
        return try commit(body)
    }

    /// Makes all edits of `body`, or none, and returns its result besides the version.
    ///
    /// ```swift
    /// let (removed, version) = try await source.transaction { try $0.remove(id: 7) }
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
        _ body: @Sendable (inout ListDraft<Item>) throws -> Result
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
    nonisolated func join<Result: Sendable>(_ body: sending (inout ListDraft<Item>) throws -> Result) throws -> Result {
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

    /// The position of the item with this id; `nil` if there is none.
    ///
    /// - Complexity: O(log *n*) expected.
    public func position(of id: Item.ID) -> Int? {
        if isInTransaction { return snapshot.position(of: id) }
        prepareLookup()
        defer { transactionEnded() }
        return draft.position(of: id)
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
    /// staff.submit { try $0.append(erin) }
    /// ```
    ///
    /// - Parameter body: Makes the edits; if it throws, nothing changes. It is not called if the source has finished.
    /// - Returns: A receipt that provides the edit's outcome.
    /// - Complexity: O(1) amortized.
    @discardableResult
    public nonisolated func submit(
        _ body: @escaping @Sendable (inout ListDraft<Item>) throws -> Void
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

    private func commit(_ body: (inout ListDraft<Item>) throws -> Void) throws -> Version {
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

extension ListSource {
    /// Creates a source of values that are not `Identifiable`; each has its id at `path`.
    ///
    /// ```swift
    /// let library = try ListSource(books, id: \.isbn)
    /// ```
    ///
    /// - Parameters:
    ///   - values: The initial values.
    ///   - path: The property that identifies a value.
    ///   - group: The sources it can share transactions with; a group of its own by default.
    /// - Throws: ``EditError`` with every id that occurs twice.
    /// - Complexity: O(*n*) expected.
    public init<Value, ID>(
        _ values: some Sequence<Value>,
        id path: any KeyPath<Value, ID> & Sendable,
        in group: SourceGroup = SourceGroup()
    ) throws(EditError) where Item == Identified<Value, ID> {
        try self.init(values.identified(by: path), in: group)
    }
}
