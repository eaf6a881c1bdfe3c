/// Concatenates lists, each id once; see ``DerivableSource/merged(with:)``.
@usableFromInline
package struct MergeOperator<Item: Identifiable & Equatable & Sendable>: IncrementalManyOperator, ~Copyable
where Item.ID: Sendable {
    @usableFromInline package typealias Input = ListSnapshot<Item>
    @usableFromInline package typealias Output = ListSnapshot<Item>

    @usableFromInline var draft = ScreenedDraft<Item>(lists: 0)
    /// For each id in more than one list, the numbers of those lists, ascending.
    @usableFromInline var holders: KeyTable<Item.ID, [Int]> = KeyTable()
    @usableFromInline package var policy = RebuildPolicy(from: 64, share: 8)

    @inlinable
    package init() {}

    /// The number of hidden items, for tests.
    package var hiddenCount: Int { draft.hidden.draft.count }

    @inlinable package var states: [ListSnapshot<Item>] { draft.lists }
    @inlinable package var itemCount: Int { draft.count }
    @inlinable package var snapshot: ListSnapshot<Item> { draft.snapshot }

    @inlinable
    package mutating func startOver() { draft.startOver() }

    @inlinable
    package mutating func follow(_ update: Update<ListSnapshot<Item>>, of list: Int) throws {
        let (before, after, changes) = (update.before, update.after, update.changes)
        // Items to show from a later list after they are deleted from this one.
        var heirs: [(id: Item.ID, list: Int)] = []
        for position in changes.deletions {
            let id = before.tree.element(at: position).id
            guard var known = holders[id] else { continue }
            let isShown = known[0] == list
            known.removeAll { $0 == list }
            if known.isEmpty { throw LostTrack() }
            holders[id] = known.count > 1 ? known : nil
            if isShown { heirs.append((id, known[0])) }
        }
        var shared = KeySet<Item.ID>()
        for position in changes.insertions {
            let id = after.tree.element(at: position).id
            var known: [Int]
            if let several = holders[id] {
                known = several
            } else if let place = draft.place(of: id) {
                known = [place.list]
            } else {
                continue
            }
            if list < known[0] { try draft.hide(id) } else { shared.insert(id) }
            known.append(list)
            known.sort()
            holders[id] = known
        }
        for pair in changes.updates {
            let id = after.tree.element(at: pair.after).id
            if draft.isHidden(id, in: list) { shared.insert(id) }
        }
        try draft.follow(update, of: list) { !shared.contains($0) }
        for heir in heirs { try draft.show(heir.id, of: heir.list) }
    }

    @inlinable
    package mutating func build(_ lists: [ListSnapshot<Item>]) {
        holders.removeAll()
        var seen: KeyTable<Item.ID, Int> = KeyTable()
        seen.reserveCapacity(lists.reduce(0) { $0 + $1.count })
        var shared: KeyTable<Item.ID, [Int]> = KeyTable()
        draft.remake(lists) { id, list in
            if lists.count == 1 { return true }
            guard let first = seen.updateValue(list, forKey: id) else { return true }
            shared[id, default: [first]].append(list)
            return false
        }
        holders = shared
    }
}
