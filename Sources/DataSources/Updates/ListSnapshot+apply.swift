extension ListSnapshot {
    /// Transforms an array from the state before to the state after; see ``Update/apply(to:)``.
    ///
    /// - Throws: ``UpdateError`` when `content` is not the state before the update.
    @inlinable
    public static func apply(_ update: Update<ListSnapshot>, to content: inout [Item]) throws(UpdateError) {
        let (before, after) = (update.before, update.after)
        guard content.count == before.count else { throw .baseMismatch(content.count, of: before.count, "items") }
        let plan = try ArrayPlan(update.changes, countBefore: before.count, countAfter: after.count)
        var old = LeafReader(before.tree)
        try plan.check { position in areSameKey(content[position].id, old.element(at: position).id) }
        var new = LeafReader(after.tree)
        plan.perform(on: &content) { new.element(at: $0) }
    }

    /// Does the same after checking that each item is updated by one with the same id.
    ///
    /// That is so for every difference, but moves that were decoded can lead elsewhere.
    static func applyItemByItem(_ update: Update<ListSnapshot>, to content: inout [Item]) throws(UpdateError) {
        var structure = update.changes
        structure.updates = PositionPairs()
        var arranged = content
        try apply(Update(before: update.before, after: update.after, changes: structure), to: &arranged)
        for pair in update.changes.updates {
            guard arranged.indices.contains(pair.after), let item = update.after[pair.after],
                areSameKey(arranged[pair.after].id, item.id)
            else { throw .inconsistent("the item updated at \(pair.after) is another one") }
        }
        try apply(update, to: &content)
    }
}

extension UpdateError {
    @usableFromInline
    static func baseMismatch(_ message: String) -> UpdateError {
        UpdateError(code: .baseMismatch, message: message)
    }

    @usableFromInline
    static func baseMismatch(_ count: Int, of expected: Int, _ noun: String) -> UpdateError {
        .baseMismatch("the array has \(count) \(noun); the update starts from \(expected)")
    }

    @usableFromInline
    static func baseMismatch(at position: Int) -> UpdateError {
        .baseMismatch("the item at \(position) is not the one the update speaks of")
    }

    @usableFromInline
    static func inconsistent(_ message: String) -> UpdateError {
        UpdateError(code: .inconsistent, message: message)
    }
}
