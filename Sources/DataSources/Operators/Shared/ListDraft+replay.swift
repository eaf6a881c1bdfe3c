extension ListDraft {
    /// Applies the changes of another list to this one, whose items correspond to the other's by position.
    ///
    /// A moved item keeps its counterpart; inserted and updated items get a new one from `make`.
    ///
    /// - Parameters:
    ///   - changes: Changes of a list that was as long as this one.
    ///   - make: Makes the item for a position after the changes.
    /// - Throws: ``EditError`` if two items have the same id, or a position is out of bounds; the draft is then
    ///   inconsistent.
    /// - Complexity: O(*k* log *n*); calls `make` once for each insertion and each update.
    @inlinable
    public mutating func replay(_ changes: ListChanges, make: (_ position: Int) -> Item) throws(EditError) {
        var moved: [Int: Item] = [:]
        for pair in changes.moves {
            guard let item = self[pair.before] else { throw .position(pair.before, of: "move", outside: 0..<count) }
            moved[pair.after] = item
        }
        for range in changes.departures.reversed() { try removeSubrange(range) }
        for range in changes.arrivals {
            try insert(contentsOf: range.map { moved[$0] ?? make($0) }, at: range.lowerBound)
        }
        for pair in changes.updates {
            guard let old = self[pair.after] else { throw .position(pair.after, of: "update", outside: 0..<count) }
            let new = make(pair.after)
            if areSameKey(old.id, new.id) {
                put(new, at: pair.after)
            } else {
                try replaceSubrange(pair.after..<pair.after + 1, with: CollectionOfOne(new))
            }
        }
    }
}

extension ListDraft {
    /// Performs edits of a draft that tracks positions only and follows a snapshot.
    ///
    /// They cannot fail: no id is checked.
    @inlinable
    mutating func certainly<Result>(_ edit: (inout ListDraft) throws(EditError) -> Result) -> Result {
        do {
            return try edit(&self)
        } catch {
            preconditionFailure("an operator lost its place: \(error)")
        }
    }

    /// Makes the list equal to `items`, whatever their ids.
    ///
    /// If ids misbehave, the list may contain the same id twice.
    ///
    /// - Complexity: O(*n*) expected.
    @inlinable
    package mutating func show(_ items: ContiguousArray<Item>) {
        if !isEmpty {
            do {
                try replaceAll(with: items)
                if count == items.count { return }
            } catch {}
            self = knowsIDs ? ListDraft() : ListDraft(byPosition: ())
        }
        load(count: items.count) { items[$0] }
    }
}
