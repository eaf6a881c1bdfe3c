extension ListDraft {
    /// Makes the changes of another list here, where each of its items has one item at the same position.
    ///
    /// Items that move keep what is here for them; it is made anew for what is inserted and what is updated.
    ///
    /// - Parameters:
    ///   - changes: Changes from a list that is as long as this one.
    ///   - make: Makes the item for a position in the space after.
    /// - Throws: ``EditError`` when items with the same id are made, or the changes name a position that is not there; then
    ///   the draft is somewhere in between.
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
    /// Makes edits of a draft that knows positions only, which are those of a snapshot that is followed.
    ///
    /// They cannot be refused: nobody asks for an id.
    @inlinable
    mutating func certainly<Result>(_ edit: (inout ListDraft) throws(EditError) -> Result) -> Result {
        do {
            return try edit(&self)
        } catch {
            preconditionFailure("an operator lost its place: \(error)")
        }
    }
}
