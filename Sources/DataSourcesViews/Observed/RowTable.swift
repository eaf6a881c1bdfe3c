/// The row objects of one list, and the edits that its source has not confirmed.
final class RowTable<Item: Identifiable & Equatable & Sendable> where Item.ID: Sendable {
    private var cache: ObjectCache<Item.ID, ObservedRow<Item>>
    let isEditable: Bool
    /// In the order in which they were made, each with its row, which stays until then.
    private var edits: [(edit: UnconfirmedEdit<Item>, row: ObservedRow<Item>)] = []
    private var editsMade = 0
    /// Wakes the task that makes edits.
    var wake: AsyncStream<Void>.Continuation?

    init(limit: Int, isEditable: Bool) {
        cache = ObjectCache(limit: limit)
        self.isEditable = isEditable
    }

    /// The number of row objects in memory, apart from those that only others hold.
    var count: Int { cache.count }

    /// The oldest edit that is to be made.
    var nextEdit: UnconfirmedEdit<Item>? { edits.first?.edit }

    /// The row of the item with an id of the current state, if there is an object for it.
    func row(inMemory id: Item.ID) -> ObservedRow<Item>? { cache.find(id) }

    /// The row of an item of the current state.
    func row(for item: Item) -> ObservedRow<Item> {
        if let row = cache.find(item.id) { return row }
        let row = ObservedRow(item, table: self)
        for old in cache.insert(row, for: item.id) { old.release() }
        return row
    }

    /// The row of an item of a former state: it may have gone.
    func row(forFormer item: Item) -> ObservedRow<Item> {
        cache.find(item.id) ?? ObservedRow(item, table: nil)
    }

    func enqueue(_ edit: @escaping ItemEdit<Item>, of row: ObservedRow<Item>) {
        editsMade += 1
        edits.append((UnconfirmedEdit(number: editsMade, id: row.id, edit: edit), row))
        wake?.yield()
    }

    /// The source has made or refused an edit; returns its row.
    func editSettled(_ edit: UnconfirmedEdit<Item>, _ error: (any Error)?) -> ObservedRow<Item>? {
        guard let place = edits.firstIndex(where: { $0.edit.number == edit.number }) else { return nil }
        let row = edits.remove(at: place).row
        row.reject(error)
        return row
    }

    /// Follows a change of items.
    ///
    /// A row with unconfirmed edits stays as it is: the source may have made them already or not.
    ///
    /// - Parameters:
    ///   - changed: The new content of items that stay.
    ///   - removed: The items that have gone.
    ///   - settled: A row with an edit that has been settled: it shows what the source has, with the edits that remain.
    /// - Returns: What changes.
    func mutations(
        changed: [Item.ID: Item], removed: Set<Item.ID>, settled: ObservedRow<Item>? = nil
    ) -> [ObservedMutation] {
        var mutations: [ObservedMutation] = []
        func follow(_ row: ObservedRow<Item>) {
            if removed.contains(row.id) {
                mutations.append(row.removal())
                // Only then: whoever reads before must not be given another object.
                mutations.append(ObservedMutation(apply: { self.cache.remove(row.id) }))
            } else if row === settled {
                let item = changed[row.id] ?? row.confirmed
                mutations.append(row.mutation(confirmed: item, shown: withEdits(item)))
            } else if let item = changed[row.id] {
                let isEdited = edits.contains { $0.row === row }
                mutations.append(row.mutation(confirmed: item, shown: isEdited ? nil : item))
            }
        }
        if changed.count + removed.count < cache.count {
            for id in changed.keys { if let row = cache.peek(id), row !== settled { follow(row) } }
            for id in removed { if let row = cache.peek(id), row !== settled { follow(row) } }
        } else {
            for row in cache.objects where row !== settled { follow(row) }
        }
        if let settled, settled.isKept { follow(settled) }
        return mutations
    }

    private func withEdits(_ item: Item) -> Item {
        var item = item
        for (edit, _) in edits where edit.id == item.id { edit.edit(&item) }
        return item
    }
}
