/// Keeps the items of a list whose ids another list has, or has not; see ``DerivableSource/intersection(_:)`` and
/// ``DerivableSource/subtracting(_:)``.
@usableFromInline
package struct MembershipOperator<Item, Other>: PairOperator, ~Copyable
where
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable,
    Other: Identifiable & Equatable & Sendable, Other.ID == Item.ID
{
    @usableFromInline var draft = ScreenedDraft<Item>(lists: 1)
    /// The ids of the other list.
    @usableFromInline var members: KeySet<Item.ID> = []
    /// Whether it is members that are kept, or all others.
    @usableFromInline let keepsMembers: Bool
    /// How many changes are too few to go through everything for, however little there is.
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
        let isMuch = changes > fewest + draft.count / 8
        let keepsMembers = keepsMembers
        if let first, !isMuch {
            let members = members
            draft.follow(first, of: 0) { members.contains($0) == keepsMembers }
        }
        if let second {
            for position in second.changes.deletions {
                let id = second.before.tree.element(at: position).id
                members.remove(id)
                if !isMuch { toggle(id, isShown: !keepsMembers) }
            }
            for range in second.changes.insertions.ranges {
                if members.isEmpty { members.reserveCapacity(range.count) }
                second.after.forEach(in: range) { _, item in members.insert(item.id) }
                if isMuch { continue }
                second.after.forEach(in: range) { _, item in toggle(item.id, isShown: keepsMembers) }
            }
        }
        if isMuch {
            let members = members
            draft.remake([first?.after ?? draft.lists[0]]) { id, _ in members.contains(id) == keepsMembers }
        }
        return draft.snapshot
    }

    @inlinable
    mutating func toggle(_ id: Item.ID, isShown: Bool) {
        if isShown { draft.show(id, of: 0) } else { draft.hide(id) }
    }
}
