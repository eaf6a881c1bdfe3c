public import DataSources

/// The selected items of a screen, by id.
///
/// A selected item stays selected when it moves or changes, and is deselected when it disappears from the screen. Other
/// items cost nothing: an update costs O(*k*) in the number of items that disappear, off the actor, however many are
/// selected.
///
/// ```swift
/// let selection = Selection(in: screen)
/// selection.onSelect = { employee in
///     await show(employee)
///     return .deselect
/// }
/// await selection.select(at: 3)          // the user has tapped a row
/// selection.contains(employee.id)        // when a row is drawn
/// ```
///
/// It lives on the presentation's actor and keeps the presentation alive.
public final class Selection<Snapshot: ItemSnapshot> where Snapshot.Item.ID: Sendable {
    /// The type of the ids.
    public typealias ID = Snapshot.Item.ID

    /// How many items can be selected.
    public let mode: SelectionMode
    /// Called when an item has been selected by ``select(at:)``; by default items stay selected.
    public var onSelect: (Snapshot.Item) async -> SelectionResponse = { _ in .keep }
    /// Called after every change; items that an update has removed come in one change.
    public var onChange: ((SelectionChange<ID>) -> Void)?

    private let presentation: Presentation<Snapshot>
    private let storage = SelectionStorage<ID>()

    /// Creates an empty selection of the items on a screen.
    public init(in presentation: Presentation<Snapshot>, mode: SelectionMode = .multiple) {
        self.presentation = presentation
        self.mode = mode
        let observer = SelectionObserver<Snapshot>(storage)
        observer.selection = self
        presentation.add(observer)
    }

    /// The ids of the selected items.
    public var ids: Set<ID> { storage.ids }

    /// The number of selected items.
    public var count: Int { storage.read(\.count) }

    /// Whether nothing is selected.
    public var isEmpty: Bool { storage.read(\.isEmpty) }

    /// Whether the item with this id is selected.
    public func contains(_ id: ID) -> Bool { storage.read { $0.contains(id) } }

    // MARK: Selecting

    /// Selects the item at a position on the screen, and calls ``onSelect``.
    ///
    /// If there is no such position any more, nothing happens. If the answer is ``SelectionResponse/deselect``, the item
    /// is deselected, unless it was deselected meanwhile.
    public func select(at position: Snapshot.ItemPosition) async {
        guard let item = presentation.snapshot[position] else { return }
        select(item.id)
        if await onSelect(item) == .deselect { deselect(item.id) }
    }

    /// Selects an item; in ``SelectionMode/single`` mode, all others are deselected.
    ///
    /// An id that is not on the screen is kept until it is deselected, or its item has come and gone.
    public func select(_ id: ID) {
        if mode == .single { return replace(with: [id]) }
        change { $0.insert(id).inserted ? SelectionChange(selected: [id], deselected: []) : nil }
    }

    /// Deselects an item.
    public func deselect(_ id: ID) {
        change { $0.remove(id) == nil ? nil : SelectionChange(selected: [], deselected: [id]) }
    }

    /// Selects an item, or deselects it if it is selected.
    public func toggle(_ id: ID) {
        if contains(id) { deselect(id) } else { select(id) }
    }

    /// Selects these items and no others; in ``SelectionMode/single`` mode, the first of them.
    ///
    /// - Complexity: O(*m* + *n*) in the number of items selected before and after; O(1) if either is none and `ids` is
    ///   a set.
    public func replace(with ids: some Sequence<ID>) {
        let new = mode == .single ? Set(ids.lazy.prefix(1)) : Set(ids)
        change { old in
            let change = SelectionChange(from: old, to: new)
            old = new
            return change
        }
    }

    /// Deselects all items.
    public func removeAll() { replace(with: []) }

    /// Selects all items on the screen; in ``SelectionMode/single`` mode, the first.
    ///
    /// The ids are collected, and compared with what is selected, off the actor. What is removed from the screen
    /// meanwhile is not selected, and what arrives meanwhile is not either.
    public func selectAll() async where Snapshot: SelectableSnapshot {
        while true {
            let snapshot = presentation.snapshot
            let whole = await WholeSelection(of: snapshot, mode, instead: storage)
            guard presentation.snapshot.isIdentical(to: snapshot) || Task.isCancelled else { continue }
            // Items may have been selected or deselected since.
            if whole.generation != storage.generation { return replace(with: whole.ids) }
            return change { ids in
                ids = whole.ids
                return whole.change
            }
        }
    }

    private func change(_ body: (inout Set<ID>) -> SelectionChange<ID>?) {
        guard let change = storage.change(body), !change.isEmpty else { return }
        onChange?(change)
    }

    // MARK: Following

    /// Items have disappeared from the screen.
    func pruned(_ pruning: SelectionPruning<ID>, _ update: Update<Snapshot>) {
        change { ids in
            let gone = pruning.gone(from: &ids, storage.generation) {
                Set(Snapshot.deletedItems(of: update).compactMap { update.before[$0]?.id })
            }
            return gone.isEmpty ? nil : SelectionChange(selected: [], deselected: gone)
        }
    }
}
