/// The visible rows of a tree as sections: the row of a root is a header, the rows below it are its items.
@usableFromInline
package struct TreeSections<Item>: TreeOutput, ~Copyable
where Item: Identifiable & Equatable & Sendable, Item.ID: Sendable {
    @usableFromInline var draft = SectionedDraft<TreeRow<Item>, TreeRow<Item>>()

    @inlinable
    package init() {}

    @inlinable package var snapshot: SectionedSnapshot<TreeRow<Item>, TreeRow<Item>> { draft.snapshot }

    @inlinable
    package func row(of id: Item.ID) -> TreeRow<Item>? {
        if let section = draft.sectionPosition(of: id) { return draft.sections.element(at: section).header }
        return draft[id: id]
    }

    @inlinable
    package mutating func put(_ row: TreeRow<Item>) throws {
        if let section = draft.sectionPosition(of: row.id) {
            draft.putHeader(row, at: section)
        } else {
            try draft.updateItem(row)
        }
    }

    @inlinable
    package mutating func insert(_ rows: ContiguousArray<TreeRow<Item>>, at place: TreePlace<Item.ID>) throws {
        if rows[0].depth == 0 {
            let section = ItemSection(
                rows[0], items: ListSnapshot(tree: ChunkTree(rowsBelow: rows), lineage: .none))
            guard case .before(let next) = place else { return try draft.appendSection(section) }
            return try draft.insertSection(section, before: next)
        }
        let path = try draft.path(to: place)
        if rows.count == 1 {
            try draft.insertKnown(rows[0], section: path.section, at: path.item)
        } else {
            try draft.replaceKnown(path.item..<path.item, inSection: path.section, with: rows)
        }
    }

    @inlinable
    package mutating func removeSubtree(of id: Item.ID) throws {
        if draft.contains(sectionID: id) {
            try draft.removeSection(id: id)
        } else if let path = draft.path(of: id) {
            try draft.removeRows(from: path.item, below: path)
        }
    }

    @inlinable
    package mutating func removeRows(below id: Item.ID) throws {
        if let section = draft.sectionPosition(of: id) {
            let count = draft.itemCount(ofSection: section)
            try draft.replaceKnown(0..<count, inSection: section, with: EmptyCollection())
        } else if let path = draft.path(of: id) {
            try draft.removeRows(from: path.item + 1, below: path)
        }
    }

    @inlinable
    package mutating func replaceAll(with rows: ContiguousArray<TreeRow<Item>>) {
        var sections: [ItemSection<TreeRow<Item>, TreeRow<Item>>] = []
        var start = 0
        while start < rows.count {
            var end = start + 1
            while end < rows.count, rows[end].depth > 0 { end += 1 }
            let tree = ChunkTree(rowsBelow: ContiguousArray(rows[start..<end]))
            sections.append(ItemSection(rows[start], items: ListSnapshot(tree: tree, lineage: .none)))
            start = end
        }
        draft.show(sections)
    }
}

extension ChunkTree {
    /// The rows without the first, as an unindexed tree.
    @inlinable
    init(rowsBelow rows: ContiguousArray<Element>) {
        self.init(unindexed: ContiguousArray(rows.dropFirst()))
    }
}

extension SectionedDraft {
    /// The path of a place below some root.
    @inlinable
    func path<Row>(to place: TreePlace<Header.ID>) throws(EditError) -> ItemPath
    where Header == TreeRow<Row>, Item == TreeRow<Row> {
        switch place {
        case .before(let id):
            guard let section = sectionPosition(of: id) else { return try knownPath(of: id) }
            // If ids misbehave, there may be no root above.
            try checkSection(section - 1, of: "insert a row")
            return ItemPath(section: section - 1, item: itemCount(ofSection: section - 1))
        case .after(let id):
            guard let section = sectionPosition(of: id) else { return try knownPath(of: id).advanced(byItems: 1) }
            return ItemPath(section: section, item: 0)
        case .end:
            try checkSection(count - 1, of: "insert a row")
            return ItemPath(section: count - 1, item: itemCount(ofSection: count - 1))
        }
    }

    @inlinable
    mutating func removeRows<Row>(from start: Int, below path: ItemPath) throws(EditError) where Item == TreeRow<Row> {
        let tree = sections.element(at: path.section).tree
        let end = tree.endOfRows(from: path.item + 1, deeperThan: tree.element(at: path.item).depth)
        try replaceKnown(start..<end, inSection: path.section, with: EmptyCollection())
    }
}
