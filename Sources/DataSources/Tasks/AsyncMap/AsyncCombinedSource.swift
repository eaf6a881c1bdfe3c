internal import Synchronization

/// The items of a list, each with what a source of its own shows, where finding that source takes time: rooms with their
/// live messages, once the server has opened them.
///
/// ```swift
/// let rows = rooms.asyncCombinedWithEach { room in try await server.open(room.id).messages }
/// async let work: Void = rows.run()
/// let all = rows.flattenedEach()                  // or rows.sectionedEach()
/// ```
///
/// | What happens | Output |
/// |---|---|
/// | insert, delete, move | the same at once; the row of a new item shows the empty state |
/// | update | an update; its source is found again, and the last one stays until then |
/// | the source of an item is found | an update of its row, if its state is not empty |
/// | finding it fails | nothing: the last source stays, or the empty state; see ``phases`` |
/// | the source of an item changes | an update of the item's row |
///
/// - **In the caller's task.** ``run()`` finds sources, in the task that awaits it; see ``AsyncMappedSource``, which does
///   the work here. Sources that have been found are followed whether or not it runs.
/// - **Kept.** A found source is kept alive until another one is found for its item, or the item is gone.
/// - **Cancelled.** If an item is removed or changed, finding its source is cancelled, and what comes of it is dropped.
/// - **Laws.** As ``AsyncMappedSource``: it keeps all laws of <doc:Guarantees> but 6, 14 and 16, and those only where
///   sources are being found. Each state belongs to one cut of the list and of all sources found.
///
/// DynamicData calls it `TransformManyAsync`.
public final class AsyncCombinedSource<Item: Identifiable & Equatable & Sendable, Child: SnapshotProtocol>:
    DerivableSource, ComputedSource
where Item.ID: Sendable {
    /// The state: the items, each with the state of its source.
    public typealias Snapshot = ListSnapshot<CombinedItem<Item, Child>>
    typealias Found = FoundSource<Child>

    /// How far the search for each item's source is, under the item's id.
    public let phases: DerivedSource<ListSnapshot<Keyed<Item.ID, SourcePhase>>>
    private let found: AsyncMappedSource<Item, Found>
    private let rows: DerivedSource<Snapshot>

    init(
        _ source: some DerivableSource<ListSnapshot<Item>>,
        limit: Int,
        find: @escaping @Sendable (Item) async throws -> any DerivableSource<Child>
    ) {
        let counter = AttemptCounter()
        found = AsyncMappedSource(source, limit: limit) { item, last in
            do {
                return FoundSource(source: try await find(item), failure: nil)
            } catch {
                return FoundSource(source: last?.source, failure: SourceFailure(error, attempt: counter.next()))
            }
        }
        let empty = EmptySource<Child>()
        let states = source.leftJoinedMany(with: found, on: \.id, equals: \.id, limit: 1)
        rows = states.combinedWithEach { row in
            row.matches.first?.value.source ?? empty
        }.map { CombinedItem($0.item.left, $0.snapshot) }
        phases = states.map { row in
            Keyed(id: row.id, value: row.matches.first.map { $0.value.phase } ?? .finding)
        }
    }

    /// Finds the sources of new and changed items until the list has finished and all are found, or the task is
    /// cancelled.
    ///
    /// After a cancellation it can be called again; interrupted searches start over. Of concurrent calls, one works at a
    /// time.
    public func run() async {
        await found.run()
    }

    /// Finds the source of the item with this id again, for example after a failure.
    ///
    /// The row keeps its source until the new one is found. ``run()`` does the work.
    ///
    /// - Returns: Whether ``run()`` has seen an item with this id.
    /// - Complexity: O(*n*).
    @discardableResult
    public func rerun(id: Item.ID) async -> Bool {
        await found.rerun(id: id)
    }

    /// Finds the sources of all items again; see ``rerun(id:)``.
    ///
    /// - Returns: The number of items.
    @discardableResult
    public func rerunAll() async -> Int {
        await found.rerunAll()
    }

    /// The number of items seen by ``run()`` whose sources are being looked for.
    public var pending: Int {
        get async { await found.pending }
    }

    /// The handle that derived sources follow.
    public var upstream: Upstream<Snapshot> { Upstream(core: rows.core, source: self) }

    /// The items with the states of their sources.
    public var snapshot: Snapshot {
        get async { await rows.snapshot }
    }

    /// A subscription that starts with the newest state.
    public func subscribe() async -> SnapshotSubscription<Snapshot> {
        await rows.subscribe()
    }

    /// The updates since `snapshot`; `nil` stands for the empty state.
    public func updates(since snapshot: Snapshot? = nil) -> AsyncStream<Update<Snapshot>> {
        rows.updates(since: snapshot)
    }
}

/// How far the search for an item's source is; see ``AsyncCombinedSource/phases``.
public enum SourcePhase: Equatable, Sendable {
    /// The source is looked for, or will be.
    case finding
    /// The source is found and followed.
    case found
    /// The last search failed; a source that was found before is still followed.
    case failed(SourceFailure)
}

/// The error of a search for an item's source.
///
/// Two failures are equal if they belong to the same attempt.
public struct SourceFailure: Equatable, Sendable, CustomStringConvertible {
    /// The error thrown.
    public let error: any Error
    /// A number that no other failed attempt of this source has.
    public let attempt: Int

    init(_ error: any Error, attempt: Int) {
        (self.error, self.attempt) = (error, attempt)
    }

    /// Whether both belong to the same attempt.
    public static func == (left: SourceFailure, right: SourceFailure) -> Bool { left.attempt == right.attempt }

    /// The error.
    public var description: String { "\(error)" }
}

/// The result of a search: the source to follow, and whether the search failed.
struct FoundSource<Child: SnapshotProtocol>: Equatable, Sendable {
    /// The source found last; `nil` if none has been found yet.
    let source: (any DerivableSource<Child>)?
    let failure: SourceFailure?

    var phase: SourcePhase { failure.map { .failed($0) } ?? .found }

    static func == (left: FoundSource, right: FoundSource) -> Bool {
        left.failure == right.failure && left.source?.upstream.core === right.source?.upstream.core
    }
}

/// Numbers failed attempts.
private final class AttemptCounter: Sendable {
    private let attempts = Atomic(0)

    func next() -> Int { attempts.add(1, ordering: .relaxed).newValue }
}

/// A source that is always empty.
private final class EmptySource<Snapshot: SnapshotProtocol>: PublishingSource {
    let hub = SnapshotHub<Snapshot>()

    init() {
        // Finished at once: an empty open source would keep derived sources from finishing.
        hub.finish()
    }
}

extension DerivableSource {
    /// The items of this source, each with what a source of its own shows, where finding that source takes time.
    ///
    /// See ``AsyncCombinedSource`` for what appears when. A task must await ``AsyncCombinedSource/run()``; it finds the
    /// sources. If sources are at hand, use `combinedWithEach`.
    ///
    /// ```swift
    /// let rows = rooms.asyncCombinedWithEach(limit: 8) { room in try await server.open(room.id).messages }
    /// let sections = rows.sectionedEach()
    /// ```
    ///
    /// - Parameters:
    ///   - limit: The maximum number of concurrent calls of `source`; less than one counts as one, more than 1,024 as
    ///     1,024.
    ///   - source: Finds or creates the source of an item. Called off every actor, for each item that is inserted or
    ///     updated. If it throws, the item keeps the source that it has.
    /// - Returns: The derived source.
    /// - Complexity: As `combinedWithEach`, plus the work of `source`.
    public func asyncCombinedWithEach<Item, Child>(
        limit: Int = 4,
        _ source: @escaping @Sendable (_ item: Item) async throws -> any DerivableSource<Child>
    ) -> AsyncCombinedSource<Item, Child> where Snapshot == ListSnapshot<Item> {
        AsyncCombinedSource(self, limit: limit, find: source)
    }
}
