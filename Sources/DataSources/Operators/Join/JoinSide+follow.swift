extension JoinSide {
    /// Follows an update, change by change.
    ///
    /// - Complexity: O(*k* log *n*).
    @inlinable
    mutating func follow(_ update: Update<ListSnapshot<Item>>) throws -> JoinDelta<Key> {
        let changes = update.changes
        var delta = JoinDelta<Key>()
        delta.fresh = freshKeys(in: update)
        let keys = Dictionary(uniqueKeysWithValues: delta.fresh.lazy.map { ($0.after, $0.key) })
        let shifts = sort(changes, keys)
        for (was, _) in shifts.leaving { delta.presence[was.tag] = true }
        for (key, _) in shifts.arriving where delta.presence[key] == nil { delta.presence[key] = groups[key] != nil }
        for (was, before) in shifts.leaving { delta.leaving.append((was.tag, try leave(was), before)) }
        var departures: [JoinDelta<Key>.Departure] = []
        for (was, pair) in shifts.moving { departures.append((was.tag, try leave(was), pair.before)) }
        try relabel(changes, keys, rekeyed: Set(shifts.arriving.lazy.map(\.after)))
        for (key, after) in shifts.arriving {
            labels.setTag(key, at: after)
            delta.arriving.append((key, enter(labels[after]), after))
        }
        for (departure, (was, pair)) in zip(departures, shifts.moving) {
            delta.moving.append((departure, (was.tag, enter(labels[pair.after]), pair.after)))
        }
        for (key, after) in shifts.refreshed {
            guard let group = groups.index(forKey: key) else { throw LostTrack() }
            delta.refreshed.append((key, try groups.values[group].knownRank(of: labels[after].label), after))
        }
        items = update.after
        return delta
    }

    /// Computes the keys of inserted and updated items, in the order of positions.
    @inlinable
    func freshKeys(in update: Update<ListSnapshot<Item>>) -> [(key: Key, after: Int)] {
        update.changes.freshPositions.map { (key(update.after.tree.element(at: $0)), $0) }
    }

    /// Changes sorted by kind, with the former labels of their items.
    @usableFromInline typealias Shifts = (
        leaving: [(was: Labelled<Key>, before: Int)], arriving: [(key: Key, after: Int)],
        moving: [(was: Labelled<Key>, pair: PositionPair<Int>)], refreshed: [(key: Key, after: Int)]
    )

    @inlinable
    func sort(_ changes: ListChanges, _ keys: [Int: Key]) -> Shifts {
        var shifts: Shifts = ([], [], [], [])
        let moved = changes.updates.isEmpty ? [] : Set(changes.moves.lazy.map(\.after))
        for position in changes.deletions { shifts.leaving.append((labels[position], position)) }
        for pair in changes.updates {
            guard let key = keys[pair.after] else { continue }
            let was = labels[pair.before]
            if areSameKey(was.tag, key), !moved.contains(pair.after) {
                shifts.refreshed.append((key, pair.after))
            } else {
                shifts.leaving.append((was, pair.before))
                shifts.arriving.append((key, pair.after))
            }
        }
        for pair in changes.moves where keys[pair.after] == nil {
            shifts.moving.append((labels[pair.before], pair))
        }
        for position in changes.insertions {
            if let key = keys[position] { shifts.arriving.append((key, position)) }
        }
        return shifts
    }

    /// Updates the labels, and the groups of items that stay or move with their keys unchanged.
    @inlinable
    mutating func relabel(_ changes: ListChanges, _ keys: [Int: Key], rekeyed: Set<Int>) throws {
        let relabelling = labels.follow(changes) { position in
            guard let key = keys[position] else { preconditionFailure("a join lost the key at \(position)") }
            return key
        }
        switch relabelling {
        case .items(let relabelled):
            // Look up all ranks before any label changes.
            var places: [(place: KeyTable<Key, LabelGroup>.Index, rank: Int, position: Int)] = []
            for (position, old) in relabelled where !rekeyed.contains(position) {
                guard let place = groups.index(forKey: labels[position].tag) else { continue }
                places.append((place, try groups.values[place].knownRank(of: old), position))
            }
            for (place, rank, position) in places { groups.values[place].put(labels[position].label, at: rank) }
        case .everything:
            // The list was short; arriving items are entered later.
            let arrived = Set(changes.arrivals.joined())
            groups.removeAll(keepingCapacity: true)
            for position in 0..<labels.count where !arrived.contains(position) && !rekeyed.contains(position) {
                _ = enter(labels[position])
            }
        }
    }

    /// Adds an item to the group of its key.
    ///
    /// - Returns: Its rank in the group.
    @inlinable
    mutating func enter(_ item: Labelled<Key>) -> Int {
        if let place = groups.index(forKey: item.tag) { return groups.values[place].insert(item.label) }
        groups[item.tag] = LabelGroup(item.label)
        return 0
    }

    /// Removes an item from the group of its key.
    ///
    /// - Returns: Its former rank in the group.
    @inlinable
    mutating func leave(_ item: Labelled<Key>) throws -> Int {
        guard let place = groups.index(forKey: item.tag) else { throw LostTrack() }
        let rank = try groups.values[place].knownRank(of: item.label)
        if groups.values[place].isSingle {
            groups.remove(at: place)
            return 0
        }
        groups.values[place].remove(at: rank)
        return rank
    }

    /// The keys that gained their first item, and the keys that lost their last.
    @inlinable
    func wonAndLost(_ presence: KeyTable<Key, Bool>) -> (won: [Key], lost: [Key]) {
        var (won, lost): ([Key], [Key]) = ([], [])
        for (key, wasThere) in presence where wasThere != (groups[key] != nil) {
            if wasThere { lost.append(key) } else { won.append(key) }
        }
        return (won, lost)
    }

    /// Follows an update in one pass over the whole list.
    ///
    /// - Complexity: O(*n*), and O(*k* log *n*).
    @inlinable
    mutating func followThroughout(_ update: Update<ListSnapshot<Item>>) {
        items = update.after
        if update.before.isEmpty {
            let tree = items.tree
            var keys: ContiguousArray<Key> = []
            keys.reserveCapacity(items.count)
            tree.forEachLeaf { part, _ in for item in part { keys.append(key(item)) } }
            labels.load(count: keys.count) { keys[$0] }
        } else {
            var keys = freshKeys(in: update)[...]
            let fresh = keys
            _ = labels.follow(update.changes) { position in
                while let next = keys.first, next.after < position { keys.removeFirst() }
                guard let next = keys.first, next.after == position else {
                    preconditionFailure("a join lost the key at \(position)")
                }
                return next.key
            }
            for (key, after) in fresh { labels.setTag(key, at: after) }
        }
        groups.removeAll(keepingCapacity: true)
        labels.list.forEach { item in
            // One lookup of the key.
            if let place = groups.index(forKey: item.tag) {
                groups.values[place].append(item.label)
            } else {
                groups[item.tag] = LabelGroup(item.label)
            }
        }
    }
}
