extension JoinOperator {
    /// How many rows an update of the right side has to do with, or more.
    @inlinable
    func rowsTouched(by turn: JoinTurn<Row.Right.ID, Key>) -> Int {
        var sum = 0
        for entry in turn.leaving { sum += left.groups[entry.key]?.count ?? 1 }
        for entry in turn.arriving { sum += left.groups[entry.key]?.count ?? 1 }
        for entry in turn.moving { sum += left.groups[entry.key]?.count ?? 1 }
        for entry in turn.refreshed { sum += left.groups[entry.key]?.count ?? 1 }
        return sum
    }

    /// Brings the rows to where the right side has gone.
    ///
    /// All left items with one key have the same partners in the same order; so the rank of a right item is looked up
    /// among the rows of one of them.
    @inlinable
    mutating func followRight(_ update: Update<ListSnapshot<Row.Right>>, _ turn: JoinTurn<Row.Right.ID, Key>) {
        // The only one under its key moves past nobody.
        let moving = turn.moving.filter { left.groups[$0.key] == nil || right.groups[$0.key].map(\.count) ?? 0 > 1 }
        for entry in turn.leaving { takeOut(entry.id, entry.key, from: entry.before) }
        for entry in moving { takeOut(entry.id, entry.key, from: entry.before) }
        let (won, lost) = right.wonAndLost(turn.presence)
        for key in won { takeOutLoneLefts(under: key) }
        if Row.keepsLoneRights {
            let base = left.items.count
            for range in update.changes.departures.reversed() {
                rows.weights.removeSubrange(base + range.lowerBound..<base + range.upperBound)
            }
            for range in update.changes.arrivals {
                rows.weights.insert(contentsOf: Array(repeating: 0, count: range.count), at: base + range.lowerBound)
            }
        }
        for entry in turn.arriving { putIn(entry.key, at: entry.after) }
        for entry in moving { putIn(entry.key, at: entry.after) }
        for entry in turn.refreshed { refresh(entry.id, entry.key, at: entry.after) }
        for key in lost { putInLoneLefts(under: key) }
    }

    /// Takes out all rows of a right item.
    @inlinable
    mutating func takeOut(_ id: Row.Right.ID, _ key: Key, from before: Int) {
        guard let group = left.groups[key] else {
            if Row.keepsLoneRights { putLoneRight(at: before, isLone: false) }
            return
        }
        let rank = rank(of: id, in: group)
        for partner in group {
            let place = left.position(of: partner)
            rows.remove(at: rows.weights.sum(upTo: place) + rank)
            rows.weights[place] -= 1
        }
    }

    /// Puts in all rows of the right item at a position.
    @inlinable
    mutating func putIn(_ key: Key, at position: Int) {
        guard let group = left.groups[key] else {
            if Row.keepsLoneRights { putLoneRight(at: position, isLone: true) }
            return
        }
        let item = right.items.tree.element(at: position)
        let rank = rank(for: position, in: group)
        for partner in group {
            let place = left.position(of: partner)
            guard let row = Row.row(left.items.tree.element(at: place), item) else { continue }
            rows.insert(row, at: rows.weights.sum(upTo: place) + rank)
            rows.weights[place] += 1
        }
    }

    /// Gives all rows of the right item at a position its new content.
    @inlinable
    mutating func refresh(_ id: Row.Right.ID, _ key: Key, at position: Int) {
        let item = right.items.tree.element(at: position)
        guard let group = left.groups[key] else {
            if Row.keepsLoneRights, let row = Row.row(nil, item) {
                rows.draft.put(row, at: rows.weights.sum(upTo: left.items.count + position))
            }
            return
        }
        let rank = rank(of: id, in: group)
        for partner in group {
            let place = left.position(of: partner)
            guard let row = Row.row(left.items.tree.element(at: place), item) else { continue }
            rows.draft.put(row, at: rows.weights.sum(upTo: place) + rank)
        }
    }

    /// Which of the rows of each left item in a group is that of a right item.
    @inlinable
    mutating func rank(of id: Row.Right.ID, in group: JoinGroup<Row.Left.ID>) -> Int {
        let units = rows.weights.units(at: left.position(of: group.first))
        // Mostly there are few.
        if units.count <= 64 {
            let first = units.first { rows.draft.tree.element(at: $0).rightID == id }
            if let first { return first - units.lowerBound }
        }
        rows.draft.learnIDs()
        guard let position = rows.draft.position(of: Row.id(group.first, id)) else {
            preconditionFailure("a join lost the row of \(group.first) and \(id)")
        }
        return position - units.lowerBound
    }

    /// Before which of the rows of each left item in a group that of the right item at a position belongs.
    @inlinable
    func rank(for position: Int, in group: JoinGroup<Row.Left.ID>) -> Int {
        let units = rows.weights.units(at: left.position(of: group.first))
        var (low, high) = (units.lowerBound, units.upperBound)
        while low < high {
            let middle = (low + high) / 2
            guard let other = rows.draft.tree.element(at: middle).rightID else { break }
            if right.position(of: other) < position { low = middle + 1 } else { high = middle }
        }
        return low - units.lowerBound
    }

    /// Takes out the rows of left items that had no partner.
    @inlinable
    mutating func takeOutLoneLefts(under key: Key) {
        guard let group = left.groups[key] else { return }
        for id in group {
            let place = left.position(of: id)
            if rows.weights[place] == 0 { return }
            rows.remove(at: rows.weights.sum(upTo: place))
            rows.weights[place] = 0
        }
    }

    /// Puts in the rows of left items that have no partner any more.
    @inlinable
    mutating func putInLoneLefts(under key: Key) {
        guard let group = left.groups[key] else { return }
        for id in group {
            let place = left.position(of: id)
            guard let row = Row.row(left.items.tree.element(at: place), nil) else { return }
            rows.insert(row, at: rows.weights.sum(upTo: place))
            rows.weights[place] = 1
        }
    }
}
