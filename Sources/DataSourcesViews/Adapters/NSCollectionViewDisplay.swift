#if canImport(AppKit) && canImport(ObjectiveC) && !canImport(UIKit)
public import AppKit
public import DataSources

/// An `NSCollectionView` that shows a source.
///
/// ```swift
/// let display = NSCollectionViewDisplay<ListSnapshot<Employee>>(collectionView) { view, path, employee in
///     let item = view.makeItem(withIdentifier: .init("employee"), for: path)
///     item.textField?.stringValue = employee.name
///     return item
/// }
/// screen.attach(display)
/// ```
///
/// It becomes the data source of the collection view.
///
/// This adapter has been compiled and driven against a stand-in for AppKit, but not run on a Mac.
@MainActor
public final class NSCollectionViewDisplay<Snapshot: IndexedSnapshot>: NSObject, NSCollectionViewDataSource,
    ListDisplay
{
    /// What the collection view takes at a time.
    public typealias Batch = ViewBatch<Snapshot>
    /// Makes or recycles the view of an item, and configures it.
    public typealias ItemProvider = (NSCollectionView, IndexPath, Snapshot.Item) -> NSCollectionViewItem
    /// Makes or recycles a header, a footer, or another view of a section, and configures it.
    public typealias SupplementaryProvider = (
        _ view: NSCollectionView, _ kind: String, _ indexPath: IndexPath, _ header: Snapshot.SectionHeader?
    ) -> NSView

    /// The collection view.
    public private(set) weak var collectionView: NSCollectionView?
    /// The state that the collection view shows.
    public private(set) var snapshot = Snapshot()
    /// Makes the views of sections, if the layout has any.
    public var supplementaryProvider: SupplementaryProvider?

    private let itemProvider: ItemProvider

    /// Creates a display that becomes the data source of `collectionView`, which does not retain it: retain it yourself.
    public init(_ collectionView: NSCollectionView, itemProvider: @escaping ItemProvider) {
        self.collectionView = collectionView
        self.itemProvider = itemProvider
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

    /// Shows a batch, animated unless the transaction asks for no animation.
    public func apply(_ batch: ViewBatch<Snapshot>, to snapshot: Snapshot, animation: AnimationHint?) {
        guard let collectionView else { return reset(to: snapshot) }
        perform(batch, on: animation == AnimationHint.none ? collectionView : collectionView.animator())
    }

    private func perform(_ batch: ViewBatch<Snapshot>, on view: NSCollectionView) {
        if batch.changesStructure {
            view.performBatchUpdates { [self] in
                snapshot = batch.update.after
                view.deleteSections(IndexSet(batch.deletedSections))
                view.insertSections(IndexSet(batch.insertedSections))
                for pair in batch.movedSections { view.moveSection(pair.before, toSection: pair.after) }
                view.deleteItems(at: Set(batch.deletedItems.map { IndexPath($0) }))
                view.insertItems(at: Set(batch.insertedItems.map { IndexPath($0) }))
                for pair in batch.movedItems { view.moveItem(at: IndexPath(pair.before), to: IndexPath(pair.after)) }
            }
        }
        snapshot = batch.update.after
        if !batch.updatedItems.isEmpty { view.reloadItems(at: Set(batch.updatedItems.map { IndexPath($0.after) })) }
        if !batch.updatedHeaders.isEmpty { view.reloadSections(IndexSet(batch.updatedHeaders)) }
    }

    // MARK: NSCollectionViewDataSource

    /// The number of sections.
    public func numberOfSections(in collectionView: NSCollectionView) -> Int { snapshot.sectionCount }

    /// The number of items in a section.
    public func collectionView(_ collectionView: NSCollectionView, numberOfItemsInSection section: Int) -> Int {
        snapshot.itemCount(inSection: section)
    }

    /// The view of an item.
    public func collectionView(
        _ collectionView: NSCollectionView, itemForRepresentedObjectAt indexPath: IndexPath
    ) -> NSCollectionViewItem {
        guard let item = snapshot.item(at: ItemPath(indexPath)) else { return NSCollectionViewItem() }
        return itemProvider(collectionView, indexPath, item)
    }

    /// A view of a section.
    public func collectionView(
        _ collectionView: NSCollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
    ) -> NSView {
        let header = snapshot.header(ofSection: indexPath.section)
        return supplementaryProvider?(collectionView, kind, indexPath, header) ?? NSView()
    }
}
#endif
