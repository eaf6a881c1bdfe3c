import DataSources

/// A section as the most obvious model has it.
struct PlainSection<Header: Entry, Item: Entry>: Equatable, CustomStringConvertible {
    var header: Header
    var items: [Item]

    init(_ header: Header, _ items: [Item]) {
        self.header = header
        self.items = items
    }

    init(_ section: ItemSection<Header, Item>) {
        self.init(section.header, Array(section.items))
    }

    var section: ItemSection<Header, Item> { ItemSection(header, items: items) }

    var description: String { "PlainSection(\(header), \(items))" }
}

extension Array {
    subscript<Header, Item>(path: ItemPath) -> Item where Element == PlainSection<Header, Item> {
        get { self[path.section].items[path.item] }
        set { self[path.section].items[path.item] = newValue }
    }

    func contains<Header, Item>(_ path: ItemPath) -> Bool where Element == PlainSection<Header, Item> {
        indices.contains(path.section) && self[path.section].items.indices.contains(path.item)
    }
}

extension SectionedSnapshot where Header: Entry, Item: Entry {
    /// The sections as the model has them.
    var plain: [PlainSection<Header, Item>] { map { PlainSection($0) } }
}
