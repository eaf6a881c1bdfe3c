import DataSources

extension DisplayBatch {
    /// Checks that every remaining section has as many rows as the changes imply.
    func checkCounts(_ rows: BatchedRows, _ origins: [Int?]) throws(DisplayRefusal) {
        for (section, new) in after.enumerated() {
            guard let origin = origins[section] else { continue }
            var tally = rows.arrivals[section] ?? RowTally()
            let departures = rows.departures[origin] ?? RowTally()
            (tally.deleted, tally.movedOut) = (departures.deleted, departures.movedOut)
            let count = before[origin].items.count
            if count + tally.difference != new.items.count {
                throw .rowCount(of: section, before: count, after: new.items.count, tally)
            }
        }
    }

    /// The content of the screen after all moves.
    func animate(_ rows: BatchedRows, _ origins: [Int?]) throws(DisplayRefusal) -> [PlainSection<Header, Item>] {
        var result: [PlainSection<Header, Item>] = []
        result.reserveCapacity(after.count)
        for (section, new) in after.enumerated() {
            guard let origin = origins[section] else {
                result.append(new)
                continue
            }
            var shown = before[origin]
            if rows.leaving[origin] != nil || rows.arriving[section] != nil {
                shown.items = try arranged(rows, from: origin, to: section)
            }
            for pair in rows.reconfigured[section] ?? [] {
                let old = before[pair.before.section].items[pair.before.item]
                guard shown.items[pair.after.item].id == old.id else {
                    throw wrongPlace(of: "row", pair.before, pair.after, .row(pair.before))
                }
                shown.items[pair.after.item] = new.items[pair.after.item]
            }
            result.append(shown)
        }
        if !reloads {
            for pair in changes.sections.updates { result[pair.after].header = after[pair.after].header }
        }
        return result
    }

    /// The remaining rows in their order, with the arrivals at their positions.
    private func arranged(
        _ rows: BatchedRows,
        from origin: Int,
        to section: Int
    ) throws(DisplayRefusal) -> [Item] {
        let (old, new) = (before[origin].items, after[section].items)
        var leaves = [Bool](repeating: false, count: old.count)
        for offset in rows.leaving[origin] ?? [] { leaves[offset] = true }
        var places = [ItemPath??](repeating: nil, count: new.count)
        for arrival in rows.arriving[section] ?? [] { places[arrival.at] = .some(arrival.from) }
        var next = 0
        var result: [Item] = []
        result.reserveCapacity(new.count)
        for (offset, place) in places.enumerated() {
            switch place {
            case .some(let path?): result.append(before[path.section].items[path.item])
            case .some(nil): result.append(new[offset])
            case nil:
                while next < old.count, leaves[next] { next += 1 }
                guard next < old.count else {
                    // The counts are consistent, so two elements must arrive at one position.
                    throw .insertedAndMoved(ItemPath(section: section, item: offset))
                }
                result.append(old[next])
                next += 1
            }
        }
        return result
    }
}
