public import DataSources
public import Observation

/// A list as SwiftUI and other observers need it: one observable object for each row that is visible.
///
/// ```swift
/// @State private var staff = ObservedList(of: source)
/// var body: some View {
///     List(staff.ids, id: \.self) { id in EmployeeView(row: staff[id: id]) }.task { await staff.run() }
/// }
/// ```
///
/// `EmployeeView` takes an optional row, which is `nil` once the item has gone. SwiftUI reads the ids of all rows whenever
/// items come, go or move. ``ids`` gives them without objects; of short lists you can also show the ``rows``
/// themselves.
///
/// - **One row for one row.** An update of one of 100,000 items is told to those who read that item, and to nobody else.
///   When items come, go or move, those who read ``rows`` are told once.
/// - **All at once.** What one update changes, observers see changed together; in between nobody sees a mixture.
/// - **No object without a reader.** A row's object is made when the row is read. Objects that nobody holds are let go
///   after some time.
/// - **Edits.** Setting a property of a row is a transaction of the source; see ``ObservedRow``.
///
/// It is bound to no actor: it lives where it is created, and so do its rows.
public final class ObservedList<Item: Identifiable & Equatable & Sendable>: Observable where Item.ID: Sendable {
    private let mirror: ListMirror<Item>

    /// Creates the mirror of a source that stores its state: a `ListSource`, for example.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - rowsKept: About how many rows' objects to keep for those who may still watch them.
    ///   - editor: Makes an edit of a row in the source; without it, only rows of a `ListSource` can be edited.
    public convenience init<Source: PublishingSource>(
        of source: Source, rowsKept: Int = 1_000, editing editor: ItemEditor<Item>? = nil
    ) where Source.Snapshot == ListSnapshot<Item> {
        self.init(
            following: source.hub.subscribe(), newest: { source.hub.snapshot },
            editing: editor ?? Self.editor(of: source), rowsKept)
    }

    /// Creates the mirror of a source that computes its state, once it has done so.
    ///
    /// - Parameters:
    ///   - source: The source; a sorted or filtered list, for example.
    ///   - rowsKept: About how many rows' objects to keep for those who may still watch them.
    ///   - editor: Makes an edit of a row in the source that this one is derived from; without it, rows cannot be edited.
    public convenience init<Source: ComputedSource>(
        of source: Source, rowsKept: Int = 1_000, editing editor: ItemEditor<Item>? = nil
    ) async where Source.Snapshot == ListSnapshot<Item> {
        await self.init(ofAny: source, rowsKept: rowsKept, editing: editor)
    }

    /// Creates the mirror of any source, once it has a state: for code that is generic over sources.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - rowsKept: About how many rows' objects to keep for those who may still watch them.
    ///   - editor: Makes an edit of a row; without it, only rows of a `ListSource` can be edited.
    public convenience init<Source: DataSource>(
        ofAny source: Source, rowsKept: Int = 1_000, editing editor: ItemEditor<Item>? = nil
    ) async where Source.Snapshot == ListSnapshot<Item> {
        self.init(
            following: await source.subscribe(), newest: { await source.snapshot },
            editing: editor ?? Self.editor(of: source), rowsKept)
    }

    private init(
        following subscription: SnapshotSubscription<ListSnapshot<Item>>,
        newest: @escaping @Sendable () async -> ListSnapshot<Item>, editing editor: ItemEditor<Item>?, _ rowsKept: Int
    ) {
        mirror = ListMirror(
            following: subscription, newest: newest, editing: editor, rowsKept: rowsKept, details: { _ in NoDetails() })
    }

    /// The editor that comes with the source: only one that stores its items has one.
    private static func editor(of source: some DataSource) -> ItemEditor<Item>? {
        guard let source = source as? ListSource<Item> else { return nil }
        return { id, edit in try await source.update(id: id) { edit(&$0) } }
    }

    /// The source's state; those who read it are told every change.
    public var snapshot: ListSnapshot<Item> { mirror.snapshot }

    /// The rows; those who read them are told when items come, go or move.
    public var rows: ObservedRows<Item> { mirror.store.rows }

    /// The ids of the rows, in order; those who read them are told when items come, go or move.
    ///
    /// It makes no objects: reading 100,000 ids takes a seventieth of the time that reading the ids of all ``rows`` takes.
    /// It is a value, and stays as it is when items come, go or move.
    ///
    /// - Complexity: O(1), and O(1) for each id that is iterated over.
    public var ids: IDCollection<ListSnapshot<Item>> { mirror.store.ids }

    /// The row of the item with an id, the same object as in ``rows``; `nil` if the source has no such item.
    ///
    /// Those who read it are told when the item goes. Those who got `nil` are told whenever items come.
    ///
    /// - Complexity: O(1) expected if the row's object exists, or for the neighbour of the row that was made last; O(*n*)
    ///   at worst, comparing ids.
    public subscript(id id: Item.ID) -> ObservedRow<Item>? { mirror.store.row(id: id) }

    /// The number of rows; those who read it are told when items come, go or move.
    public var count: Int { ids.count }

    /// The row at a position; `nil` if there is none.
    public subscript(position: Int) -> ObservedRow<Item>? { mirror.store.row(at: position) }

    /// Whether rows can be edited.
    public var isEditable: Bool { mirror.table.isEditable }

    /// The number of row objects that the list keeps.
    public var rowsInMemory: Int { mirror.table.count }

    /// Follows the source, and makes the edits of rows, until the task is cancelled or the source has finished.
    ///
    /// It can be called again after a cancellation, and goes on where it stopped. A second call while one runs returns
    /// at once. Edits made while it does not run are made when it does.
    public func run() async { await mirror.run(isolation: #isolation) }
}

/// What a list's mirror has to know of an update besides its items.
struct NoDetails: Sendable {}

final class ListMirror<Item: Identifiable & Equatable & Sendable>: ObservedMirror<ListSnapshot<Item>, NoDetails>
where Item.ID: Sendable {
    private(set) lazy var store = RowStore(untracked, table: table)

    override func mutations(_ plan: Plan) -> [ObservedMutation] {
        let changes = plan.update.changes
        let isStructural = !(changes.insertions.isEmpty && changes.deletions.isEmpty && changes.moves.isEmpty)
        let hasArrivals = !changes.insertions.isEmpty
        return [store.mutation(plan.update.after, isStructural: isStructural, hasArrivals: hasArrivals)]
    }
}
