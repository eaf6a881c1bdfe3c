#if canImport(ObjectiveC) && !os(watchOS)
public import DataSources

#if canImport(UIKit)
public import UIKit
#elseif canImport(AppKit)
public import AppKit
#endif

extension IndexPath {
    /// The index path of an item.
    public init(_ path: ItemPath) {
        self.init(item: path.item, section: path.section)
    }
}

extension ItemPath {
    /// The path of an item or row.
    public init(_ indexPath: IndexPath) {
        self.init(section: indexPath.section, item: indexPath.item)
    }
}
#endif
