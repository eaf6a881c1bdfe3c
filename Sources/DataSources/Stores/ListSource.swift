/// A source of one list: an actor that owns ordered, identified items.
///
/// Any number of tasks mutate it; the actor takes their transactions one after the other, and each that changes
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
/// - **Atomic.** A transaction's closure is synchronous and runs once. When it throws, nothing has happened: no
///   snapshot, no version, no update.
/// - **Mutations never wait** for subscribers or for differences; those are computed by whoever asks for an update.
/// - **Receipts.** Every mutation returns the ``Version`` of its commit, or that of the last commit when it changed
///   nothing; ``PublishingSource/settled(at:)`` waits until those who ask have been given it.
/// - **The end.** The source finishes when it is told to or when its last reference goes; its subscribers are first
///   given what is left.
///
/// `snapshot`, `subscribe()` and ``submit(_:)`` are synchronous and may be called from anywhere.
public actor ListSource<Item: Identifiable & Equatable & Sendable>: PublishingSource where Item.ID: Sendable {
    /// The state is a list.
    public typealias Snapshot = ListSnapshot<Item>

    /// Where the source publishes.
    public nonisolated let hub: SnapshotHub<ListSnapshot<Item>>
    /// The group whose executor the source runs on, one after the other with others of the group.
    public nonisolated let group: SourceGroup
    @usableFromInline nonisolated let inbox: Inbox<ListDraft<Item>>
    @usableFromInline var draft: ListDraft<Item>
    @usableFromInline var isInTransaction: Bool
    /// Whether ``finish()`` was called inside the transaction that is running.
    @usableFromInline var finishesAfterTransaction: Bool

    /// Creates an empty source.
    ///
    /// - Parameter group: What it shares transactions with; a group of its own by default.
    @inlinable
    public init(in group: SourceGroup = SourceGroup()) {
        self.group = group
        draft = ListDraft()
        hub = SnapshotHub(draft.snapshot)
        inbox = Inbox()
        isInTransaction = false
        finishesAfterTransaction = false
    }

    /// Creates a source of `items` in their order.
    ///
    /// - Parameters:
    ///   - items: What it begins with.
    ///   - group: What it shares transactions with; a group of its own by default.
    /// - Throws: ``EditError`` with every id that is there twice.
    /// - Complexity: O(*n*) expected.
    @inlinable
    public init(_ items: some Sequence<Item>, in group: SourceGroup = SourceGroup()) throws(EditError) {
        self.group = group
        draft = try ListDraft(items)
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
    public func transaction(_ body: @Sendable (inout ListDraft<Item>) throws -> Void) throws -> Version {
        try transaction(returning: body).version
    }

    /// Makes all edits of `body`, or none, and hands out what it returns.
    ///
    /// - Parameter body: Makes the edits.
    /// - Returns: What `body` returns, and the version of the commit, or of the last one when nothing changed.
    /// - Throws: What `body` throws; ``EditError`` with ``EditError/Code/finished`` when the source has finished.
    public func transaction<Result>(
        returning body: @Sendable (inout ListDraft<Item>) throws -> Result
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
    nonisolated func join<Result: Sendable>(_ body: sending (inout ListDraft<Item>) throws -> Result) throws -> Result {
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

    /// The position of the item with this id; `nil` when there is none.
    ///
    /// - Complexity: O(log *n*) expected.
    public func position(of id: Item.ID) -> Int? {
        performSubmitted()
        return draft.position(of: id)
    }

    // MARK: From synchronous code

    /// Makes edits soon, in the order in which they were submitted, each as a transaction of its own.
    ///
    /// Returns at once. Whatever the source is asked for afterwards comes after the edit: a transaction, reading by id,
    /// ``finish()``. So an empty transaction that is awaited waits for everything submitted before it. The edit is made
    /// also when the last reference to the source goes.
    ///
    /// ```swift
    /// staff.submit { try $0.append(erin) }
    /// ```
    ///
    /// - Parameter body: Makes the edits; when it throws, it has changed nothing. It is never called when the source has
    ///   finished.
    /// - Returns: A receipt that says what became of the edit.
    /// - Complexity: O(1) amortized.
    @discardableResult
    public nonisolated func submit(
        _ body: @escaping @Sendable (inout ListDraft<Item>) throws -> Void
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
        _ body: @Sendable (inout ListDraft<Item>) throws -> Result
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
