public import DataSources

extension Oracle {
    /// Makes one edit in an array, as a source makes it in its list.
    ///
    /// - Returns: Whether the edit is possible. If not, the array is unchanged, and a source must throw: a position or
    ///   an id does not exist, an id would be duplicated (law 10), or an update would change an id.
    /// - Complexity: O(*n*).
    @discardableResult
    public static func apply<Item>(_ edit: ListEdit<Item>, to list: inout [Item]) -> Bool {
        switch edit {
        case .insert(let item, let position):
            guard (0...list.count).contains(position), !list.contains(where: { $0.id == item.id }) else { return false }
            list.insert(item, at: position)
        case .remove(let position):
            guard list.indices.contains(position) else { return false }
            list.remove(at: position)
        case .move(let from, let to):
            guard list.indices.contains(from), list.indices.contains(to) else { return false }
            list.insert(list.remove(at: from), at: to)
        case .update(let item, let position):
            guard list.indices.contains(position), list[position].id == item.id else { return false }
            list[position] = item
        case .upsert(let item):
            if let position = list.firstIndex(where: { $0.id == item.id }) {
                list[position] = item
            } else {
                list.append(item)
            }
        case .removeID(let id):
            guard let position = list.firstIndex(where: { $0.id == id }) else { return false }
            list.remove(at: position)
        }
        return true
    }

    /// Makes one edit in an array of sections, as a source makes it in its sections.
    ///
    /// - Returns: Whether the edit is possible. If not, the array is unchanged, and a source must throw.
    /// - Complexity: O(*n*) in the number of items.
    @discardableResult
    public static func apply<Header, Item>(
        _ edit: SectionedEdit<Header, Item>,
        to sections: inout [PlainSection<Header, Item>]
    ) -> Bool {
        switch edit {
        case .insertSection(let section, let position):
            let new = PlainSection(section)
            let ids = new.items.map(\.id)
            guard (0...sections.count).contains(position), section.duplicateIDs.isEmpty,
                !sections.contains(where: { $0.header.id == new.header.id }),
                !ids.contains(where: { path(of: $0, in: sections) != nil })
            else { return false }
            sections.insert(new, at: position)
        case .removeSection(let position):
            guard sections.indices.contains(position) else { return false }
            sections.remove(at: position)
        case .moveSection(let from, let to):
            guard sections.indices.contains(from), sections.indices.contains(to) else { return false }
            sections.insert(sections.remove(at: from), at: to)
        case .updateSection(let header, let position):
            guard sections.indices.contains(position), sections[position].header.id == header.id else { return false }
            sections[position].header = header
        case .insertItem(let item, let path):
            guard sections.indices.contains(path.section), (0...sections[path.section].items.count).contains(path.item),
                Self.path(of: item.id, in: sections) == nil
            else { return false }
            sections[path.section].items.insert(item, at: path.item)
        case .removeItem(let path):
            guard contains(path, in: sections) else { return false }
            sections[path.section].items.remove(at: path.item)
        case .moveItem(let from, let to):
            guard contains(from, in: sections), sections.indices.contains(to.section) else { return false }
            let last = sections[to.section].items.count - (from.section == to.section ? 1 : 0)
            guard (0...last).contains(to.item) else { return false }
            let item = sections[from.section].items.remove(at: from.item)
            sections[to.section].items.insert(item, at: to.item)
        case .updateItem(let item, let path):
            guard contains(path, in: sections), sections[path.section].items[path.item].id == item.id else {
                return false
            }
            sections[path.section].items[path.item] = item
        case .upsertItem(let item, let id):
            if let path = path(of: item.id, in: sections) {
                sections[path.section].items[path.item] = item
            } else {
                guard let section = sections.firstIndex(where: { $0.header.id == id }) else { return false }
                sections[section].items.append(item)
            }
        case .removeItemID(let id):
            guard let path = path(of: id, in: sections) else { return false }
            sections[path.section].items.remove(at: path.item)
        }
        return true
    }

    /// The list after a sequence of edits; impossible edits are skipped.
    ///
    /// - Complexity: O(*n*) for every edit.
    public static func replay<Item>(_ edits: some Sequence<ListEdit<Item>>, onto start: [Item] = []) -> [Item] {
        var list = start
        for edit in edits { apply(edit, to: &list) }
        return list
    }

    /// The sections after a sequence of edits; impossible edits are skipped.
    ///
    /// - Complexity: O(*n*) for every edit.
    public static func replay<Header, Item>(
        _ edits: some Sequence<SectionedEdit<Header, Item>>,
        onto start: [PlainSection<Header, Item>] = []
    ) -> [PlainSection<Header, Item>] {
        var sections = start
        for edit in edits { apply(edit, to: &sections) }
        return sections
    }

    private static func contains<Header, Item>(_ path: ItemPath, in sections: [PlainSection<Header, Item>]) -> Bool {
        sections.indices.contains(path.section) && sections[path.section].items.indices.contains(path.item)
    }

    private static func path<Header, Item>(of id: Item.ID, in sections: [PlainSection<Header, Item>]) -> ItemPath? {
        for (section, part) in sections.enumerated() {
            if let item = part.items.firstIndex(where: { $0.id == id }) {
                return ItemPath(section: section, item: item)
            }
        }
        return nil
    }
}
