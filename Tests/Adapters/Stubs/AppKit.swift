// swift-format-ignore-file
// The part of AppKit that the adapters use, to type-check and drive them on Linux. Not Apple's code, and no proof that
// theirs agrees: the signatures are copied from its documentation. Views have all their cells, not only visible ones.
@_exported import Foundation

public struct NSUserInterfaceItemIdentifier: Hashable { public init(_ rawValue: String) {} }
@MainActor open class NSView {
    public required init() {}
    public var identifier: NSUserInterfaceItemIdentifier?
}
open class NSControl: NSView { public var stringValue = "" }
open class NSTextField: NSControl {
    public convenience init(labelWithString stringValue: String) { self.init(); self.stringValue = stringValue }
}
@MainActor open class NSViewController {
    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {}
    public required init?(coder: NSCoder) {}
    public convenience init() { self.init(nibName: nil, bundle: nil) }
    open var view = NSView()
    open func loadView() {}
    open func viewDidLoad() {}
    open func viewWillAppear() {}
    open func viewDidDisappear() {}
}
open class NSScrollView: NSView {
    open var documentView: NSView?
    open var hasVerticalScroller = false
}
@MainActor open class NSTableColumn {
    public init(identifier: NSUserInterfaceItemIdentifier) { self.identifier = identifier }
    open var identifier: NSUserInterfaceItemIdentifier
    open var title = ""
}

@MainActor public protocol NSTableViewDataSource: AnyObject { func numberOfRows(in tableView: NSTableView) -> Int }
@MainActor public protocol NSTableViewDelegate: AnyObject {
    func tableView(_ tableView: NSTableView, viewFor tableColumn: NSTableColumn?, row: Int) -> NSView?
}

open class NSTableView: NSControl {
    public struct AnimationOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let effectFade = AnimationOptions(rawValue: 1)
        public static let slideUp = AnimationOptions(rawValue: 16)
    }
    public weak var dataSource: (any NSTableViewDataSource)?
    public weak var delegate: (any NSTableViewDelegate)?
    public var numberOfColumns: Int { 1 }
    private var rows: [NSView?] = []
    private var isUpdating = false
    public private(set) var reloads = 0

    private func view(_ row: Int) -> NSView? { delegate?.tableView(self, viewFor: nil, row: row) }
    public func reloadData() {
        reloads += 1
        rows = (0..<(dataSource?.numberOfRows(in: self) ?? 0)).map(view)
    }
    open func addTableColumn(_ tableColumn: NSTableColumn) {}
    public func makeView(withIdentifier identifier: NSUserInterfaceItemIdentifier, owner: Any?) -> NSView? { nil }
    public func beginUpdates() { isUpdating = true }
    public func endUpdates() {
        isUpdating = false
        guard rows.count == dataSource?.numberOfRows(in: self) else { fatalError("\(rows.count) rows after the updates, the data source has others") }
        // AppKit asks for the views of new rows when it lays them out.
        for (row, shown) in rows.enumerated() where shown == nil { rows[row] = view(row) }
    }
    public func insertRows(at indexes: IndexSet, withAnimation options: AnimationOptions = []) {
        for index in indexes { rows.insert(nil, at: index) }
    }
    public func removeRows(at indexes: IndexSet, withAnimation options: AnimationOptions = []) {
        for index in indexes.reversed() { rows.remove(at: index) }
    }
    public func moveRow(at oldIndex: Int, to newIndex: Int) { rows.insert(rows.remove(at: oldIndex), at: newIndex) }
    public func reloadData(forRowIndexes rowIndexes: IndexSet, columnIndexes: IndexSet) {
        guard !isUpdating else { fatalError("content is reloaded after the updates") }
        for row in rowIndexes { rows[row] = view(row) }
    }
    /// What the person sees.
    public var texts: [String] { rows.map { ($0 as? NSTextField)?.stringValue ?? "" } }
}

@MainActor open class NSCollectionViewItem {
    public init() {}
    public var textField: NSTextField? = NSTextField()
}

@MainActor public protocol NSCollectionViewDataSource: AnyObject {
    func numberOfSections(in collectionView: NSCollectionView) -> Int
    func collectionView(_ collectionView: NSCollectionView, numberOfItemsInSection section: Int) -> Int
    func collectionView(_ collectionView: NSCollectionView, itemForRepresentedObjectAt indexPath: IndexPath) -> NSCollectionViewItem
    func collectionView(_ collectionView: NSCollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath) -> NSView
}

open class NSCollectionView: NSView {
    public weak var dataSource: (any NSCollectionViewDataSource)?
    private var layout = Layout<NSCollectionViewItem>()
    private var changes: Changes?

    public func animator() -> Self { self }
    public func makeItem(withIdentifier identifier: NSUserInterfaceItemIdentifier, for indexPath: IndexPath) -> NSCollectionViewItem { NSCollectionViewItem() }
    private func item(_ path: IndexPath) -> NSCollectionViewItem { dataSource!.collectionView(self, itemForRepresentedObjectAt: path) }
    private var counts: [Int] {
        guard let dataSource else { return [] }
        return (0..<dataSource.numberOfSections(in: self)).map { dataSource.collectionView(self, numberOfItemsInSection: $0) }
    }
    public func reloadData() {
        layout.sections = counts.enumerated().map { section, count in (0..<count).map { item(IndexPath(item: $0, section: section)) } }
    }
    public func performBatchUpdates(_ updates: (() -> Void)?, completionHandler: ((Bool) -> Void)? = nil) {
        guard changes == nil else { fatalError("a batch in a batch") }
        changes = Changes()
        updates?()
        let told = changes!
        changes = nil
        _ = layout.perform(told, counts: counts) { item($0) }
        completionHandler?(true)
    }
    public func deleteSections(_ sections: IndexSet) { changes!.deletedSections += sections }
    public func insertSections(_ sections: IndexSet) { changes!.insertedSections += sections }
    public func moveSection(_ section: Int, toSection newSection: Int) { changes!.movedSections.append((section, newSection)) }
    public func deleteItems(at indexPaths: Set<IndexPath>) { changes!.deleted += indexPaths }
    public func insertItems(at indexPaths: Set<IndexPath>) { changes!.inserted += indexPaths }
    public func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) { changes!.moved.append((indexPath, newIndexPath)) }
    public func reloadItems(at indexPaths: Set<IndexPath>) { for path in indexPaths { layout.sections[path.section][path.item] = item(path) } }
    public func reloadSections(_ sections: IndexSet) {
        for section in sections { layout.sections[section] = (0..<counts[section]).map { item(IndexPath(item: $0, section: section)) } }
    }
    /// What the person sees.
    public var texts: [[String]] { layout.sections.map { $0.map { $0.textField?.stringValue ?? "" } } }
}

@MainActor open class NSApplication {
    public enum ActivationPolicy: Int, Sendable { case regular, accessory, prohibited }
    public class var shared: NSApplication { NSApplication() }
    open func activate() {}
    @discardableResult open func setActivationPolicy(_ activationPolicy: ActivationPolicy) -> Bool { true }
}
