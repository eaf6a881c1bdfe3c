extension JoinOperator {
    /// How many right items find a first match or lose the last one.
    @inlinable
    func lonersTouched(by turn: JoinDelta<Key>) -> Int {
        if !Row.keepsLoneRights { return 0 }
        let (won, lost) = left.wonAndLost(turn.presence)
        return (won + lost).reduce(0) { $0 + right.count(under: $1) }
    }

    /// Brings the rows to where the left side has gone.
    @inlinable
    mutating func followLeft(_ update: Update<ListSnapshot<Row.Left>>, _ turn: JoinDelta<Key>) throws(LostTrack) {
        // What is made of the items inserted and updated, in the order in which it will be asked for.
        var made: ContiguousArray<Row> = []
        var ends: [Int] = []
        var known: KeyTable<Key, ContiguousArray<Row.Right>> = KeyTable()
        for fresh in turn.fresh {
            let item = left.items.tree.element(at: fresh.after)
            let matches = known[fresh.key] ?? right.items(under: fresh.key)
            if turn.fresh.count > 1 { known[fresh.key] = matches }
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
        if Row.keepsLoneRights { try meetOrPart(turn.presence) }
    }

    /// Right items lose their row without a match when they find a first one, and get it when they lose the last.
    @inlinable
    mutating func meetOrPart(_ presence: KeyTable<Key, Bool>) throws(LostTrack) {
        let (won, lost) = left.wonAndLost(presence)
        for key in won {
            for position in right.positions(under: key) { try putLoneRight(at: position, isLone: false) }
        }
        for key in lost {
            for position in right.positions(under: key) { try putLoneRight(at: position, isLone: true) }
        }
    }

    /// Puts the row of a right item without a match in, or takes it out.
    @inlinable
    mutating func putLoneRight(at position: Int, isLone: Bool) throws(LostTrack) {
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
