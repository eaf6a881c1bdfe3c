extension JoinOperator {
    /// The number of right items that gain a first match or lose their last.
    @inlinable
    func lonersTouched(by delta: JoinDelta<Key>) -> Int {
        if !Row.keepsLoneRights { return 0 }
        let (won, lost) = left.wonAndLost(delta.presence)
        return (won + lost).reduce(0) { $0 + right.count(under: $1) }
    }

    /// Updates the rows after an update of the left side.
    @inlinable
    mutating func followLeft(_ update: Update<ListSnapshot<Row.Left>>, _ delta: JoinDelta<Key>) throws {
        // The rows of inserted and updated items, in the order in which the replay reads them.
        var made: ContiguousArray<Row> = []
        var ends: [Int] = []
        var known: KeyTable<Key, ContiguousArray<Row.Right>> = KeyTable()
        for fresh in delta.fresh {
            let item = left.items.tree.element(at: fresh.after)
            let matches = try known[fresh.key] ?? right.items(under: fresh.key)
            if delta.fresh.count > 1 { known[fresh.key] = matches }
            for match in matches { Row.row(item, match).map { made.append($0) } }
            if matches.isEmpty, let row = Row.row(item, nil) { made.append(row) }
            ends.append(made.count)
        }
        var (next, start) = (0, 0)
        try rows.replay(update.changes, to: update.after) { _, results in
            results.append(contentsOf: made[start..<ends[next]])
            start = ends[next]
            next += 1
        }
        if Row.keepsLoneRights { try meetOrPart(delta.presence) }
    }

    /// Removes the lone row of right items that gain a first match, and inserts one for those that lose their last.
    @inlinable
    mutating func meetOrPart(_ presence: KeyTable<Key, Bool>) throws {
        let (won, lost) = left.wonAndLost(presence)
        for key in won {
            for position in try right.positions(under: key) { try putLoneRight(at: position, isLone: false) }
        }
        for key in lost {
            for position in try right.positions(under: key) { try putLoneRight(at: position, isLone: true) }
        }
    }

    /// Inserts or removes the row of a right item without a match.
    @inlinable
    mutating func putLoneRight(at position: Int, isLone: Bool) throws {
        let place = left.items.count + position
        guard (rows.weights[place] == 0) == isLone else { throw LostTrack() }
        if isLone, let row = Row.row(nil, right.items.tree.element(at: position)) {
            rows.weights[place] = 1
            try rows.insert(row, at: rows.weights.sum(upTo: place))
        } else {
            try rows.remove(at: rows.weights.sum(upTo: place))
            rows.weights[place] = 0
        }
    }
}
