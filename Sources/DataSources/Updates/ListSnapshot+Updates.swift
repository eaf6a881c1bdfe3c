extension ListSnapshot: SnapshotProtocol {
    /// Changes are by offset.
    public typealias Changes = ListChanges
    /// Steps are edits of a list.
    public typealias Edit = ListEdit<Item>

    /// The same list with the version of a commit.
    @inlinable
    public func committed(as version: Version) -> ListSnapshot {
        var copy = self
        copy.stamp = version
        return copy
    }

    /// The items as an array.
    @inlinable
    public var content: [Item] { map { $0 } }

    /// The update as single edits; see ``Update/steps``.
    public static func steps(of update: Update<ListSnapshot>) -> [ListEdit<Item>] {
        let changes = update.changes
        var steps: [ListEdit<Item>] = changes.deletions.reversed().map { .remove(at: $0) }
        // Offsets before, minus the number of earlier deletions.
        var leaving: [(before: Int, offset: Int)] = []
        var deleted = changes.deletions.runs[...]
        var deletedBefore = 0
        for pair in changes.moves.sorted(by: { $0.before < $1.before }) {
            while let run = deleted.first, run.first < pair.before {
                deletedBefore += run.count
                deleted.removeFirst()
            }
            leaving.append((pair.before, pair.before - deletedBefore))
        }
        let ranks = Dictionary(leaving.enumerated().map { ($0.element.before, $0.offset) }) { first, _ in first }
        let arrivals = changes.arrivalPairs
        var tracker = StepTracker(leaving: leaving.map(\.offset), arrivals: arrivals.map(\.after))
        for arrival in arrivals {
            guard let rank = arrival.before.flatMap({ ranks[$0] }) else {
                let position = tracker.offsetOfNextArrival(endingAt: arrival.after)
                if let item = update.after[arrival.after] { steps.append(.insert(item, at: position)) }
                continue
            }
            let from = tracker.offset(ofLeaving: rank)
            tracker.left(rank)
            let to = tracker.offsetOfNextArrival(endingAt: arrival.after)
            if from != to { steps.append(.move(from: from, to: to)) }
        }
        for pair in changes.updates {
            if let item = update.after[pair.after] { steps.append(.update(item, at: pair.after)) }
        }
        return steps
    }

    /// The update as batches; see ``Update/stages``.
    ///
    /// A view does not reload a row that moves, or that other moves displace: `UITableView` computes the position of a
    /// reloaded row as if nothing moved. So if rows move, content changes are a second stage.
    public static func stages(of update: Update<ListSnapshot>) -> [Update<ListSnapshot>] {
        let changes = update.changes
        if changes.updates.isEmpty || changes.moves.isEmpty { return [update] }
        var middle = update.after
        middle.stamp = nil
        for pair in changes.updates {
            if let old = update.before[pair.before] { middle.tree.replace(at: pair.after, with: old) }
        }
        var first = changes
        first.updates = PositionPairs()
        let second = Changes(
            updates: PositionPairs(changes.updates.map { PositionPair(before: $0.after, after: $0.after) })
        )
        return [
            Update(before: update.before, after: middle, changes: first),
            Update(before: middle, after: update.after, changes: second),
        ]
    }

    /// Transforms an array from the state before to the state after; see ``Update/apply(to:)``.
    ///
    /// - Throws: ``UpdateError`` when `content` is not the state before the update.
    public static func apply(_ update: Update<ListSnapshot>, to content: inout [Item]) throws(UpdateError) {
        guard content.count == update.before.count else {
            throw .baseMismatch("the array has \(content.count) items; the update starts from \(update.before.count)")
        }
        content = try update.changes.rebuilt(
            from: content,
            idBefore: { update.before[$0]?.id },
            afterCount: update.after.count,
            itemAfter: { update.after[$0] }
        )
    }
}

extension Changes {
    /// The arrivals at each position: moves and insertions in the order of the positions after.
    var arrivalPairs: [(after: P, before: P?)] {
        var result: [(after: P, before: P?)] = moves.map { ($0.after, $0.before) }
        if !insertions.isEmpty {
            result.append(contentsOf: insertions.map { ($0, nil) })
            result.sort { $0.after < $1.after }
        }
        return result
    }
}

extension Changes where P == Int {
    /// The array after, from the array before, the changes, and the new content.
    func rebuilt<Item: Identifiable>(
        from old: [Item],
        idBefore: (Int) -> Item.ID?,
        afterCount: Int,
        itemAfter: (Int) -> Item?
    ) throws(UpdateError) -> [Item] {
        var stays = [Bool](repeating: true, count: old.count)
        for offset in deletions { try Self.take(offset, from: old, idBefore, &stays) }
        for pair in moves { try Self.take(pair.before, from: old, idBefore, &stays) }
        for pair in updates { try Self.check(pair.before, in: old, idBefore) }
        var result: [Item] = []
        result.reserveCapacity(afterCount)
        var next = 0
        func copyStaying(upTo count: Int) throws(UpdateError) {
            while result.count < count {
                while next < old.count, !stays[next] { next += 1 }
                guard next < old.count else { throw .inconsistent("a place after is beyond the end") }
                result.append(old[next])
                next += 1
            }
        }
        for arrival in arrivalPairs {
            try copyStaying(upTo: arrival.after)
            if let before = arrival.before {
                result.append(old[before])
            } else if let item = itemAfter(arrival.after) {
                result.append(item)
            } else {
                throw .inconsistent("there is no item at the place \(arrival.after) after")
            }
        }
        while next < old.count {
            if stays[next] { result.append(old[next]) }
            next += 1
        }
        guard result.count == afterCount else {
            throw .inconsistent("the changes lead to \(result.count) items, there are \(afterCount) after")
        }
        for pair in updates {
            guard result.indices.contains(pair.after), let item = itemAfter(pair.after),
                areSameKey(result[pair.after].id, item.id)
            else { throw .inconsistent("the item updated at \(pair.after) is another one") }
            result[pair.after] = item
        }
        return result
    }

    private static func take<Item: Identifiable>(
        _ offset: Int,
        from old: [Item],
        _ idBefore: (Int) -> Item.ID?,
        _ stays: inout [Bool]
    ) throws(UpdateError) {
        try check(offset, in: old, idBefore)
        guard stays[offset] else { throw .inconsistent("two things are to be taken from the place \(offset) before") }
        stays[offset] = false
    }

    private static func check<Item: Identifiable>(
        _ offset: Int,
        in old: [Item],
        _ idBefore: (Int) -> Item.ID?
    ) throws(UpdateError) {
        guard let id = idBefore(offset), old.indices.contains(offset) else {
            throw .inconsistent("there is nothing at the place \(offset) before")
        }
        guard areSameKey(id, old[offset].id) else {
            throw .baseMismatch("the item at \(offset) is not the one the update speaks of")
        }
    }
}

extension UpdateError {
    static func baseMismatch(_ message: String) -> UpdateError {
        UpdateError(code: .baseMismatch, message: message)
    }

    static func inconsistent(_ message: String) -> UpdateError {
        UpdateError(code: .inconsistent, message: message)
    }
}
