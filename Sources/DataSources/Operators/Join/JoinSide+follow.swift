extension JoinSide {
    /// Follows an update, change by change.
    ///
    /// - Complexity: O(*k* log *n*).
    @inlinable
    mutating func follow(_ update: Update<ListSnapshot<Item>>) -> JoinTurn<Item.ID, Key> {
        let (after, changes, key) = (update.after, update.changes, key)
        var turn = JoinTurn<Item.ID, Key>()
        var entries: [Int: Entry] = [:]
        for position in (Array(changes.insertions) + changes.updates.map(\.after)).sorted() {
            let item = after.tree.element(at: position)
            let entry = Entry(id: item.id, value: key(item))
            entries[position] = entry
            turn.fresh.append((entry.id, entry.value, position))
        }
        sort(changes, entries, into: &turn)
        for entry in turn.leaving { leave(entry.id, entry.key, &turn.presence) }
        for entry in turn.arriving { enter(entry.id, entry.key, &turn.presence) }
        roster.certainly { roster throws(EditError) in
            try roster.replay(changes) { position in
                guard let entry = entries[position] else { preconditionFailure("a join lost the key at \(position)") }
                return entry
            }
        }
        items = after
        return turn
    }

    /// Tells the changes apart.
    @inlinable
    func sort(_ changes: ListChanges, _ entries: [Int: Entry], into turn: inout JoinTurn<Item.ID, Key>) {
        let moved = changes.updates.isEmpty ? [] : Set(changes.moves.lazy.map(\.after))
        for position in changes.deletions {
            let entry = roster.tree.element(at: position)
            turn.leaving.append((entry.id, entry.value, position))
        }
        for pair in changes.updates {
            guard let new = entries[pair.after] else { continue }
            let old = roster.tree.element(at: pair.before)
            if old.value == new.value, !moved.contains(pair.after) {
                turn.refreshed.append((new.id, new.value, pair.after))
            } else {
                turn.leaving.append((old.id, old.value, pair.before))
                turn.arriving.append((new.id, new.value, pair.after))
            }
        }
        for pair in changes.moves where entries[pair.after] == nil {
            let entry = roster.tree.element(at: pair.before)
            turn.moving.append((entry.id, entry.value, pair.before, pair.after))
        }
        for position in changes.insertions {
            if let entry = entries[position] { turn.arriving.append((entry.id, entry.value, position)) }
        }
    }

    @inlinable
    mutating func enter(_ id: Item.ID, _ key: Key, _ presence: inout [Key: Bool]) {
        let place = groups.index(forKey: key)
        if presence[key] == nil { presence[key] = place != nil }
        if let place { groups.values[place].insert(id) } else { groups[key] = JoinGroup(id) }
    }

    @inlinable
    mutating func leave(_ id: Item.ID, _ key: Key, _ presence: inout [Key: Bool]) {
        if presence[key] == nil { presence[key] = true }
        guard let place = groups.index(forKey: key) else { preconditionFailure("a join lost the key \(key)") }
        if !groups.values[place].remove(id) { groups.remove(at: place) }
    }

    /// The keys that have items now and had none, and those that had some and have none.
    @inlinable
    func wonAndLost(_ presence: [Key: Bool]) -> (won: [Key], lost: [Key]) {
        var (won, lost): ([Key], [Key]) = ([], [])
        for (key, wasThere) in presence where wasThere != (groups[key] != nil) {
            if wasThere { lost.append(key) } else { won.append(key) }
        }
        return (won, lost)
    }

    /// Follows an update by going through the whole list.
    ///
    /// - Complexity: O(*n*).
    @inlinable
    mutating func followThroughout(_ update: Update<ListSnapshot<Item>>) {
        let key = key
        var (inserted, updates) = (update.changes.insertions.ranges[...], PairCursor(update.changes.updates))
        var entries: ContiguousArray<Entry> = []
        entries.reserveCapacity(update.after.count)
        var iterator = update.after.makeIterator()
        var position = 0
        while let item = iterator.next() {
            while let range = inserted.first, range.upperBound <= position { inserted.removeFirst() }
            let isFresh = inserted.first?.contains(position) ?? false || updates.take(at: position) != nil
            if !isFresh, let entry = roster[id: item.id] {
                entries.append(entry)
            } else {
                entries.append(Entry(id: item.id, value: key(item)))
            }
            position += 1
        }
        items = update.after
        roster.certainly { roster throws(EditError) in try roster.replaceAll(with: entries) }
        groups.removeAll(keepingCapacity: true)
        for entry in entries {
            // One look for the key.
            let place = groups.index(forKey: entry.value)
            if let place { groups.values[place].insert(entry.id) } else { groups[entry.value] = JoinGroup(entry.id) }
        }
    }
}
