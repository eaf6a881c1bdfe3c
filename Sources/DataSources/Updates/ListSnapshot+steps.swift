extension ListSnapshot {
    /// The update as single edits; see ``Update/steps``.
    @inlinable
    public static func steps(of update: Update<ListSnapshot>) -> [ListStep<Item>] {
        let changes = update.changes
        let arrivals = changes.stepwiseArrivals
        var steps: [ListStep<Item>] = []
        steps.reserveCapacity(changes.deletions.count + arrivals.count + changes.updates.count)
        for run in changes.deletions.runs.reversed() {
            for position in (run.first..<run.first + run.count).reversed() { steps.append(.remove(at: position)) }
        }
        var items = LeafReader(update.after.tree)
        for arrival in arrivals {
            if let from = arrival.from {
                if from != arrival.to { steps.append(.move(from: from, to: arrival.to)) }
            } else if items.tree.isIndex(arrival.after) {
                steps.append(.insert(items.element(at: arrival.after), at: arrival.to))
            }
        }
        for run in changes.updates.runs {
            for position in run.after..<run.after + run.count where items.tree.isIndex(position) {
                steps.append(.update(items.element(at: position), at: position))
            }
        }
        return steps
    }
}

/// An element that arrives at a position, one of a sequence of single edits.
@usableFromInline
struct StepwiseArrival {
    /// The position before the edit; `nil` for an insertion.
    @usableFromInline let from: Int?
    /// The position after the edit.
    @usableFromInline let to: Int
    /// The position after all edits.
    @usableFromInline let after: Int
}

extension Changes where P == Int {
    /// The moves and insertions as single edits from front to back, after the deletions.
    ///
    /// - Complexity: O(*k* log *k*) in their number.
    @usableFromInline
    var stepwiseArrivals: [StepwiseArrival] {
        if moves.isEmpty && insertions.isEmpty { return [] }
        // Offsets after the deletions, in the order before; and the rank in that order of the first move of each run.
        var leaving: [Int] = []
        var ranks = [Int](repeating: 0, count: moves.runs.count)
        var deleted = (run: 0, count: 0)
        for place in moves.originOrder {
            let run = moves.runs[place]
            ranks[place] = leaving.count
            for before in run.before..<run.before + run.count {
                while deleted.run < deletions.runs.count, deletions.runs[deleted.run].first < before {
                    deleted.count += deletions.runs[deleted.run].count
                    deleted.run += 1
                }
                leaving.append(before - deleted.count)
            }
        }
        let order = arrivalRuns
        var tracker = StepTracker(
            leaving: leaving,
            arrivals: order.flatMap { run in run.after..<run.after + run.count }
        )
        var result: [StepwiseArrival] = []
        result.reserveCapacity(tracker.arrivalCount)
        for run in order {
            for offset in 0..<run.count {
                var from: Int?
                if let move = run.move {
                    from = tracker.offset(ofLeaving: ranks[move] + offset)
                    tracker.left(ranks[move] + offset)
                }
                let after = run.after + offset
                let to = tracker.offsetOfNextArrival(endingAt: after)
                result.append(StepwiseArrival(from: from, to: to, after: after))
            }
        }
        return result
    }

    /// The runs of insertions and moves in the order of the positions after; a move with its index.
    private var arrivalRuns: [(after: Int, count: Int, move: Int?)] {
        var result: [(after: Int, count: Int, move: Int?)] = []
        result.reserveCapacity(insertions.runs.count + moves.runs.count)
        var insertion = 0
        func insert(before position: Int) {
            while insertion < insertions.runs.count, insertions.runs[insertion].first < position {
                result.append((insertions.runs[insertion].first, insertions.runs[insertion].count, nil))
                insertion += 1
            }
        }
        for (index, run) in moves.runs.enumerated() {
            insert(before: run.after)
            result.append((run.after, run.count, index))
        }
        insert(before: .max)
        return result
    }
}
