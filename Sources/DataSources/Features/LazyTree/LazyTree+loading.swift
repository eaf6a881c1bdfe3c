internal import Synchronization

extension LazyTree {
    /// Expands an item; its children are loaded if they have not been, or have been discarded.
    ///
    /// It returns once they are there. While somebody else loads them it waits for that: it has the same success or the
    /// same error, and goes on in the place of one who is cancelled. Somebody may collapse the item in the meantime: then
    /// it stays collapsed.
    ///
    /// - Throws: What loading throws, and ``EditError`` when there is no such item, when an id of the children is there
    ///   already, or the tree has finished; the item is collapsed then, and can be expanded again. `CancellationError`
    ///   when the task is cancelled while it waits.
    /// - Complexity: O(log *n*), and O(*k* log *n*) for *k* children.
    public func expand(_ id: Item.ID) async throws {
        let isLoaded = try await edit { draft, effects in
            guard let node = draft[id: id] else { throw EditError.unknownItem(id) }
            if node.childIDs != nil { effects.expansion.expand(id) }
            return node.childIDs != nil
        }
        if !isLoaded { try await load(id, again: false) }
    }

    /// Collapses an item that is expanded, expands one that is not.
    ///
    /// Looking and changing are one edit: of several calls at the same time each sees what the call before it did. An
    /// item whose children are still being loaded is not expanded yet: the call waits for them, as ``expand(_:)`` does.
    ///
    /// - Throws: As ``expand(_:)`` and ``collapse(_:discarding:)``.
    public func toggle(_ id: Item.ID) async throws {
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

    /// Loads the children of an item once more, or for the first time, and leaves it expanded or collapsed.
    ///
    /// Those that stay, by id, keep what is below them; those that are gone take it with them.
    ///
    /// - Throws: As ``expand(_:)``; the children are those of before then.
    /// - Complexity: O(*k* log *n*) for *k* children, and the items gone.
    public func reload(_ id: Item.ID) async throws {
        try await load(id, again: true)
    }
}

extension LazyTree {
    /// Loads the children of an item when the others who do have gone.
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
            // When the tree has finished, there is nothing to be told any more.
            try? await fail(id, in: isCancelled ? node.phase : .failed, start)
            throw error
        }
    }

    /// Marks an item as loading, unless there is nothing to be loaded; the node as it was before.
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

    /// Takes the children in, and expands the item unless somebody has collapsed it since.
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

    /// Marks an item as loading no longer.
    private func fail(_ id: Item.ID, in phase: Node.Phase, _ start: Loads.Standing) async throws {
        try await edit { draft, _ in
            guard let node = draft[id: id], node.phase == .loading else { return }
            let now = self.loads.withLock { $0.standing(of: id) }
            if now.discards == start.discards { try draft.update(id: id) { $0.phase = phase } }
        }
    }
}
