/// The visible rows of a tree as one list.
@usableFromInline
package struct TreeList<Item>: TreeOutput, ~Copyable
where Item: Identifiable & Equatable & Sendable, Item.ID: Sendable {
    @usableFromInline var draft = ListDraft<TreeRow<Item>>()

    @inlinable
    package init() {}

    @inlinable package var snapshot: ListSnapshot<TreeRow<Item>> { draft.snapshot }

    @inlinable
    package func row(of id: Item.ID) -> TreeRow<Item>? { draft[id: id] }

    @inlinable
    package mutating func put(_ row: TreeRow<Item>) throws {
        try draft.update(row)
    }

    @inlinable
    package mutating func insert(_ rows: ContiguousArray<TreeRow<Item>>, at place: TreePlace<Item.ID>) throws {
        let position =
            switch place {
            case .before(let id): try draft.knownPosition(of: id)
            case .after(let id): try draft.knownPosition(of: id) + 1
            case .end: draft.count
            }
        // One by one is cheaper for one.
        if rows.count == 1 {
            try draft.insert(rows[0], at: position)
        } else {
            try draft.insert(contentsOf: rows, at: position)
        }
    }

    @inlinable
    package mutating func removeSubtree(of id: Item.ID) throws {
        guard let position = draft.position(of: id) else { return }
        try remove(from: position, below: position)
    }

    @inlinable
    package mutating func removeRows(below id: Item.ID) throws {
        guard let position = draft.position(of: id) else { return }
        try remove(from: position + 1, below: position)
    }

    @inlinable
    mutating func remove(from start: Int, below position: Int) throws {
        let tree = draft.tree
        let end = tree.endOfRows(from: position + 1, deeperThan: tree.element(at: position).depth)
        if start + 1 == end {
            try draft.remove(at: start)
        } else {
            try draft.removeSubrange(start..<end)
        }
    }

    @inlinable
    package mutating func replaceAll(with rows: ContiguousArray<TreeRow<Item>>) {
        draft.show(rows)
    }
}
