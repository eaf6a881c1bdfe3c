internal import Synchronization

extension LazyTree {
    /// Expands an item, and loads its children if they are not loaded or have been discarded.
    ///
    /// It returns once the children are there. If another task is already loading them, it waits and shares the result
    /// or the error; if that task is cancelled, a waiting task takes over. If the item is collapsed meanwhile, it stays
    /// collapsed.
    ///
    /// - Throws: Any error of the load; ``EditError`` if there is no such item, a child's id is already in use, or the
    ///   tree has finished. Then the item is collapsed, and can be expanded again. `CancellationError` if the task is
    ///   cancelled while it waits.
    /// - Complexity: O(log *n*), plus O(*k* log *n*) for *k* loaded children.
    public func expand(id: Item.ID) async throws {
        let isLoaded = try await edit { draft, effects in
            guard let node = draft[id: id] else { throw EditError.unknownItem(id) }
            if node.childIDs != nil { effects.expansion.expand(id) }
            return node.childIDs != nil
        }
        if !isLoaded { try await load(id, again: false) }
    }

    /// Collapses an expanded item; expands any other.
    ///
    /// It is one atomic edit: each of several concurrent calls sees the effect of the one before. An item whose
    /// children are still loading is not expanded yet: the call waits for them, as ``expand(id:)`` does.
    ///
    /// - Throws: As ``expand(id:)`` and ``collapse(id:discarding:)``.
    public func toggle(id: Item.ID) async throws {
        let isDone = try await edit { draft, effects in
            guard let node = draft[id: id] else { throw EditError.unknownItem(id) }
            if effects.expansion.contains(id) {
                effects.collapse(id)
            } else if node.childIDs != nil {
                effects.expansion.expand(id)
            } else {
                return false
            }
            return true
        }
        if !isDone { try await load(id, again: false) }
    }

    /// Loads the children of an item again, or for the first time; the item stays expanded or collapsed.
    ///
    /// Children whose ids stay keep their descendants; removed children lose them.
    ///
    /// - Throws: As ``expand(id:)``; then the old children stay.
    /// - Complexity: O(*k* log *n*) for *k* children and removed items.
    public func reload(id: Item.ID) async throws {
        try await load(id, again: true)
    }
}

extension LazyTree {
    /// Loads the children of an item, one task at a time.
    private func load(_ id: Item.ID, again: Bool) async throws {
        let arrival = loads.withLock { $0.userArrived(at: id) }
        defer { _ = loads.withLock { $0.userLeft(id) } }
        guard await arrival.lock.acquire({ "the children of \(id)" }) else { throw CancellationError() }
        defer { arrival.lock.release() }
        if !again, let failure = loads.withLock({ $0.failure(of: id, since: arrival) }) { throw failure }
        guard let (node, start) = try await begin(id, again: again, arrival) else { return }
        do {
            let items = try await children(node.item)
            try await finish(id, with: items, expanding: !again, arrival, start)
        } catch {
            let isCancelled = Task.isCancelled
            if !isCancelled { _ = loads.withLock { $0.loadFailed(id, with: error) } }
            // If the tree has finished, there is nothing to mark.
            try? await fail(id, in: isCancelled ? node.phase : .failed, start)
            throw error
        }
    }

    /// Marks an item as loading and returns its previous node; returns `nil` if there is nothing to load.
    private func begin(
        _ id: Item.ID,
        again: Bool,
        _ arrival: Loads.Standing
    ) async throws -> (node: Node, start: Loads.Standing)? {
        try await edit { draft, effects in
            guard let node = draft[id: id] else { throw EditError.unknownItem(id) }
            let start = self.loads.withLock { $0.standing(of: id) }
            if !again {
                if start.collapses != arrival.collapses { return nil }
                if node.childIDs != nil {
                    effects.expansion.expand(id)
                    return nil
                }
            }
            try draft.update(id: id) { $0.phase = .loading }
            return (node, start)
        }
    }

    /// Adds the children, and expands the item unless it was collapsed meanwhile.
    private func finish(
        _ id: Item.ID,
        with items: [Item],
        expanding: Bool,
        _ arrival: Loads.Standing,
        _ start: Loads.Standing
    ) async throws {
        try await edit { draft, effects in
            guard var node = draft[id: id] else { throw EditError.unknownItem(id) }
            let now = self.loads.withLock { $0.standing(of: id) }
            if now.discards != start.discards { return }
            node.childIDs = try Self.place(items, of: id, inPlaceOf: node.childIDs ?? [], in: &draft, &effects)
            node.phase = .loaded
            try draft.update(node)
            if expanding, now.collapses == arrival.collapses { effects.expansion.expand(id) }
        }
    }

    /// Ends the loading phase of an item.
    private func fail(_ id: Item.ID, in phase: Node.Phase, _ start: Loads.Standing) async throws {
        try await edit { draft, _ in
            guard let node = draft[id: id], node.phase == .loading else { return }
            let now = self.loads.withLock { $0.standing(of: id) }
            if now.discards == start.discards { try draft.update(id: id) { $0.phase = phase } }
        }
    }
}
