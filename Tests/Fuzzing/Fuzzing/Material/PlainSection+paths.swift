import DataSources
import DataSourcesTesting

extension Array {
    subscript<Header, Item>(path: ItemPath) -> Item where Element == PlainSection<Header, Item> {
        get { self[path.section].items[path.item] }
        set { self[path.section].items[path.item] = newValue }
    }

    func contains<Header, Item>(_ path: ItemPath) -> Bool where Element == PlainSection<Header, Item> {
        indices.contains(path.section) && self[path.section].items.indices.contains(path.item)
    }
}
