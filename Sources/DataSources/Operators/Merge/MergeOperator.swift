/// Concatenates lists, each id once; see ``DerivableSource/merged(with:)`` and
/// ``DerivableSource/merged(with:preferring:)``.
///
/// Of several items with one id, that of the first list is shown. With a rule, the first list's is compared with the
/// second's, the preferred one of them with the third's, and so on.
@usableFromInline
package struct MergeOperator<Item: Identifiable & Equatable & Sendable>: IncrementalManyOperator, ~Copyable
where Item.ID: Sendable {
    @usableFromInline package typealias Input = ListSnapshot<Item>
    @usableFromInline package typealias Output = ListSnapshot<Item>

    @usableFromInline var draft = ScreenedDraft<Item>(lists: 0)
    /// For each id in more than one list, the numbers of those lists, ascending.
    @usableFromInline var holders: KeyTable<Item.ID, [Int]> = KeyTable()
    /// Whether the first item wins over the second, which is from an earlier list; without it, none does.
    @usableFromInline let isPreferred: (@Sendable (Item, Item) -> Bool)?
    @usableFromInline package var policy = RebuildPolicy(from: 64, share: 8)

    @inlinable
    package init(preferring isPreferred: (@Sendable (Item, Item) -> Bool)? = nil) {
        self.isPreferred = isPreferred
    }

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
        // The lists that have each id whose winner may be another one, after the update.
        var touched: KeyTable<Item.ID, [Int]> = KeyTable()
        for position in changes.deletions {
            let id = before.tree.element(at: position).id
            guard var known = holders[id] else { continue }
            known.removeAll { $0 == list }
            if known.isEmpty { throw LostTrack() }
            holders[id] = known.count > 1 ? known : nil
            touched[id] = known
        }
        var hidden = KeySet<Item.ID>()
        for position in changes.insertions {
            let id = after.tree.element(at: position).id
            guard var known = holders[id] ?? draft.place(of: id).map({ [$0.list] }) else { continue }
            known.append(list)
            known.sort()
            holders[id] = known
            touched[id] = known
            hidden.insert(id)
        }
        for pair in changes.updates {
            let id = after.tree.element(at: pair.after).id
            guard let known = holders[id] else { continue }
            touched[id] = known
            if draft.isHidden(id, in: list) { hidden.insert(id) }
        }
        try draft.follow(update, of: list) { !hidden.contains($0) }
        for (id, lists) in touched { try settle(id, among: lists) }
    }

    /// Shows the preferred item with an id.
    @inlinable
    mutating func settle(_ id: Item.ID, among lists: [Int]) throws {
        let (best, shown) = (try winner(of: id, among: lists), draft.place(of: id)?.list)
        if best == shown { return }
        if shown != nil { try draft.hide(id) }
        try draft.show(id, of: best)
    }

    /// The list whose item with an id is preferred.
    @inlinable
    func winner(of id: Item.ID, among lists: [Int]) throws -> Int {
        guard let isPreferred else { return lists[0] }
        var best: (list: Int, item: Item)?
        for list in lists {
            guard let item = draft.item(id, of: list) else { throw LostTrack() }
            if let known = best, !isPreferred(item, known.item) { continue }
            best = (list, item)
        }
        return best?.list ?? lists[0]
    }

    @inlinable
    package mutating func build(_ lists: [ListSnapshot<Item>]) {
        holders.removeAll()
        let count = lists.reduce(0) { $0 + $1.count }
        var shared: KeyTable<Item.ID, [Int]> = KeyTable()
        if let isPreferred {
            var best: KeyTable<Item.ID, (list: Int, item: Item)> = KeyTable()
            best.reserveCapacity(count)
            for (list, items) in lists.enumerated() {
                for item in items {
                    guard let known = best[item.id] else {
                        best[item.id] = (list, item)
                        continue
                    }
                    // The lists before this one that have the id: those recorded, or only the one that is known.
                    shared[item.id, default: [known.list]].append(list)
                    if isPreferred(item, known.item) { best[item.id] = (list, item) }
                }
            }
            draft.remake(lists) { id, list in best[id].map { $0.list == list } ?? true }
        } else {
            var seen: KeyTable<Item.ID, Int> = KeyTable()
            seen.reserveCapacity(count)
            draft.remake(lists) { id, list in
                if lists.count == 1 { return true }
                guard let first = seen.updateValue(list, forKey: id) else { return true }
                shared[id, default: [first]].append(list)
                return false
            }
        }
        holders = shared
    }
}

extension ScreenedDraft {
    /// The item with this id in a list, shown or hidden; `nil` if the list does not have it.
    @inlinable
    func item(_ id: Item.ID, of list: Int) -> Item? {
        if let place = place(of: id), place.list == list { return lists[list][place.position - place.base] }
        guard let row = hidden.draft.position(of: Hidden(id, in: list).id) else { return nil }
        return lists[list][hidden.weights.position(ofSum: row) - base(of: list)]
    }
}
