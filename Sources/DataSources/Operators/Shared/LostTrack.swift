/// An error that says an operator's state no longer matches its input.
///
/// It is thrown only if ids or keys change in place or contradict themselves. The operator that catches it rebuilds
/// from the whole upstream snapshot, with the current ids and keys. So no value of a user's type traps (law 15).
@usableFromInline
package struct LostTrack: Error {
    @inlinable
    init() {}
}

extension ListDraft {
    /// Performs edits that fail only if ids misbehave.
    @inlinable
    mutating func track<Result>(_ edit: (inout ListDraft) throws(EditError) -> Result) throws(LostTrack) -> Result {
        do {
            return try edit(&self)
        } catch {
            throw LostTrack()
        }
    }

    /// Makes the list equal to `items`, whatever their ids.
    ///
    /// If ids misbehave, the list may contain the same id twice.
    ///
    /// - Complexity: O(*n*) expected.
    @inlinable
    mutating func show(_ items: ContiguousArray<Item>) {
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

extension SectionedDraft {
    /// Performs edits that fail only if ids misbehave, as on ``ListDraft``.
    @inlinable
    mutating func track<Result>(_ edit: (inout SectionedDraft) throws(EditError) -> Result) throws(LostTrack) -> Result
    {
        do {
            return try edit(&self)
        } catch {
            throw LostTrack()
        }
    }

    /// Makes the sections equal to `sections`, whatever their ids, as on ``ListDraft``.
    ///
    /// - Complexity: O(*n*) expected.
    @inlinable
    mutating func show(_ sections: [ItemSection<Header, Item>]) {
        if !isEmpty {
            do {
                try replaceAll(with: sections)
                if hasShape(of: sections) { return }
            } catch {}
            self = itemIndex.knowsIDs ? SectionedDraft() : SectionedDraft(byPosition: ())
        }
        var headers = sections.lazy.map(\.header).makeIterator()
        // `load` asks for the headers in the order of the groups.
        load(sections.map { ($0.id, $0.tree.elements) }) { _, _ in headers.next()! }
    }

    /// Whether there are as many sections as in `others`, each with as many items.
    ///
    /// - Complexity: O(*s*)
    @inlinable
    func hasShape(of others: [ItemSection<Header, Item>]) -> Bool {
        guard sections.count == others.count else { return false }
        var (records, rest) = (ChunkTree<Record>.Iterator(sections), others.makeIterator())
        while let record = records.next(), let other = rest.next() {
            if record.tree.count != other.tree.count { return false }
        }
        return true
    }
}

/// Rereads two ids that differed, to find out whether a closure has changed an item's id.
///
/// - Returns: `false` if the ids differ from one reading to the next, so their difference proves nothing.
@inlinable @inline(never)
func areOtherKeys<Key: Equatable>(_ made: () -> Key, _ given: () -> Key) -> Bool {
    let (first, second) = (made(), given())
    return (0..<16).allSatisfy { _ in
        let (left, right) = (made(), given())
        return areSameKey(left, first) && areSameKey(right, second) && !areSameKey(left, right)
    }
}
