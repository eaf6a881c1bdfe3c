import DataSources
import DataSourcesTesting

/// Sections as plain arrays, with the verbs of a draft in the most obvious way.
struct SectionedModel<Header: Entry, Item: Entry>: CustomStringConvertible {
    typealias Part = PlainSection<Header, Item>

    var sections: [Part] = []

    var description: String { "\(sections)" }
    var itemIDs: [Item.ID] { sections.flatMap { $0.items.map(\.id) } }

    // MARK: Where things are

    func section(_ id: Header.ID) throws(Refusal) -> Int {
        guard let position = sections.firstIndex(where: { $0.header.id == id }) else { throw .section(id) }
        return position
    }

    func path(of id: Item.ID) throws(Refusal) -> ItemPath {
        for (section, part) in sections.enumerated() {
            if let item = part.items.firstIndex(where: { $0.id == id }) {
                return ItemPath(section: section, item: item)
            }
        }
        throw .item(id)
    }

    func check(_ section: Int) throws(Refusal) {
        if !sections.indices.contains(section) { throw .position }
    }

    func check(_ path: ItemPath) throws(Refusal) {
        if !sections.contains(path) { throw .position }
    }

    private func checkUnique() throws(Refusal) {
        try Refusal.check(unique: sections.map(\.header.id), .duplicateSection)
        try Refusal.check(unique: itemIDs, .duplicateItem)
    }

    // MARK: Sections

    mutating func insert(_ section: Part, at position: Int) throws(Refusal) {
        if !(0...sections.count).contains(position) { throw .position }
        sections.insert(section, at: position)
        try checkUnique()
    }

    mutating func update(_ section: Int, _ change: Change<Header>) throws(Refusal) {
        try check(section)
        sections[section].header = try change.made(sections[section].header)
    }

    mutating func move(_ id: Header.ID, to position: Int) throws(Refusal) {
        let from = try section(id)
        try check(position)
        sections.insert(sections.remove(at: from), at: position)
    }

    mutating func move(_ id: Header.ID, next other: Header.ID, after: Bool) throws(Refusal) {
        let part = sections[try section(id)]
        _ = try section(other)
        if id == other { return }
        sections.removeAll { $0.header.id == id }
        sections.insert(part, at: try section(other) + (after ? 1 : 0))
    }

    mutating func remove(_ section: Int) throws(Refusal) -> Part {
        try check(section)
        return sections.remove(at: section)
    }

    mutating func removeAllSections(_ condition: Condition<Header.ID>) throws(Refusal) -> Int {
        let count = sections.count
        if sections.contains(where: { $0.header.id == condition.throwing }) { throw .thrown }
        sections.removeAll { condition.holds($0.header.id) }
        return count - sections.count
    }

    mutating func replaceAll(with new: [Part]) throws(Refusal) {
        sections = new
        try checkUnique()
    }

    // MARK: Items

    mutating func insert(_ items: [Item], at path: ItemPath) throws(Refusal) {
        try check(path.section)
        try replace(path.item..<path.item, in: path.section, with: items)
    }

    /// Replaces a range of a section that is there.
    mutating func replace(_ range: Range<Int>, in section: Int, with items: [Item]) throws(Refusal) {
        if range.lowerBound < 0 || range.upperBound > sections[section].items.count { throw .position }
        sections[section].items.replaceSubrange(range, with: items)
        try checkUnique()
    }

    mutating func upsert(_ item: Item, in id: Header.ID) throws(Refusal) {
        if let path = try? path(of: item.id) {
            sections[path] = item
        } else {
            sections[try section(id)].items.append(item)
        }
    }

    mutating func update(_ path: ItemPath, _ change: Change<Item>) throws(Refusal) {
        try check(path)
        sections[path] = try change.made(sections[path])
    }

    mutating func removeItem(_ path: ItemPath) throws(Refusal) -> Item {
        try check(path)
        return sections[path.section].items.remove(at: path.item)
    }

    mutating func removeAllItems(_ condition: Condition<Item.ID>) throws(Refusal) -> Int {
        let count = itemIDs.count
        if itemIDs.contains(where: { $0 == condition.throwing }) { throw .thrown }
        for section in sections.indices { sections[section].items.removeAll { condition.holds($0.id) } }
        return count - itemIDs.count
    }

    mutating func moveItem(_ from: ItemPath, to: ItemPath) throws(Refusal) {
        try check(from)
        try check(to.section)
        let item = sections[from.section].items.remove(at: from.item)
        if !(0...sections[to.section].items.count).contains(to.item) { throw .position }
        sections[to.section].items.insert(item, at: to.item)
    }

    mutating func moveItem(_ id: Item.ID, next other: Item.ID, after: Bool) throws(Refusal) {
        let from = try path(of: id)
        _ = try path(of: other)
        if id == other { return }
        let item = sections[from.section].items.remove(at: from.item)
        let to = try path(of: other)
        sections[to.section].items.insert(item, at: to.item + (after ? 1 : 0))
    }

    mutating func apply(_ edit: SectionedEdit<Header, Item>) throws(Refusal) {
        switch edit {
        case .insertSection(let section, let position):
            var part = Part(section)
            // The section shows items with unique ids only.
            part.items += section.duplicateIDs.map { Item($0, 0) }
            try insert(part, at: position)
        case .removeSection(let position): _ = try remove(position)
        case .moveSection(let from, let to):
            try check(from)
            try move(sections[from].header.id, to: to)
        case .updateSection(let header, let position):
            try check(position)
            let old = sections[position].header.id
            if old != header.id { throw .identity(old, header.id) }
            sections[position].header = header
        case .insertItem(let item, let path): try insert([item], at: path)
        case .removeItem(let path): _ = try removeItem(path)
        case .moveItem(let from, let to): try moveItem(from, to: to)
        case .updateItem(let item, let path):
            try check(path)
            if sections[path].id != item.id { throw .identity(sections[path].id, item.id) }
            sections[path] = item
        case .upsertItem(let item, let section): try upsert(item, in: section)
        case .removeItemID(let id): _ = try removeItem(path(of: id))
        }
    }
}
