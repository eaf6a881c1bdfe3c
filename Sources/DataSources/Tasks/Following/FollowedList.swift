/// A list that follows a table or query of a store, change by change.
///
/// ```swift
/// let orders = FollowedList<Order, LogPosition>(sortedBy: .ascending(\.id))
/// try await orders.run { position in try await database.changes(since: position) }
/// ```
///
/// - **States of the store.** It shows only states that the store has committed, each at most once and in their order,
///   whatever fails in between. It cannot be edited: write to the store.
/// - **The cost of the change.** A transaction of *k* rows costs O(*k* log *n*), and becomes one update.
/// - **Status.** ``status`` tells "empty" from "not loaded yet". It changes together with the state: a source derived
///   from both sees both at one cut.
/// - **Positions.** ``position`` is that of the state shown, also at the same cut. Whoever has written to the store waits
///   for its own write: `await orders.position.firstValue { $0.map { $0 >= written } ?? false }`.
/// - **Failures.** The last state stays, and no subscription ends; ``run(backoff:clock:connecting:)`` connects again.
///
/// It is a source like any other: filter it, group it, show it, serve it.
public actor FollowedList<Item, Position>: PublishingSource
where Item: Identifiable & Equatable & Sendable, Item.ID: Sendable, Position: Comparable & Sendable {
    /// The state: a list.
    public typealias Snapshot = ListSnapshot<Item>

    /// Publishes the states.
    public nonisolated let hub: SnapshotHub<ListSnapshot<Item>>
    /// How it is connected to the store.
    public nonisolated let status: Parameter<SourceStatus>
    /// The position of the state that it shows; `nil` before the first one.
    public nonisolated let position = Parameter<Position?>(nil)
    private let drafts: RowDrafts<Item>
    private var draft = ListDraft<Item>()
    /// The part of a whole state that is here.
    private var part = ListDraft<Item>()
    private var isLoading = false
    /// The number of rows of the whole state, if the store has told it.
    private var expected: Int?
    private var isFollowing = false

    /// Creates an empty list, with the status `loading`.
    ///
    /// - Parameter order: The order of the rows. It should not leave two rows tied: end it with the key. With `nil`, rows
    ///   have the order of the whole state, and new ones come last.
    @inlinable
    public init(sortedBy order: ItemOrder<Item>? = nil) {
        let status = Parameter(SourceStatus.loading(nil))
        self.init(RowDrafts(sortedBy: order), SnapshotHub(status: status.hub), status)
    }

    @usableFromInline
    init(_ drafts: RowDrafts<Item>, _ hub: SnapshotHub<ListSnapshot<Item>>, _ status: Parameter<SourceStatus>) {
        (self.drafts, self.hub, self.status) = (drafts, hub, status)
    }

    // MARK: One sequence

    /// Follows the events of one connection until the store has ended.
    ///
    /// What comes again, at a position that is not after that of the state shown, is skipped. If it throws, the status is
    /// ``SourceStatus/stale(_:)``.
    ///
    /// - Parameter events: The events. They begin with a whole state, or go on after ``position``.
    /// - Throws: Any error of the sequence. ``FollowError`` if it ends before the store, if an event is not allowed where it
    ///   comes, or if the list follows another sequence. ``EditError`` if a whole state has an id twice. The state stays.
    /// - Complexity: O(*k* log *n*) for a transaction of *k* rows; O(*n*) for a whole state, and O(*n* log *n*) if its rows
    ///   come in another order.
    public func follow<Events: AsyncSequence>(_ events: Events) async throws
    where Events.Element == RowEvent<Item, Position> {
        try await connection.once { try await receive(from: events) }
    }

    private nonisolated var connection: Reconnection<Position> { Reconnection(status: status, position: position) }

    private func receive<Events: AsyncSequence>(from events: Events) async throws
    where Events.Element == RowEvent<Item, Position> {
        if isFollowing { throw FollowError(code: .busy, message: "the list follows another sequence of events") }
        isFollowing = true
        defer {
            isFollowing = false
            loadingEnded()
        }
        for try await event in events {
            try Task.checkCancellation()
            if try receive(event) { return }
        }
        try Task.checkCancellation()
        throw FollowError(code: .disconnected, message: "the sequence of events has ended, and the store has not")
    }

    /// Handles an event; returns whether it is the last one.
    private func receive(_ event: RowEvent<Item, Position>) throws -> Bool {
        switch event {
        case .loading(let count):
            loadingEnded()
            (isLoading, expected) = (true, count)
            // For at most so many ids: nobody has checked the number.
            part.index.reserve(Swift.min(Swift.max(count ?? 0, 0), 1 << 20))
            status.set(.loading(count == nil ? nil : 0))
        case .rows(let rows):
            guard isLoading else { throw Self.unexpected("rows", "no whole state has begun") }
            try drafts.add(&part, rows)
            status.set(.loading(progress))
        case .loaded(let position):
            guard isLoading else { throw Self.unexpected("the end of a whole state", "none has begun") }
            try drafts.load(&draft, &part)
            loadingEnded()
            try publish(position, .ready)
        case .changes(let changes, let position):
            guard !isLoading else { throw Self.unexpected("changes", "a whole state has not ended") }
            guard let last = self.position.value else { throw Self.unexpected("changes", "there was no whole state") }
            if position <= last { return false }
            drafts.apply(&draft, changes)
            try publish(position, status.value)
        case .ready:
            guard !isLoading, position.value != nil else {
                throw Self.unexpected("that the store is ready", "there was no whole state")
            }
            status.set(.ready)
        case .finished:
            status.set(.finished)
            hub.finish()
            status.finish()
            position.finish()
            return true
        }
        return false
    }

    /// How much of the whole state is here, from 0 to 1.
    private var progress: Double? {
        guard let expected, expected > 0 else { return nil }
        return Swift.min(1, Double(part.count) / Double(expected))
    }

    private func loadingEnded() {
        part = ListDraft()
        isLoading = false
    }

    private static func unexpected(_ event: String, _ reason: String) -> FollowError {
        FollowError(code: .unexpectedEvent, message: "the store told \(event), but \(reason)")
    }

    /// Publishes the draft, its position and a status at one cut.
    private func publish(_ position: Position, _ status: SourceStatus) throws(EditError) {
        _ = try HubCore.commit([
            drafts.propose(&draft, hub.core),
            HubCore.Proposal(of: ValueSnapshot(Optional(position)), to: self.position.hub.core),
            HubCore.Proposal(of: ValueSnapshot(status), to: self.status.hub.core),
        ])
    }
}

// MARK: - Connecting again

extension FollowedList {
    /// Keeps the list connected until the store has ended or the task is cancelled.
    ///
    /// After a failure it waits, longer each time, and connects again with the position that it has.
    ///
    /// It gives up, with the status ``SourceStatus/failed(_:)``, after an error that another attempt cannot mend: a
    /// ``RetryableError`` that says so, an ``EditError``, or an event that is not allowed.
    ///
    /// - Parameters:
    ///   - backoff: How long to wait after failures.
    ///   - clock: The clock that measures the time.
    ///   - connect: Opens a connection that goes on after a position; `nil` asks for a whole state. The store may also send
    ///     a whole state if it no longer knows the position.
    /// - Throws: The error that it gives up with; `CancellationError` if the task is cancelled.
    public func run<Events: AsyncSequence, C: Clock<Duration>>(
        backoff: Backoff = Backoff(),
        clock: C = ContinuousClock(),
        connecting connect: @Sendable (_ position: Position?) async throws -> Events
    ) async throws where Events.Element == RowEvent<Item, Position>, Events: Sendable {
        try await connection.run(backoff, clock) { try await receive(from: connect(position.value)) }
    }
}
