import DataSources

/// Makes steps in arrays, by the most obvious code; `false` for what cannot be made or does nothing.
enum Naive {
    static func apply(_ step: ListEdit<Row>, to list: inout [Row]) -> Bool {
        switch step {
        case .insert(let item, let position):
            guard (0...list.count).contains(position) else { return false }
            list.insert(item, at: position)
        case .remove(let position):
            guard list.indices.contains(position) else { return false }
            list.remove(at: position)
        case .move(let from, let to):
            guard list.indices.contains(from), list.indices.contains(to), from != to else { return false }
            list.insert(list.remove(at: from), at: to)
        case .update(let item, let position):
            guard list.indices.contains(position), list[position].id == item.id, list[position] != item else {
                return false
            }
            list[position] = item
        case .upsert, .removeID:
            return false
        }
        return true
    }

    static func apply(_ step: SectionedEdit<Heading, Row>, to sections: inout [PlainSection]) -> Bool {
        func contains(_ path: ItemPath) -> Bool {
            sections.indices.contains(path.section) && sections[path.section].items.indices.contains(path.item)
        }
        switch step {
        case .insertSection(let section, let position):
            guard (0...sections.count).contains(position) else { return false }
            sections.insert(PlainSection(section), at: position)
        case .removeSection(let position):
            guard sections.indices.contains(position) else { return false }
            sections.remove(at: position)
        case .moveSection(let from, let to):
            guard sections.indices.contains(from), sections.indices.contains(to), from != to else { return false }
            sections.insert(sections.remove(at: from), at: to)
        case .updateSection(let header, let position):
            guard sections.indices.contains(position), sections[position].header.id == header.id,
                sections[position].header != header
            else { return false }
            sections[position].header = header
        case .insertItem(let item, let path):
            guard sections.indices.contains(path.section) else { return false }
            return apply(.insert(item, at: path.item), to: &sections[path.section].items)
        case .removeItem(let path):
            guard contains(path) else { return false }
            sections[path.section].items.remove(at: path.item)
        case .moveItem(let from, let to):
            guard contains(from), sections.indices.contains(to.section), from != to else { return false }
            let item = sections[from.section].items.remove(at: from.item)
            return apply(.insert(item, at: to.item), to: &sections[to.section].items)
        case .updateItem(let item, let path):
            guard sections.indices.contains(path.section) else { return false }
            return apply(.update(item, at: path.item), to: &sections[path.section].items)
        case .upsertItem, .removeItemID:
            return false
        }
        return true
    }
}
