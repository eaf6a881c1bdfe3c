/// An operator does not find what has to be there.
///
/// It is thrown when ids or keys change in place or contradict themselves, and only then. The operator that catches it
/// starts over from the whole state upstream. So no value of a user's type traps (law 15), and what is shown belongs to
/// what the ids and keys are by then.
@usableFromInline
package struct LostTrack: Error {
    @inlinable
    init() {}
}

extension ListDraft {
    /// Makes edits that are only refused when ids misbehave.
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
    /// Where ids misbehave there may be the same one twice then.
    ///
    /// - Complexity: O(*n*) expected.
    @inlinable
    mutating func show(_ items: ContiguousArray<Item>) {
        if !isEmpty {
            do {
                return try replaceAll(with: items)
            } catch {
                self = knowsIDs ? ListDraft() : ListDraft(byPosition: ())
            }
        }
        load(count: items.count) { items[$0] }
    }
}

extension SectionedDraft {
    /// Makes edits that are only refused when ids misbehave: as on ``ListDraft``.
    @inlinable
    mutating func track<Result>(_ edit: (inout SectionedDraft) throws(EditError) -> Result) throws(LostTrack) -> Result
    {
        do {
            return try edit(&self)
        } catch {
            throw LostTrack()
        }
    }

    /// Makes the sections equal to `sections`, whatever their ids: as on ``ListDraft``.
    ///
    /// - Complexity: O(*n*) expected.
    @inlinable
    mutating func show(_ sections: [Section<Header, Item>]) {
        if !isEmpty {
            do {
                return try replaceAll(with: sections)
            } catch {
                self = itemIndex.knowsIDs ? SectionedDraft() : SectionedDraft(byPosition: ())
            }
        }
        var headers = sections.lazy.map(\.header).makeIterator()
        // It asks for the headers of the groups one after the other.
        load(sections.map { ($0.id, $0.tree.elements) }) { _, _ in headers.next()! }
    }
}

/// Reads two ids that differed, to find out whether a closure has given an item another one.
///
/// - Returns: `false` when ids change from one reading to the next: then nothing follows from a difference.
@inlinable @inline(never)
func areOtherKeys<Key: Equatable>(_ made: () -> Key, _ given: () -> Key) -> Bool {
    let (first, second) = (made(), given())
    return (0..<16).allSatisfy { _ in
        let (left, right) = (made(), given())
        return areSameKey(left, first) && areSameKey(right, second) && !areSameKey(left, right)
    }
}
