internal import Synchronization

extension LazyTree {
    /// Collapses an item; its descendants stay loaded, and expanding it again restores them as they were.
    ///
    /// If its children are being loaded, that continues, but leaves the item collapsed.
    ///
    /// - Parameters:
    ///   - id: The item's id.
    ///   - discarding: Whether to discard its descendants: they are loaded again when the item is next expanded. The
    ///     result of a running load is dropped.
    /// - Throws: ``EditError`` if there is no such item or the tree has finished.
    /// - Complexity: O(log *n*); O(*r* log *n*) for *r* items discarded.
    public func collapse(id: Item.ID, discarding: Bool = false) async throws {
        try await edit { draft, effects in
            guard var node = draft[id: id] else { throw EditError.unknownItem(id) }
            effects.collapse(id)
            if !discarding { return }
            for child in node.childIDs ?? [] { try Self.remove(child, from: &draft, &effects) }
            effects.discarded.append(id)
            node.phase = .unloaded
            node.childIDs = nil
            try draft.update(node)
        }
    }

    /// Replaces the item that has the same id; its children stay.
    ///
    /// - Throws: ``EditError`` if there is no such item or the tree has finished.
    public func update(_ item: Item) async throws {
        try await edit { draft, _ in try draft.update(id: item.id) { $0.item = item } }
    }

    /// Removes an item and its descendants.
    ///
    /// - Throws: ``EditError`` if there is no such item or the tree has finished.
    /// - Complexity: O(*r* log *n*) for *r* items removed, and O(siblings).
    public func remove(id: Item.ID) async throws {
        try await edit { draft, effects in
            guard let node = draft[id: id] else { throw EditError.unknownItem(id) }
            try Self.remove(id, from: &draft, &effects)
            guard let parent = node.parentID else { return }
            try draft.update(id: parent) { $0.childIDs?.removeAll { $0 == id } }
        }
    }

    /// Makes the roots equal to `roots`; roots whose ids stay keep their descendants.
    ///
    /// - Throws: ``EditError`` if an id would occur twice or the tree has finished; then nothing has changed.
    /// - Complexity: O(*n*) in the items of the tree.
    public func replaceRoots(with roots: some Sequence<Item>) async throws {
        let roots = Array(roots)
        try await edit { draft, effects in
            let old = draft.snapshot.compactMap { $0.parentID == nil ? $0.id : nil }
            _ = try Self.place(roots, of: nil, inPlaceOf: old, in: &draft, &effects)
        }
    }
}

extension LazyTree {
    typealias Draft = ListDraft<Node>

    /// The changes of an edit besides the nodes.
    struct Effects: Sendable {
        var expansion: Expansion<Item.ID>
        /// The items that were collapsed.
        var collapsed: [Item.ID] = []
        /// The items whose running loads are obsolete.
        var discarded: [Item.ID] = []

        /// Collapses an item.
        mutating func collapse(_ id: Item.ID) {
            expansion.collapse(id)
            collapsed.append(id)
        }
    }

    /// Edits the nodes, the expansion and the loads: all at one cut, or none.
    @discardableResult
    func edit<Result: Sendable>(
        _ body: @Sendable (inout Draft, inout Effects) throws -> Result
    ) async throws -> Result {
        let (nodes, expansion) = (nodes, expansion)
        return try await nodes.group.run {
            let (result, effects) = try nodes.join { draft in
                var effects = Effects(expansion: expansion.value)
                let result = try body(&draft, &effects)
                var commits = [HubCore.Proposal(of: draft.snapshot, to: nodes.hub.core)]
                if effects.expansion != expansion.value {
                    commits.append(HubCore.Proposal(of: ValueSnapshot(effects.expansion), to: expansion.hub.core))
                }
                _ = try HubCore.commit(commits)
                return (result, effects)
            }
            loads.withLock { $0.edited(collapsed: effects.collapsed, discarded: effects.discarded) }
            return result
        }
    }

    /// Removes an item and its descendants at any depth.
    static func remove(_ id: Item.ID, from draft: inout Draft, _ effects: inout Effects) throws {
        var rest = [id]
        while let id = rest.popLast() {
            rest += try draft.remove(id: id).childIDs ?? []
            effects.expansion.collapse(id)
            effects.discarded.append(id)
        }
    }

    /// Replaces the children of an item, or the roots.
    ///
    /// - Returns: The ids of the new ones.
    /// - Throws: ``EditError`` if an id would occur twice.
    static func place(
        _ items: [Item],
        of parent: Item.ID?,
        inPlaceOf old: [Item.ID],
        in draft: inout Draft,
        _ effects: inout Effects
    ) throws -> [Item.ID] {
        let ids = items.map(\.id)
        var left = KeySet(old)
        var staying = KeySet<Item.ID>()
        for id in ids where left.remove(id) { staying.insert(id) }
        for id in left { try remove(id, from: &draft, &effects) }
        let isAppending = ids.starts(with: old.filter(staying.contains))
        for item in items {
            guard staying.remove(item.id) else {
                // Siblings are ordered by their order in the list.
                try draft.append(Node(item, under: parent))
                continue
            }
            try draft.update(id: item.id) { $0.item = item }
            if !isAppending { try draft.move(id: item.id, to: draft.count - 1) }
        }
        return ids
    }
}
