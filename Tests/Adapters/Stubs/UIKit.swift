// swift-format-ignore-file
// The part of UIKit that the adapters use, to type-check and drive them on Linux. Not Apple's code, and no proof that
// theirs agrees: the signatures are copied from its documentation. Views have all their cells, not only visible ones.
@_exported import Foundation

@MainActor open class UIView {
    public required init() {}
    public var window: UIWindow?
    public static func performWithoutAnimation(_ actions: () -> Void) { actions() }
}
open class UIWindow: UIView {}
open class UILabel: UIView { public var text: String? }
@MainActor open class UIViewController {
    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {}
    public required init?(coder: NSCoder) {}
    public convenience init() { self.init(nibName: nil, bundle: nil) }
    open var view: UIView! = UIView()
    open func viewDidLoad() {}
    open func viewWillAppear(_ animated: Bool) {}
    open func viewDidDisappear(_ animated: Bool) {}
}
open class UITableViewController: UIViewController { public let tableView: UITableView! = UITableView() }

open class UITableViewCell: UIView {
    public enum CellStyle { case `default`, value1, value2, subtitle }
    public let reuseIdentifier: String?
    public let textLabel: UILabel? = UILabel()
    public init(style: CellStyle, reuseIdentifier: String?) { self.reuseIdentifier = reuseIdentifier; super.init() }
    public required init() { reuseIdentifier = nil; super.init() }
}

@MainActor public protocol UITableViewDataSource: AnyObject {
    func numberOfSections(in tableView: UITableView) -> Int
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell
    func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String?
    func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool
    func tableView(_ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath)
}

open class UITableView: UIView {
    public enum RowAnimation { case none, automatic, fade, left, right, top, bottom, middle }
    public weak var dataSource: (any UITableViewDataSource)?
    private var layout = Layout<UITableViewCell>()
    public private(set) var titles: [String?] = []
    private var changes: Changes?
    private var pool: [UITableViewCell] = []
    private var waiting: CheckedContinuation<Void, Never>?
    public private(set) var reloads = 0, batches = 0

    public func reloadData() {
        reloads += 1
        guard let dataSource else { return }
        pool += layout.sections.joined()
        layout.sections = (0..<dataSource.numberOfSections(in: self)).map { section in
            (0..<dataSource.tableView(self, numberOfRowsInSection: section)).map { dataSource.tableView(self, cellForRowAt: IndexPath(row: $0, section: section)) }
        }
        askTitles()
        waiting.take()?.resume()
    }
    /// Waits for the next batch or reload.
    public func changed() async { await withCheckedContinuation { waiting = $0 } }
    private func askTitles() {
        titles = layout.sections.indices.map { dataSource?.tableView(self, titleForHeaderInSection: $0) }
    }
    public func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
        guard let dataSource, changes == nil else { fatalError("a batch in a batch") }
        batches += 1
        changes = Changes()
        updates?()
        let told = changes!
        changes = nil
        let counts = (0..<dataSource.numberOfSections(in: self)).map { dataSource.tableView(self, numberOfRowsInSection: $0) }
        pool += layout.perform(told, counts: counts) { dataSource.tableView(self, cellForRowAt: $0) }
        askTitles()
        completion?(true)
        waiting.take()?.resume()
    }
    public func deleteSections(_ sections: IndexSet, with animation: RowAnimation) { changes!.deletedSections += sections }
    public func insertSections(_ sections: IndexSet, with animation: RowAnimation) { changes!.insertedSections += sections }
    public func moveSection(_ section: Int, toSection newSection: Int) { changes!.movedSections.append((section, newSection)) }
    public func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation) { changes!.deleted += indexPaths }
    public func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation) { changes!.inserted += indexPaths }
    public func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) { changes!.moved.append((indexPath, newIndexPath)) }
    public func reloadSections(_ sections: IndexSet, with animation: RowAnimation) {
        guard changes == nil, let dataSource else { fatalError("reloads belong into a batch of their own") }
        for section in sections {
            let count = dataSource.tableView(self, numberOfRowsInSection: section)
            guard count == layout.sections[section].count else { fatalError("section \(section) has \(count) rows when it is reloaded") }
            layout.sections[section] = (0..<count).map { dataSource.tableView(self, cellForRowAt: IndexPath(row: $0, section: section)) }
        }
        askTitles()
    }
    public func reloadRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
        guard changes == nil, let dataSource else { fatalError("reloads belong into a batch of their own") }
        for path in indexPaths {
            pool.append(layout.sections[path.section][path.row])
            layout.sections[path.section][path.row] = dataSource.tableView(self, cellForRowAt: path)
        }
    }
    public func cellForRow(at indexPath: IndexPath) -> UITableViewCell? { layout[indexPath] }
    public func dequeueReusableCell(withIdentifier identifier: String) -> UITableViewCell? {
        pool.firstIndex { $0.reuseIdentifier == identifier }.map { pool.remove(at: $0) }
    }
    /// What the person sees.
    public var texts: [[String]] { layout.sections.map { $0.map { $0.textLabel?.text ?? "" } } }
    /// The person drags a row.
    public func drag(from: IndexPath, to: IndexPath) {
        guard let dataSource, dataSource.tableView(self, canMoveRowAt: from) else { return }
        layout.sections[to.section].insert(layout.sections[from.section].remove(at: from.row), at: to.row)
        dataSource.tableView(self, moveRowAt: from, to: to)
    }
}

open class UICollectionReusableView: UIView {}
open class UICollectionViewCell: UICollectionReusableView {}
open class UICollectionViewListCell: UICollectionViewCell {
    public var contentConfiguration: UIListContentConfiguration?
    public func defaultContentConfiguration() -> UIListContentConfiguration { UIListContentConfiguration() }
}
public struct UIListContentConfiguration { public var text: String?, secondaryText: String? }

@MainActor public protocol UICollectionViewDataSource: AnyObject {
    func numberOfSections(in collectionView: UICollectionView) -> Int
    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int
    func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath) -> UICollectionViewCell
    func collectionView(_ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath) -> UICollectionReusableView
}

open class UICollectionView: UIView {
    @MainActor public struct CellRegistration<Cell: UICollectionViewCell, Item> {
        public typealias Handler = (_ cell: Cell, _ indexPath: IndexPath, _ itemIdentifier: Item) -> Void
        let handler: Handler
        public init(handler: @escaping Handler) { self.handler = handler }
    }
    public weak var dataSource: (any UICollectionViewDataSource)?
    private var layout = Layout<UICollectionViewCell>()
    private var changes: Changes?
    /// While a cell is asked for: the cell to use again.
    private var existing: UICollectionViewCell?

    public func dequeueConfiguredReusableCell<Cell, Item>(using registration: CellRegistration<Cell, Item>, for indexPath: IndexPath, item: Item?) -> Cell {
        let cell = existing as? Cell ?? Cell()
        registration.handler(cell, indexPath, item!)
        return cell
    }
    private func cell(at path: IndexPath) -> UICollectionViewCell { dataSource!.collectionView(self, cellForItemAt: path) }
    private var counts: [Int] {
        guard let dataSource else { return [] }
        return (0..<dataSource.numberOfSections(in: self)).map { dataSource.collectionView(self, numberOfItemsInSection: $0) }
    }
    public func reloadData() {
        layout.sections = counts.enumerated().map { section, count in (0..<count).map { cell(at: IndexPath(item: $0, section: section)) } }
    }
    public func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
        guard changes == nil else { fatalError("a batch in a batch") }
        changes = Changes()
        updates?()
        let told = changes!
        changes = nil
        _ = layout.perform(told, counts: counts) { cell(at: $0) }
        completion?(true)
    }
    public func deleteSections(_ sections: IndexSet) { changes!.deletedSections += sections }
    public func insertSections(_ sections: IndexSet) { changes!.insertedSections += sections }
    public func moveSection(_ section: Int, toSection newSection: Int) { changes!.movedSections.append((section, newSection)) }
    public func deleteItems(at indexPaths: [IndexPath]) { changes!.deleted += indexPaths }
    public func insertItems(at indexPaths: [IndexPath]) { changes!.inserted += indexPaths }
    public func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) { changes!.moved.append((indexPath, newIndexPath)) }
    public func reconfigureItems(at indexPaths: [IndexPath]) {
        for path in indexPaths {
            existing = layout[path]
            guard let existing, cell(at: path) === existing else { fatalError("reconfiguring \(path) must use its cell") }
            self.existing = nil
        }
    }
    public func reloadItems(at indexPaths: [IndexPath]) {
        for path in indexPaths { layout.sections[path.section][path.item] = cell(at: path) }
    }
    public func reloadSections(_ sections: IndexSet) {
        for section in sections { layout.sections[section] = (0..<counts[section]).map { cell(at: IndexPath(item: $0, section: section)) } }
    }
    /// What the person sees.
    public var texts: [[String]] { layout.sections.map { $0.map { ($0 as? UICollectionViewListCell)?.contentConfiguration?.text ?? "" } } }
}
