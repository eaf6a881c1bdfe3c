#if canImport(AppKit) && canImport(ObjectiveC) && !canImport(UIKit)
public import AppKit
public import DataSources

/// A view-based `NSTableView` that shows a list.
///
/// ```swift
/// let display = NSTableViewDisplay<Employee>(tableView) { view, column, employee in
///     let cell = view.makeView(withIdentifier: .init("name"), owner: nil) as? NSTextField ?? NSTextField()
///     cell.identifier = .init("name")
///     cell.stringValue = employee.name
///     return cell
/// }
/// screen.attach(display)
/// ```
///
/// It becomes the data source and the delegate of the table view. Its other delegate methods can be in a subclass of the
/// table view, or in an object that you set as the delegate afterwards; that object must forward
/// `tableView(_:viewFor:row:)`.
///
/// This adapter has been compiled and driven against a stand-in for AppKit, but not run on a Mac.
@MainActor
public final class NSTableViewDisplay<Item: Identifiable & Equatable & Sendable>: NSObject, NSTableViewDataSource,
    NSTableViewDelegate, ListDisplay
where Item.ID: Sendable {
    /// The state that it shows.
    public typealias Snapshot = ListSnapshot<Item>
    /// Single edits in sequence, as the table view takes them.
    public typealias Batch = [ListStep<Item>]
    /// Makes or recycles the view of an item in a column, and configures it.
    public typealias ViewProvider = (NSTableView, NSTableColumn?, Item) -> NSView?

    /// The table view.
    public private(set) weak var tableView: NSTableView?
    /// The state that the table view shows.
    public private(set) var snapshot = ListSnapshot<Item>()

    private let viewProvider: ViewProvider

    /// Creates a display that becomes the data source and delegate of `tableView`, which does not retain it: retain it
    /// yourself.
    public init(_ tableView: NSTableView, viewProvider: @escaping ViewProvider) {
        self.tableView = tableView
        self.viewProvider = viewProvider
        super.init()
        tableView.dataSource = self
        tableView.delegate = self
    }

    // MARK: ListDisplay

    /// Single edits in sequence, computed off the main actor.
    public nonisolated var batching: Batching<ListSnapshot<Item>, [ListStep<Item>]> { .steps }

    /// Shows a state without animation.
    public func reset(to snapshot: ListSnapshot<Item>) {
        self.snapshot = snapshot
        tableView?.reloadData()
    }

    /// Shows a batch.
    public func apply(_ steps: [ListStep<Item>], to snapshot: ListSnapshot<Item>, animation: AnimationHint?) {
        self.snapshot = snapshot
        guard let tableView else { return }
        let options: NSTableView.AnimationOptions =
            animation == AnimationHint.none ? [] : animation == .slide ? .slideUp : .effectFade
        let columns = IndexSet(integersIn: 0..<tableView.numberOfColumns)
        tableView.beginUpdates()
        for step in steps {
            switch step {
            case .insert(_, let position): tableView.insertRows(at: IndexSet(integer: position), withAnimation: options)
            case .remove(let position): tableView.removeRows(at: IndexSet(integer: position), withAnimation: options)
            case .move(let from, let to): tableView.moveRow(at: from, to: to)
            // Content comes last, so its positions are those after the update.
            case .update: break
            }
        }
        tableView.endUpdates()
        let updated = steps.compactMap { if case .update(_, let position) = $0 { position } else { nil } }
        if !updated.isEmpty { tableView.reloadData(forRowIndexes: IndexSet(updated), columnIndexes: columns) }
    }

    // MARK: NSTableViewDataSource, NSTableViewDelegate

    /// The number of items.
    public func numberOfRows(in tableView: NSTableView) -> Int { snapshot.count }

    /// The view of an item in a column.
    public func tableView(_ tableView: NSTableView, viewFor tableColumn: NSTableColumn?, row: Int) -> NSView? {
        snapshot[row].flatMap { viewProvider(tableView, tableColumn, $0) }
    }
}
#endif
