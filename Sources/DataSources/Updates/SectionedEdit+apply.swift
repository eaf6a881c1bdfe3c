extension SectionedStep {
    /// Makes the step in an array of sections: the positions are offsets in it and in its sections.
    ///
    /// The array is not searched: an insertion does not look for an item or a section with the same id.
    ///
    /// - Throws: ``EditError`` when there is no such position, or an update would replace an element by one with another
    ///   id; then nothing has changed.
    /// - Complexity: O(*s*) for steps of sections; O(*n* / 32) for steps of items, in the number of items of their
    ///   section, and comparing its ids for an insertion.
    @inlinable
    public func apply(to sections: inout [ItemSection<Header, Item>]) throws(EditError) {
        switch self {
        case .insertSection(let section, let position):
            guard position >= 0, position <= sections.count else {
                throw .position(position, of: "insert a section", outside: 0...sections.count)
            }
            sections.insert(section, at: position)
        case .removeSection(let position):
            try sections.checkSection(position, of: "remove a section")
            sections.remove(at: position)
        case .moveSection(let from, let to):
            try sections.checkSection(from, of: "move a section")
            try sections.checkSection(to, of: "move a section")
            if from != to { sections.insert(sections.remove(at: from), at: to) }
        case .updateSection(let header, let position):
            try sections.checkSection(position, of: "update a section")
            guard areSameKey(sections[position].id, header.id) else {
                throw .identityChanged(from: sections[position].id, to: header.id)
            }
            sections[position].header = header
        case .insertItem(let item, let path):
            try sections.checkPath(path, of: "insert", end: 1)
            sections[path.section].replace(path.item..<path.item, with: item)
        case .removeItem(let path):
            try sections.checkPath(path, of: "remove")
            sections[path.section].replace(path.item..<path.item + 1, with: nil)
        case .moveItem(let from, let to):
            try sections.checkPath(from, of: "move")
            try sections.checkPath(to, of: "move", end: from.section == to.section ? 0 : 1)
            if from == to { return }
            let item = sections[from.section].tree.element(at: from.item)
            sections[from.section].replace(from.item..<from.item + 1, with: nil)
            sections[to.section].replace(to.item..<to.item, with: item)
        case .updateItem(let item, let path):
            try sections.checkPath(path, of: "update")
            let old = sections[path.section].tree.element(at: path.item)
            guard areSameKey(old.id, item.id) else { throw .identityChanged(from: old.id, to: item.id) }
            sections[path.section].replace(path.item..<path.item + 1, with: item)
        }
    }
}

extension SectionedEdit {
    /// Makes the edit in an array of sections, as ``SectionedDraft/apply(_:)-(SectionedEdit<Header,Item>)`` makes it in a
    /// draft.
    ///
    /// - Throws: ``EditError`` when the edit fails, also when an id would be duplicated; then nothing has changed.
    /// - Complexity: O(*n*), comparing ids. For many edits use a ``SectionedDraft``, which has an index by id.
    @inlinable
    public func apply(to sections: inout [ItemSection<Header, Item>]) throws(EditError) {
        try step(in: sections).apply(to: &sections)
    }

    /// The step that makes this edit in an array of sections.
    @inlinable
    func step(in sections: [ItemSection<Header, Item>]) throws(EditError) -> SectionedStep<Header, Item> {
        switch self {
        case .insertSection(let section, let position):
            guard position >= 0, position <= sections.count else {
                throw .position(position, of: "insert a section", outside: 0...sections.count)
            }
            if let old = sections.firstIndex(where: { areSameKey($0.id, section.id) }) {
                throw .duplicateSection(section.id, insertedAt: position, into: old)
            }
            let duplicates = section.duplicateIDs + sections.itemIDs(in: section)
            if !duplicates.isEmpty {
                var refused = ContiguousArray(sections)
                refused.insert(section, at: position)
                throw .duplicateItems(duplicates, in: refused)
            }
            return .insertSection(section, at: position)
        case .removeSection(let position): return .removeSection(at: position)
        case .moveSection(let from, let to): return .moveSection(from: from, to: to)
        case .updateSection(let header, let position): return .updateSection(header, at: position)
        case .insertItem(let item, let path):
            try sections.checkPath(path, of: "insert", end: 1)
            if let old = sections.path(of: item.id) {
                throw .duplicateItems([item.id]) { search in
                    search.note(item.id, at: path)
                    search.note(item.id, at: old.after(inserting: 1, at: path))
                }
            }
            return .insertItem(item, at: path)
        case .removeItem(let path): return .removeItem(at: path)
        case .moveItem(let from, let to): return .moveItem(from: from, to: to)
        case .updateItem(let item, let path): return .updateItem(item, at: path)
        case .upsertItem(let item, let id):
            if let path = sections.path(of: item.id) { return .updateItem(item, at: path) }
            guard let section = sections.firstIndex(where: { areSameKey($0.id, id) }) else { throw .unknownSection(id) }
            return .insertItem(item, at: ItemPath(section: section, item: sections[section].tree.count))
        case .removeItemID(let id):
            guard let path = sections.path(of: id) else { throw .unknownItem(id) }
            return .removeItem(at: path)
        }
    }
}

extension SectionedSnapshot {
    /// The sections after one edit; this snapshot does not change.
    ///
    /// Both share the memory of all items outside the edited leaves of up to 32 items.
    ///
    /// - Throws: ``EditError`` when the edit fails.
    /// - Complexity: O(*s* + *n* / 32) by position, in the number of sections and of items of the edited sections; O(*n*)
    ///   if ids are compared: for insertions and edits by id. For many edits use a ``SectionedDraft``.
    @inlinable
    public func applying(_ edit: SectionedEdit<Header, Item>) throws(EditError) -> SectionedSnapshot {
        var sections = content
        try edit.apply(to: &sections)
        let records = sections.map { SectionRecord(header: $0.header, tree: $0.tree, slot: 0) }
        return SectionedSnapshot(
            tree: ChunkTree(unindexed: ContiguousArray(records)),
            lineage: .none,
            totalItems: records.reduce(0) { $0 + $1.tree.count }
        )
    }

    /// The sections after one step; this snapshot does not change.
    ///
    /// - Throws: ``EditError`` when the step fails, also when an id would be duplicated.
    /// - Complexity: O(*s* + *n* / 32), and O(*n*) for an insertion, which compares ids.
    @_disfavoredOverload
    @inlinable
    public func applying(_ step: SectionedStep<Header, Item>) throws(EditError) -> SectionedSnapshot {
        try applying(SectionedEdit(step))
    }
}

extension ItemSection {
    /// Replaces items by one or none.
    ///
    /// Duplicate ids are found as in a new section.
    @inlinable
    mutating func replace(_ range: Range<Int>, with item: Item?) {
        let new = tree.replacing(range, with: item.map { [$0] } ?? [])
        var isUnique = false
        if case .snapshot(let items) = content {
            isUnique = item.map { !range.isEmpty || items.position(of: $0.id) == nil } ?? true
        }
        content =
            isUnique ? .snapshot(ListSnapshot(tree: new, lineage: .none)) : .listed(ListedItems(new))
    }
}

extension Array {
    @inlinable
    func checkSection<Header, Item>(_ position: Int, of verb: String) throws(EditError)
    where Element == ItemSection<Header, Item> {
        guard indices.contains(position) else { throw .position(position, of: verb, outside: 0..<count) }
    }

    /// Checks that there is an item at a path; `end` positions after the last item count too.
    @inlinable
    func checkPath<Header, Item>(_ path: ItemPath, of verb: String, end: Int = 0) throws(EditError)
    where Element == ItemSection<Header, Item> {
        guard indices.contains(path.section) else {
            throw .position(path.section, of: "\(verb) an item in the section", outside: 0..<count)
        }
        let limit = self[path.section].tree.count + end
        guard path.item >= 0, path.item < limit else {
            throw .position(path.item, of: "\(verb) an item of section \(path.section)", outside: 0..<limit)
        }
    }

    @inlinable
    func path<Header, Item>(of id: Item.ID) -> ItemPath? where Element == ItemSection<Header, Item> {
        for (section, part) in enumerated() {
            if let item = part.tree.searchedPosition(of: id) { return ItemPath(section: section, item: item) }
        }
        return nil
    }

    /// The ids of items of a section that are also in these sections.
    @inlinable
    func itemIDs<Header, Item>(in section: ItemSection<Header, Item>) -> [Item.ID]
    where Element == ItemSection<Header, Item> {
        if section.tree.count == 0 { return [] }
        var ids = KeySet<Item.ID>()
        section.items.forEach { ids.insert($0.id) }
        var found: [Item.ID] = []
        for part in self { part.tree.forEachLeaf { items, _ in found += items.map(\.id).filter(ids.contains) } }
        return found
    }
}
