extension ListStep {
    /// Makes the step in an array: the positions are offsets in it.
    ///
    /// The array is not searched: an insertion does not look for an item with the same id.
    ///
    /// ```swift
    /// for step in update.steps { try step.apply(to: &rows) }
    /// ```
    ///
    /// For whole updates, ``Update/apply(to:)`` is faster.
    ///
    /// - Throws: ``EditError`` when there is no such position, or an update would replace an item by one with another
    ///   id; then nothing has changed.
    /// - Complexity: O(*n*), moving elements in memory; O(1) for an update.
    @inlinable
    public func apply(to items: inout [Item]) throws(EditError) {
        switch self {
        case .insert(let item, let position):
            guard position >= 0, position <= items.count else {
                throw .position(position, of: "insert", outside: 0...items.count)
            }
            items.insert(item, at: position)
        case .remove(let position):
            guard items.indices.contains(position) else {
                throw .position(position, of: "remove", outside: 0..<items.count)
            }
            items.remove(at: position)
        case .move(let from, let to):
            for position in [from, to] where !items.indices.contains(position) {
                throw .position(position, of: "move", outside: 0..<items.count)
            }
            if from != to { items.insert(items.remove(at: from), at: to) }
        case .update(let item, let position):
            guard items.indices.contains(position) else {
                throw .position(position, of: "update", outside: 0..<items.count)
            }
            guard areSameKey(items[position].id, item.id) else {
                throw .identityChanged(from: items[position].id, to: item.id)
            }
            items[position] = item
        }
    }
}

extension ListEdit {
    /// Makes the edit in an array, as ``ListDraft/apply(_:)-(ListEdit<Item>)`` makes it in a draft.
    ///
    /// - Throws: ``EditError`` when the edit fails, also when an id would be duplicated; then nothing has changed.
    /// - Complexity: O(*n*), comparing ids. For many edits use a ``ListDraft``, which has an index by id.
    @inlinable
    public func apply(to items: inout [Item]) throws(EditError) {
        let step = try step(count: items.count) { id in items.firstIndex { areSameKey($0.id, id) } }
        try step.apply(to: &items)
    }

    /// The step that makes this edit in a list.
    @inlinable
    func step(count: Int, position find: (Item.ID) -> Int?) throws(EditError) -> ListStep<Item> {
        switch self {
        case .insert(let item, let position):
            guard position >= 0, position <= count else {
                throw .position(position, of: "insert", outside: 0...count)
            }
            if let old = find(item.id) { throw .duplicateItem(item.id, insertedAt: position, into: old) }
            return .insert(item, at: position)
        case .remove(let position): return .remove(at: position)
        case .move(let from, let to): return .move(from: from, to: to)
        case .update(let item, let position): return .update(item, at: position)
        case .upsert(let item):
            guard let position = find(item.id) else { return .insert(item, at: count) }
            return .update(item, at: position)
        case .removeID(let id):
            guard let position = find(id) else { throw .unknownItem(id) }
            return .remove(at: position)
        }
    }
}

extension ListSnapshot {
    /// The list after one edit; this snapshot does not change.
    ///
    /// Both share the memory of all items outside the edited leaf of up to 32 items.
    ///
    /// ```swift
    /// let shown = try staff.snapshot.applying(.upsert(draft))
    /// ```
    ///
    /// - Throws: ``EditError`` when the edit fails.
    /// - Complexity: O(*n* / 32) by position, O(*n*) if ids are compared: for insertions and edits by id. For many edits
    ///   use a ``ListDraft``.
    @inlinable
    public func applying(_ edit: ListEdit<Item>) throws(EditError) -> ListSnapshot {
        let step = try edit.step(count: count) { position(of: $0) }
        return try applying(checked: step)
    }

    /// The list after one step; this snapshot does not change.
    ///
    /// - Throws: ``EditError`` when the step fails, also when an id would be duplicated.
    /// - Complexity: O(*n* / 32), and O(*n*) for an insertion, which compares ids.
    @_disfavoredOverload
    @inlinable
    public func applying(_ step: ListStep<Item>) throws(EditError) -> ListSnapshot {
        try applying(ListEdit(step))
    }

    /// The list after a step that duplicates no id.
    @inlinable
    func applying(checked step: ListStep<Item>) throws(EditError) -> ListSnapshot {
        func list(_ tree: ChunkTree<Item>) -> ListSnapshot { ListSnapshot(tree: tree, lineage: .none) }
        switch step {
        case .insert(let item, let position): return list(tree.replacing(position..<position, with: [item]))
        case .remove(let position):
            guard tree.isIndex(position) else { throw .position(position, of: "remove", outside: 0..<count) }
            return list(tree.replacing(position..<position + 1, with: []))
        case .move(let from, let to):
            guard tree.isIndex(from) else { throw .position(from, of: "move", outside: 0..<count) }
            guard tree.isIndex(to) else { throw .position(to, of: "move", outside: 0..<count) }
            if from == to { return self }
            let item = tree.element(at: from)
            return list(tree.replacing(from..<from + 1, with: []).replacing(to..<to, with: [item]))
        case .update(let item, let position):
            guard tree.isIndex(position) else { throw .position(position, of: "update", outside: 0..<count) }
            let old = tree.element(at: position)
            guard areSameKey(old.id, item.id) else { throw .identityChanged(from: old.id, to: item.id) }
            return list(tree.replacing(position..<position + 1, with: [item]))
        }
    }
}
