/// How an array goes from one state to another in place: which elements leave, arrive, shift and get new content.
///
/// ```
/// before   a b c d e f      leave: b (deleted), e (moved)
/// after    a c d x e f      arrive: x (inserted), e
/// shifts       c d ◀ 1      f stays where it is
/// ```
///
/// The plan is made of positions only and checked against the two counts, so performing it cannot fail.
@usableFromInline
struct ArrayPlan {
    @usableFromInline typealias Run = PositionPairs<Int>.Run

    @usableFromInline let countBefore: Int
    @usableFromInline let countAfter: Int
    @usableFromInline let deletions: [PositionSet<Int>.Run]
    @usableFromInline let insertions: [PositionSet<Int>.Run]
    /// The moves, ascending by the position after.
    @usableFromInline let moves: [Run]
    /// The moves, ascending by the position before.
    @usableFromInline let departures: [Run]
    /// The updates, ascending by the position before.
    @usableFromInline let updates: [Run]
    /// The elements that neither leave nor arrive but change their position, in order.
    @usableFromInline private(set) var shifts: [Run] = []

    /// Plans changes of an array.
    ///
    /// - Throws: ``UpdateError`` with the code `inconsistent` when the changes do not lead from an array of the first
    ///   length to one of the second.
    /// - Complexity: O(*r*) in the number of runs; O(*r* log *r*) if few of many elements move.
    @usableFromInline
    init(_ changes: ListChanges, countBefore: Int, countAfter: Int) throws(UpdateError) {
        self.countBefore = countBefore
        self.countAfter = countAfter
        deletions = changes.deletions.runs
        insertions = changes.insertions.runs
        moves = changes.moves.runs
        departures = changes.moves.runsByOrigin
        updates = changes.updates.runsByOrigin
        if isRearranging || countBefore != countAfter { try findShifts() }
        for run in updates
        where run.before < 0 || run.before > countBefore - run.count || run.after < 0
            || run.after > countAfter - run.count
        {
            throw .inconsistent("there is nothing to update from \(run.before) to \(run.after)")
        }
    }

    /// Whether elements leave or arrive.
    @usableFromInline var isRearranging: Bool { !(moves.isEmpty && deletions.isEmpty && insertions.isEmpty) }

    private mutating func findShifts() throws(UpdateError) {
        var (before, after) = (0, 0)
        // The next of each kind.
        var (deletion, departure, insertion, move) = (0, 0, 0, 0)
        while true {
            var (leaves, arrives) = (countBefore, countAfter)
            if deletion < deletions.count { leaves = min(leaves, deletions[deletion].first) }
            if departure < departures.count { leaves = min(leaves, departures[departure].before) }
            if insertion < insertions.count { arrives = min(arrives, insertions[insertion].first) }
            if move < moves.count { arrives = min(arrives, moves[move].after) }
            let length = min(leaves - before, arrives - after)
            guard length >= 0 else { throw .inconsistent("two changes overlap at \(before) before or \(after) after") }
            if length > 0 {
                if before != after { shifts.append(Run(before: before, after: after, count: length)) }
                before += length
                after += length
            }
            if deletion < deletions.count, deletions[deletion].first == before {
                before += deletions[deletion].count
                deletion += 1
            } else if departure < departures.count, departures[departure].before == before {
                before += departures[departure].count
                departure += 1
            } else if insertion < insertions.count, insertions[insertion].first == after {
                after += insertions[insertion].count
                insertion += 1
            } else if move < moves.count, moves[move].after == after {
                after += moves[move].count
                move += 1
            } else if length == 0 {
                break
            }
        }
        guard before == countBefore, after == countAfter, deletion == deletions.count, departure == departures.count,
            insertion == insertions.count, move == moves.count
        else { throw .inconsistent("the changes do not lead from \(countBefore) items to \(countAfter)") }
    }
}

extension ArrayPlan {
    /// Checks the elements that leave or get new content, in the order of the positions before.
    ///
    /// - Parameter isExpected: Whether the element at a position before is the one that the update starts from.
    /// - Throws: ``UpdateError`` with the code `baseMismatch` at the first one that is not.
    @inlinable
    func check(_ isExpected: (_ position: Int) -> Bool) throws(UpdateError) {
        for run in deletions { try Self.check(run.first, run.count, isExpected) }
        for run in departures { try Self.check(run.before, run.count, isExpected) }
        for run in updates { try Self.check(run.before, run.count, isExpected) }
    }

    @inlinable @inline(__always)
    static func check(_ first: Int, _ count: Int, _ isExpected: (Int) -> Bool) throws(UpdateError) {
        for position in first..<first + count where !isExpected(position) {
            throw .baseMismatch(at: position)
        }
    }
}
