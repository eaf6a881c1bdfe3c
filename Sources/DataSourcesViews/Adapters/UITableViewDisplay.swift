#if canImport(UIKit) && canImport(ObjectiveC) && !os(watchOS)
public import DataSources
public import UIKit

/// A `UITableView` that shows a source.
///
/// ```swift
/// let rows = try RowFactory<Employee, UITableViewCell> {
///     Row("person") {
///         UITableViewCell(style: .default, reuseIdentifier: "person")
///     } configure: { cell, employee in
///         cell.textLabel?.text = employee.name
///     }
/// }
/// let display = UITableViewDisplay<ListSnapshot<Employee>>(tableView, rows: rows)
/// screen.attach(display)
/// ```
///
/// It becomes the data source of the table view. The reuse identifier of a cell must be its kind. Content that changes in
/// place goes to the `update` of the row. A row whose kind changes gets another cell.
///
/// This adapter has been compiled and driven against a stand-in for UIKit, but not run on a device.
@MainActor
public final class UITableViewDisplay<Snapshot: IndexedSnapshot>: NSObject, UITableViewDataSource, ListDisplay {
    /// What the table view takes at a time.
    public typealias Batch = ViewBatch<Snapshot>

    /// The table view.
    public private(set) weak var tableView: UITableView?
    /// The state that the table view shows.
    public private(set) var snapshot = Snapshot()
    /// The error with which the rows have failed last; the cell was then blank.
    public private(set) var lastError: RowError?
    /// The title of a section; `nil` for none.
    public var headerTitle: ((_ header: Snapshot.SectionHeader) -> String?)?
    /// Called when the person has moved a row; returns the state that the table view shows then.
    ///
    /// Rows cannot be moved while it is `nil`. See ``allowReordering(in:)``.
    public var rowMoved: ((_ origin: ItemPath, _ destination: ItemPath) throws -> Snapshot)? {
        didSet { tableView?.reloadData() }
    }

    private let rows: RowFactory<Snapshot.Item, UITableViewCell>

    /// Creates a display that becomes the data source of `tableView`, which does not retain it: retain it yourself.
    public init(_ tableView: UITableView, rows: RowFactory<Snapshot.Item, UITableViewCell>) {
        self.tableView = tableView
        self.rows = rows
        super.init()
        tableView.dataSource = self
    }

    // MARK: ListDisplay

    /// Stages as index paths, computed off the main actor.
    public nonisolated var batching: Batching<Snapshot, ViewBatch<Snapshot>> { .viewBatches }

    /// Shows a state without animation.
    public func reset(to snapshot: Snapshot) {
        self.snapshot = snapshot
        tableView?.reloadData()
    }

    /// Shows a batch; without animation if the table view is in no window.
    public func apply(_ batch: ViewBatch<Snapshot>, to snapshot: Snapshot, animation: AnimationHint?) {
        guard let tableView, tableView.window != nil else { return reset(to: snapshot) }
        if animation == AnimationHint.none {
            UIView.performWithoutAnimation { perform(batch, on: tableView, .none) }
        } else {
            perform(batch, on: tableView, animation == .fade ? .fade : .automatic)
        }
    }

    private func perform(
        _ batch: ViewBatch<Snapshot>, on tableView: UITableView, _ animation: UITableView.RowAnimation
    ) {
        if batch.changesStructure {
            tableView.performBatchUpdates { [self] in
                snapshot = batch.update.after
                tableView.deleteSections(IndexSet(batch.deletedSections), with: animation)
                tableView.insertSections(IndexSet(batch.insertedSections), with: animation)
                for pair in batch.movedSections { tableView.moveSection(pair.before, toSection: pair.after) }
                tableView.deleteRows(at: batch.deletedItems.map { IndexPath($0) }, with: animation)
                tableView.insertRows(at: batch.insertedItems.map { IndexPath($0) }, with: animation)
                for pair in batch.movedItems {
                    tableView.moveRow(at: IndexPath(pair.before), to: IndexPath(pair.after))
                }
            }
        }
        snapshot = batch.update.after
        var replaced: [IndexPath] = []
        batch.forEachUpdatedItem { path, old, new in
            let path = IndexPath(path)
            guard let cell = tableView.cellForRow(at: path) else { return }
            attempt { () throws(RowError) in
                if try rows.kind(of: old) == rows.kind(of: new) {
                    try rows.update(cell, from: old, to: new)
                } else {
                    replaced.append(path)
                }
            }
        }
        if !replaced.isEmpty { tableView.reloadRows(at: replaced, with: animation) }
        if !batch.updatedHeaders.isEmpty {
            tableView.reloadSections(IndexSet(batch.updatedHeaders), with: .none)
        }
    }

    private func attempt(_ body: () throws(RowError) -> Void) {
        do throws(RowError) { try body() } catch { lastError = error }
    }

    // MARK: UITableViewDataSource

    /// The number of sections.
    public func numberOfSections(in tableView: UITableView) -> Int { snapshot.sectionCount }

    /// The number of items in a section.
    public func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        snapshot.itemCount(inSection: section)
    }

    /// A cell of the kind of the item: one that the table view has recycled, or a new one.
    public func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        guard let item = snapshot.item(at: ItemPath(indexPath)) else { return UITableViewCell() }
        do throws(RowError) {
            let kind = try rows.kind(of: item)
            guard let recycled = tableView.dequeueReusableCell(withIdentifier: kind.rawValue) else {
                let cell = try rows.make(kind)
                try rows.configure(cell, for: item)
                return cell
            }
            try rows.prepareForReuse(recycled, of: kind)
            try rows.configure(recycled, for: item)
            return recycled
        } catch {
            lastError = error
            return UITableViewCell()
        }
    }

    /// The title of a section.
    public func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
        snapshot.header(ofSection: section).flatMap { headerTitle?($0) }
    }

    /// Whether rows can be moved.
    public func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool { rowMoved != nil }

    /// The person has moved a row.
    public func tableView(
        _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
    ) {
        guard let rowMoved else { return }
        do {
            snapshot = try rowMoved(ItemPath(sourceIndexPath), ItemPath(destinationIndexPath))
        } catch {
            // The table view shows a move that is not made.
            tableView.reloadData()
        }
    }
}

extension UITableViewDisplay where Snapshot: EditableSnapshot {
    /// Lets the person move rows; the source of `screen` makes the moves, or refuses them.
    public func allowReordering(in screen: Presentation<Snapshot>) {
        rowMoved = { [weak screen] origin, destination in
            guard let screen else { throw PresentationError.noPlace }
            let proposal = try screen.displayMoved(
                from: Snapshot.position(at: origin), to: Snapshot.position(at: destination))
            Task { try await proposal.commit() }
            return screen.snapshot
        }
    }
}
#endif
