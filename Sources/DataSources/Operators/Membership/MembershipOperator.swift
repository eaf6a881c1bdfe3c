/// Keeps or drops the items of a list whose ids another list has; see ``DerivableSource/intersection(_:)`` and
/// ``DerivableSource/subtracting(_:)``.
@usableFromInline
package struct MembershipOperator<Item, Other>: IncrementalPairOperator, ~Copyable
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
    @usableFromInline package var policy = RebuildPolicy(from: 64, share: 8)

    @inlinable
    package init(keepsMembers: Bool) {
        self.keepsMembers = keepsMembers
    }

    @inlinable package var states: (ListSnapshot<Item>, ListSnapshot<Other>) { (draft.lists[0], others) }
    @inlinable package var itemCount: Int { draft.count }
    @inlinable package var snapshot: ListSnapshot<Item> { draft.snapshot }

    @inlinable
    package func edits(for first: Update<ListSnapshot<Item>>?, _ second: Update<ListSnapshot<Other>>?) -> Int {
        let changes = second?.changes
        return (first?.changes.count ?? 0) + (changes?.deletions.count ?? 0) + (changes?.insertions.count ?? 0)
    }

    @inlinable
    package mutating func build(_ list: ListSnapshot<Item>, _ others: ListSnapshot<Other>) {
        self.others = others
        members.removeAll()
        others.forEach { members.insert($0.id) }
        remake(list)
    }

    @inlinable
    package mutating func rebuild(_ first: Update<ListSnapshot<Item>>?, _ second: Update<ListSnapshot<Other>>?) {
        if let second { note(second) { _, _, _ in } }
        remake(first?.after ?? draft.lists[0])
    }

    @inlinable
    package mutating func startOver() { draft.startOver() }

    @inlinable
    package mutating func follow(
        _ first: Update<ListSnapshot<Item>>?, _ second: Update<ListSnapshot<Other>>?
    ) throws {
        if let first {
            let (members, keepsMembers) = (members, keepsMembers)
            try draft.follow(first, of: 0) { members.contains($0) == keepsMembers }
        }
        guard let second else { return }
        try note(second) { operation, id, isMember throws in
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
        others = update.after
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
