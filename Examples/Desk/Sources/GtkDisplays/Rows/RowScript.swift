public import DataSources

/// What a list view is told of one update: a few signals, with what the list is after each.
///
/// It is computed off the main actor. While the view handles a signal it reads the list, so every state between must be
/// readable: each is a few pieces of the states before and after.
public struct RowScript<Rows: RowList>: Sendable {
    /// Rows that are the same as in the state before or after.
    struct Piece: Sendable {
        /// The position of the first row in the list.
        let start: Int
        let isAfter: Bool
        /// The position of the first row in that state.
        let offset: Int
    }

    /// One `items-changed`.
    struct Signal: Sendable {
        let position: Int
        let removed: Int
        let added: Int
        /// The list after the signal, ascending; the last piece ends at `count`.
        let pieces: [Piece]
        let count: Int
    }

    /// The rows before.
    public let before: Rows
    /// The rows after.
    public let after: Rows
    let signals: [Signal]
    /// The rows with new content; also headers whose content may be new.
    let updated: [Rows.Row.ID: Rows.Row]
    /// The rows that only the state before has.
    let deleted: [Rows.Row.ID]
    /// The rows that only the state after has.
    let inserted: [Rows.Row.ID]

    /// Plans the signals of an update.
    public init(_ update: Update<Rows.Snapshot>) {
        self.init(update, RowScriptLimits())
    }

    init(_ update: Update<Rows.Snapshot>, _ limits: RowScriptLimits) {
        before = Rows(update.before)
        after = Rows(update.after)
        let changes = Rows.changes(of: update, from: before, to: after)
        (deleted, inserted) = (changes.deleted, changes.inserted)
        var updated: [Rows.Row.ID: Rows.Row] = [:]
        for position in changes.updates {
            if let row = after[position] { updated[row.id] = row }
        }
        self.updated = updated
        let (ranges, inTwoPasses) = limits.merged(RowRange.all(in: changes), changes.moves)
        signals =
            inTwoPasses
            ? Self.removalsFirst(ranges, rowsBefore: before.count)
            : Self.frontToBack(ranges, rowsBefore: before.count)
    }

    /// One signal for each range; rows must not move from one range to another, for then they would be there twice.
    private static func frontToBack(_ ranges: [RowRange], rowsBefore: Int) -> [Signal] {
        ranges.map { range in
            let rest = range.after.upperBound
            return Signal(
                position: range.after.lowerBound, removed: range.before.count, added: range.after.count,
                pieces: [
                    Piece(start: 0, isAfter: true, offset: 0),
                    Piece(start: rest, isAfter: false, offset: range.before.upperBound),
                ],
                count: rest + rowsBefore - range.before.upperBound)
        }
    }

    /// All removals from back to front, then all insertions from front to back.
    private static func removalsFirst(_ ranges: [RowRange], rowsBefore: Int) -> [Signal] {
        // The rows that stay behind each range.
        let staying = ranges.indices.map { index in
            let next = index + 1 < ranges.count ? ranges[index + 1].before.lowerBound : rowsBefore
            return ranges[index].before.upperBound..<next
        }
        /// The list that begins with `head` rows of one state, and continues with what stays behind range `index`.
        func signal(_ position: Int, removed: Int, added: Int, isAfter: Bool, head: Int, _ index: Int) -> Signal {
            var pieces = [Piece(start: 0, isAfter: isAfter, offset: 0)]
            var count = head
            for rows in staying[index...] {
                pieces.append(Piece(start: count, isAfter: false, offset: rows.lowerBound))
                count += rows.count
            }
            return Signal(position: position, removed: removed, added: added, pieces: pieces, count: count)
        }
        let removals = ranges.indices.reversed().filter { !ranges[$0].before.isEmpty }.map { index in
            let range = ranges[index].before
            return signal(
                range.lowerBound, removed: range.count, added: 0, isAfter: false, head: range.lowerBound, index)
        }
        let insertions = ranges.indices.filter { !ranges[$0].after.isEmpty }.map { index in
            let range = ranges[index].after
            return signal(
                range.lowerBound, removed: 0, added: range.count, isAfter: true, head: range.upperBound, index)
        }
        return removals + insertions
    }
}

/// When signals are merged.
///
/// GTK 4.8 keeps about 205 rows realized and binds all of them again for each signal that shifts them, so signals cost
/// more than rows. Rows that a signal removes and adds again keep their cells.
struct RowScriptLimits: Sendable {
    /// Ranges with fewer unchanged rows between them become one.
    var gap = 200
    /// More ranges than this become one.
    var ranges = 50
    /// More ranges than this become one if rows move between them.
    var rangesWithMoves = 8
    /// Above this number of rows that replace others, the old rows are removed first.
    ///
    /// GTK would look up the new rows one by one until it finds the one it has scrolled to.
    var replacement = 10_000

    /// The ranges to tell, and whether all rows must be removed before any are added.
    func merged<ID>(_ all: [RowRange], _ moves: [RowChanges<ID>.Move]) -> (ranges: [RowRange], inTwoPasses: Bool) {
        guard let first = all.first, let last = all.last else { return ([], false) }
        var near: [RowRange] = []
        for range in all {
            if let previous = near.last, range.before.lowerBound - previous.before.upperBound < gap {
                near[near.count - 1] = previous.joined(with: range)
            } else {
                near.append(range)
            }
        }
        func index(_ bound: KeyPath<RowRange, Range<Int>>, of position: Int) -> Int {
            var (low, high) = (0, near.count)
            while high - low > 1 {
                let middle = (low + high) / 2
                if near[middle][keyPath: bound].lowerBound <= position { low = middle } else { high = middle }
            }
            return low
        }
        let crosses =
            near.count > 1
            && moves.contains {
                index(\.before, of: $0.before.lowerBound) != index(\.after, of: $0.after.lowerBound)
            }
        var result = near
        if crosses {
            result = all.count <= rangesWithMoves ? all : [first.joined(with: last)]
        } else if near.count > ranges {
            result = [first.joined(with: last)]
        }
        let isLarge = result.contains { !$0.before.isEmpty && $0.after.count > replacement }
        return (result, isLarge || crosses && result.count > 1)
    }
}
