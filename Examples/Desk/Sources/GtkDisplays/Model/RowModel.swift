import CGtk
import DataSources
public import DataSourcesViews

/// A `GListModel`, and its `GtkSelectionModel`, that is a snapshot.
///
/// It has no copy of the rows: it holds the snapshot, the objects of the rows that GTK refers to at the moment, and the
/// ids that are selected.
@MainActor
public final class RowModel<Rows: SelectableRows>: SwiftModel {
    /// The rows.
    public private(set) var rows = Rows(Rows.Snapshot())
    private var selection = RowSelection<Rows.Row.ID>()
    /// The objects that GTK refers to and owns; they remove themselves.
    private var objects: [Rows.Row.ID: Unmanaged<RowObject<Rows>>] = [:]
    /// While an update is told signal by signal: what GTK has been told.
    private var told: ToldRows<Rows>?
    /// Called when rows have been selected or deselected, or have changed.
    public var onChange: (@MainActor () -> Void)?

    /// Creates an empty model.
    public init() {
        super.init(SwiftClass.model)
        Living.models += 1
    }

    override func finalized() { Living.models -= 1 }

    func forget(_ id: Rows.Row.ID) { objects[id] = nil }

    // MARK: Reading

    /// The row at a position; while an update is told, in the state that GTK has been told.
    subscript(position: Int) -> Rows.Row? {
        told.map { $0[position] } ?? rows[position]
    }

    override var itemCount: Int { told?.count ?? rows.count }

    override func rowObject(at position: Int) -> OpaquePointer? {
        guard let row = self[position] else { return nil }
        guard let known = objects[row.id]?.takeUnretainedValue() else {
            let object = RowObject(row, in: self)
            objects[row.id] = Unmanaged.passUnretained(object)
            // The caller takes over the first reference.
            return object.object
        }
        known.show(row)
        return known.reference()
    }

    /// The number of rows that GTK has been told.
    public var toldCount: Int { itemCount }
    /// The row that GTK has been told is at a position.
    public func told(at position: Int) -> Rows.Row? { self[position] }
    /// The row of an object that GTK has got from the model.
    public func row(of object: OpaquePointer?) -> Rows.Row? {
        object.flatMap { SwiftObject.retained(by: $0) as? RowObject<Rows> }?.row
    }

    // MARK: Changing

    /// Shows a state without saying what has changed.
    func reset(to new: Rows) {
        let old = rows
        rows = new
        if !selection.isEmpty {
            var ids: Set<Rows.Row.ID> = []
            for position in 0..<new.count {
                if let id = new[position]?.id, selection.contains(id) != selection.isInverted { ids.insert(id) }
            }
            selection.keep(ids.contains)
        }
        // In one signal GTK would look up all new rows for the one it has scrolled to.
        told = ToldRows(rows: rows, hidden: 0..<new.count)
        tell(0, removed: old.count, added: 0)
        told = nil
        tell(0, removed: 0, added: new.count)
        onChange?()
    }

    /// Shows the state after an update; rows that stay keep their objects, and whether they are selected.
    ///
    /// - Parameters:
    ///   - batch: The update.
    ///   - boundPositions: Returns the positions of the rows that the list view has widgets for, in any order.
    func apply(_ batch: RangeBatch<Rows>, boundPositions: () -> [Int] = { [] }) {
        selection.remove(batch.deleted)
        selection.deselect(batch.inserted)
        for edit in batch.edits {
            let unbound = edit.removed < 2 ? 0 : unboundRows(at: edit.position, removed: edit.removed, boundPositions())
            if unbound > 0 {
                told = ToldRows(list: told?.list, rows: rows, hidden: edit.position..<edit.position + unbound)
                tell(edit.position, removed: unbound, added: 0)
            }
            told = ToldRows(list: edit.list, rows: rows)
            tell(edit.position, removed: edit.removed - unbound, added: edit.added)
        }
        told = nil
        rows = batch.after
        // Last: during the signals GTK may have got rows with their old content.
        // Of a million new rows, GTK knows a few hundred.
        if batch.updated.count < objects.count {
            for (id, row) in batch.updated { objects[id]?.takeUnretainedValue().show(row) }
        } else {
            for (id, object) in objects {
                if let row = batch.updated[id] { object.takeUnretainedValue().show(row) }
            }
        }
        onChange?()
    }

    /// The number of rows without widgets that a removed range begins with, if rows with widgets follow in it.
    ///
    /// GTK 4.8 keeps stretches of rows without widgets as numbers. A removal that begins within such a stretch and ends
    /// behind it takes everything off its end, and too little of what follows: deleted rows stay on the screen, at wrong
    /// positions (`gtk_list_item_manager_remove_items` ignores where in the stretch the removal begins). So the rows of
    /// the stretch are removed by themselves.
    private func unboundRows(at position: Int, removed: Int, _ bound: [Int]) -> Int {
        let first = bound.filter { $0 >= position && $0 < position + removed }.min()
        return first.map { $0 - position } ?? 0
    }

    private func tell(_ position: Int, removed: Int, added: Int) {
        if removed == 0, added == 0 { return }
        g_list_model_items_changed(object, guint(position), guint(removed), guint(added))
    }

    // MARK: Selection

    /// The number of selected rows.
    public var selectionCount: Int { selection.count(among: rows.selectableCount) }

    /// The selected rows, in order.
    ///
    /// - Complexity: O(*n*).
    public var selectedRows: [Rows.Row] {
        if selection.isEmpty { return [] }
        return (0..<rows.count).compactMap { rows[$0] }.filter { Rows.isSelectable($0) && selection.contains($0.id) }
    }

    /// Whether a row is selected.
    public func isSelected(_ id: Rows.Row.ID) -> Bool { selection.contains(id) }

    override func isSelected(at position: Int) -> Bool {
        guard let row = self[position] else { return false }
        return Rows.isSelectable(row) && selection.contains(row.id)
    }

    override func selectAll(_ isSelected: Bool) {
        selection.setAll(isSelected: isSelected)
        selectionChanged(0..<itemCount)
    }

    override func select(_ selected: OpaquePointer, in mask: OpaquePointer) {
        let count = itemCount
        if gtk_bitset_get_size(mask) >= UInt64(count) {
            // A click deselects all other rows. Do not look at each of them.
            selection.setAll(isSelected: false)
            forEachPosition(in: selected) { set($0, isSelected: true) }
            selectionChanged(0..<count)
        } else {
            forEachPosition(in: mask) { set($0, isSelected: gtk_bitset_contains(selected, guint($0)).isTrue) }
            if gtk_bitset_is_empty(mask).isTrue { return }
            let last = min(Int(gtk_bitset_get_maximum(mask)), count - 1)
            selectionChanged(min(Int(gtk_bitset_get_minimum(mask)), last)..<last + 1)
        }
    }

    private func set(_ position: Int, isSelected: Bool) {
        guard let row = self[position], Rows.isSelectable(row) else { return }
        selection.set(row.id, isSelected: isSelected)
    }

    private func forEachPosition(in set: OpaquePointer, _ body: (Int) -> Void) {
        var iterator = GtkBitsetIter()
        var position: guint = 0
        var isValid = gtk_bitset_iter_init_first(&iterator, set, &position)
        while isValid.isTrue {
            body(Int(position))
            isValid = gtk_bitset_iter_next(&iterator, &position)
        }
    }

    private func selectionChanged(_ positions: Range<Int>) {
        if positions.isEmpty { return }
        gtk_selection_model_selection_changed(object, guint(positions.lowerBound), guint(positions.count))
        onChange?()
    }
}
