/// Keeps or drops the items of a list whose ids another list has; see ``DerivableSource/intersection(_:)`` and
/// ``DerivableSource/subtracting(_:)``.
@usableFromInline
package struct MembershipOperator<Item, Other>: PairOperator, ~Copyable
where
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable,
    Other: Identifiable & Equatable & Sendable, Other.ID == Item.ID
{
    @usableFromInline var draft = ScreenedDraft<Item>(lists: 1)
    /// The ids of the other list.
    @usableFromInline var members: KeySet<Item.ID> = KeySet()
    /// The other list.
    @usableFromInline var others = ListSnapshot<Other>()
    /// Whether to keep the members; otherwise it keeps all other items.
    @usableFromInline let keepsMembers: Bool
    /// Up to this many changes, the operator never rebuilds everything.
    @usableFromInline let fewest: Int

    @inlinable
    package init(keepsMembers: Bool, goingThroughAllFrom fewest: Int = 64) {
        self.keepsMembers = keepsMembers
        self.fewest = fewest
    }

    @inlinable
    package mutating func apply(
        _ first: Update<ListSnapshot<Item>>?,
        _ second: Update<ListSnapshot<Other>>?
    ) -> ListSnapshot<Item> {
        let (deletions, insertions) = (second?.changes.deletions, second?.changes.insertions)
        let changes = (first?.changes.count ?? 0) + (deletions?.count ?? 0) + (insertions?.count ?? 0)
        let list = first?.after ?? draft.lists[0]
        if let second { others = second.after }
        if changes > fewest + draft.count / 8 {
            if let second { note(second) { _, _, _ in } }
            remake(list)
            return draft.snapshot
        }
        do {
            try follow(first, second)
        } catch {
            draft.startOver()
            members.removeAll()
            others.forEach { members.insert($0.id) }
            remake(list)
        }
        return draft.snapshot
    }

    @inlinable
    mutating func follow(
        _ first: Update<ListSnapshot<Item>>?,
        _ second: Update<ListSnapshot<Other>>?
    ) throws(LostTrack) {
        if let first {
            let (members, keepsMembers) = (members, keepsMembers)
            try draft.follow(first, of: 0) { members.contains($0) == keepsMembers }
        }
        guard let second else { return }
        try note(second) { operation, id, isMember throws(LostTrack) in
            if isMember == operation.keepsMembers {
                try operation.draft.show(id, of: 0)
            } else {
                try operation.draft.hide(id)
            }
        }
    }

    /// Updates the ids of the other list, and calls `body` after each id it removes or adds.
    @inlinable
    mutating func note<Failure: Error>(
        _ update: Update<ListSnapshot<Other>>,
        _ body: (inout MembershipOperator, _ id: Item.ID, _ isMember: Bool) throws(Failure) -> Void
    ) throws(Failure) {
        for position in update.changes.deletions {
            let id = update.before.tree.element(at: position).id
            members.remove(id)
            try body(&self, id, false)
        }
        for range in update.changes.insertions.ranges {
            if members.isEmpty { members.reserveCapacity(range.count) }
            for position in range {
                let id = update.after.tree.element(at: position).id
                members.insert(id)
                try body(&self, id, true)
            }
        }
    }

    @inlinable
    mutating func remake(_ list: ListSnapshot<Item>) {
        let (members, keepsMembers) = (members, keepsMembers)
        draft.remake([list]) { id, _ in members.contains(id) == keepsMembers }
    }
}
