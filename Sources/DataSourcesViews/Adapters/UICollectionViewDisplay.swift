#if canImport(UIKit) && canImport(ObjectiveC) && !os(watchOS)
public import DataSources
public import UIKit

/// A `UICollectionView` that shows a source.
///
/// ```swift
/// let registration = UICollectionView.CellRegistration<UICollectionViewListCell, Employee> { cell, _, employee in
///     var content = cell.defaultContentConfiguration()
///     content.text = employee.name
///     cell.contentConfiguration = content
/// }
/// let display = UICollectionViewDisplay<ListSnapshot<Employee>>(collectionView) { view, path, employee in
///     view.dequeueConfiguredReusableCell(using: registration, for: path, item: employee)
/// }
/// screen.attach(display)
/// ```
///
/// It becomes the data source of the collection view. An item whose content changes is reconfigured in place: UIKit asks
/// for its cell again and gets the existing one. An item whose cell can become another one needs ``replacesCell``.
///
/// This adapter has been compiled and driven against a stand-in for UIKit, but not run on a device.
@MainActor
public final class UICollectionViewDisplay<Snapshot: IndexedSnapshot>: NSObject, UICollectionViewDataSource,
    ListDisplay
{
    /// What the collection view takes at a time.
    public typealias Batch = ViewBatch<Snapshot>
    /// Dequeues and configures the cell of an item.
    public typealias CellProvider = (UICollectionView, IndexPath, Snapshot.Item) -> UICollectionViewCell
    /// Dequeues and configures a header, a footer, or another view of a section.
    public typealias SupplementaryProvider = (
        _ view: UICollectionView, _ kind: String, _ indexPath: IndexPath, _ header: Snapshot.SectionHeader?
    ) -> UICollectionReusableView

    /// The collection view.
    public private(set) weak var collectionView: UICollectionView?
    /// The state that the collection view shows.
    public private(set) var snapshot = Snapshot()
    /// Dequeues and configures the views of sections, if the layout has any.
    public var supplementaryProvider: SupplementaryProvider?
    /// Whether an item that has changed needs another cell, as one whose registration depends on its content.
    ///
    /// Without it each item keeps its cell, and UIKit raises an exception if the provider then dequeues another one.
    public var replacesCell: ((_ old: Snapshot.Item, _ new: Snapshot.Item) -> Bool)?

    private let cellProvider: CellProvider

    /// Creates a display that becomes the data source of `collectionView`, which does not retain it: retain it yourself.
    public init(_ collectionView: UICollectionView, cellProvider: @escaping CellProvider) {
        self.collectionView = collectionView
        self.cellProvider = cellProvider
        super.init()
        collectionView.dataSource = self
    }

    // MARK: ListDisplay

    /// Stages as index paths, computed off the main actor.
    public nonisolated var batching: Batching<Snapshot, ViewBatch<Snapshot>> { .viewBatches }

    /// Shows a state without animation.
    public func reset(to snapshot: Snapshot) {
        self.snapshot = snapshot
        collectionView?.reloadData()
    }

    /// Shows a batch; without animation if the collection view is in no window.
    public func apply(_ batch: ViewBatch<Snapshot>, to snapshot: Snapshot, animation: AnimationHint?) {
        guard let collectionView, collectionView.window != nil else { return reset(to: snapshot) }
        if animation == AnimationHint.none {
            UIView.performWithoutAnimation { perform(batch, on: collectionView) }
        } else {
            perform(batch, on: collectionView)
        }
    }

    private func perform(_ batch: ViewBatch<Snapshot>, on view: UICollectionView) {
        if batch.changesStructure {
            view.performBatchUpdates { [self] in
                snapshot = batch.update.after
                view.deleteSections(IndexSet(batch.deletedSections))
                view.insertSections(IndexSet(batch.insertedSections))
                for pair in batch.movedSections { view.moveSection(pair.before, toSection: pair.after) }
                view.deleteItems(at: batch.deletedItems.map { IndexPath($0) })
                view.insertItems(at: batch.insertedItems.map { IndexPath($0) })
                for pair in batch.movedItems { view.moveItem(at: IndexPath(pair.before), to: IndexPath(pair.after)) }
            }
        }
        snapshot = batch.update.after
        var (kept, replaced): ([IndexPath], [IndexPath]) = ([], [])
        batch.forEachUpdatedItem { path, old, new in
            let isReplaced = replacesCell?(old, new) ?? false
            isReplaced ? replaced.append(IndexPath(path)) : kept.append(IndexPath(path))
        }
        if !kept.isEmpty { view.reconfigureItems(at: kept) }
        if !replaced.isEmpty { view.reloadItems(at: replaced) }
        if !batch.updatedHeaders.isEmpty { view.reloadSections(IndexSet(batch.updatedHeaders)) }
    }

    // MARK: UICollectionViewDataSource

    /// The number of sections.
    public func numberOfSections(in collectionView: UICollectionView) -> Int { snapshot.sectionCount }

    /// The number of items in a section.
    public func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
        snapshot.itemCount(inSection: section)
    }

    /// The cell of an item.
    public func collectionView(
        _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
        guard let item = snapshot.item(at: ItemPath(indexPath)) else { return UICollectionViewCell() }
        return cellProvider(collectionView, indexPath, item)
    }

    /// A view of a section.
    public func collectionView(
        _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
    ) -> UICollectionReusableView {
        let header = snapshot.header(ofSection: indexPath.section)
        return supplementaryProvider?(collectionView, kind, indexPath, header) ?? UICollectionReusableView()
    }
}
#endif
