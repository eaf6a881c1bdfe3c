extension JoinOperator {
    /// How many right items find a first partner or lose the last one.
    @inlinable
    func lonersTouched(by turn: JoinTurn<Row.Left.ID, Key>) -> Int {
        if !Row.keepsLoneRights { return 0 }
        return turn.presence.reduce(0) { sum, entry in
            (left.groups[entry.key] != nil) == entry.value ? sum : sum + (right.groups[entry.key]?.count ?? 0)
        }
    }

    /// Brings the rows to where the left side has gone.
    @inlinable
    mutating func followLeft(_ update: Update<ListSnapshot<Row.Left>>, _ turn: JoinTurn<Row.Left.ID, Key>) {
        // What is made of the items inserted and updated, in the order in which it will be asked for.
        var made: ContiguousArray<Row> = []
        var ends: [Int] = []
        var known: [Key: ContiguousArray<Row.Right>] = [:]
        for fresh in turn.fresh {
            let item = left.items.tree.element(at: fresh.after)
            let partners = known[fresh.key] ?? right.items(under: fresh.key)
            if turn.fresh.count > 1 { known[fresh.key] = partners }
            for partner in partners { Row.row(item, partner).map { made.append($0) } }
            if partners.isEmpty, let row = Row.row(item, nil) { made.append(row) }
            ends.append(made.count)
        }
        var (next, start) = (0, 0)
        rows.replay(update.changes, to: update.after) { _, results in
            results.append(contentsOf: made[start..<ends[next]])
            start = ends[next]
            next += 1
        }
        if Row.keepsLoneRights { meetOrPart(turn.presence) }
    }

    /// Right items lose their row without a partner when they find a first one, and get it when they lose the last.
    @inlinable
    mutating func meetOrPart(_ presence: [Key: Bool]) {
        for (key, wasThere) in presence {
            guard let group = right.groups[key] else { continue }
            let isThere = left.groups[key] != nil
            if isThere == wasThere { continue }
            for id in group { putLoneRight(at: right.position(of: id), isLone: !isThere) }
        }
    }

    /// Puts the row of a right item without a partner in, or takes it out.
    @inlinable
    mutating func putLoneRight(at position: Int, isLone: Bool) {
        let place = left.items.count + position
        if isLone, let row = Row.row(nil, right.items.tree.element(at: position)) {
            rows.weights[place] = 1
            rows.insert(row, at: rows.weights.sum(upTo: place))
        } else {
            rows.remove(at: rows.weights.sum(upTo: place))
            rows.weights[place] = 0
        }
    }
}

extension FlatDraft {
    /// Inserts one result; its weight is another matter.
    @inlinable
    mutating func insert(_ result: Result, at position: Int) {
        draft.certainly { draft throws(EditError) in try draft.insert(result, at: position) }
    }

    /// Removes one result; its weight is another matter.
    @inlinable
    mutating func remove(at position: Int) {
        draft.certainly { draft throws(EditError) in _ = try draft.remove(at: position) }
    }
}
