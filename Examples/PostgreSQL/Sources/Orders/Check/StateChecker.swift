import DataSources

/// Decides whether each state that a subscriber sees was committed, in O(changes).
///
/// - The sum of the balances is always the same: no transfer is seen in part.
/// - A row's last transaction is never newer than what the row of its writer says, which is changed by the same
///   transaction: no transaction is seen in part.
/// - What a writer has done never goes back: states come in order.
struct StateChecker: Sendable {
    let expected: Int
    private(set) var states = 0
    /// What is wrong, the first of it.
    private(set) var wrong: [String] = []
    private(set) var wrongCount = 0
    private var sum = 0
    /// The last transaction of each writer.
    private(set) var numbers: [Int: Int] = [:]

    init(sum: Int) { expected = sum }

    /// A subscriber begins with a state.
    mutating func begin(_ rows: ListSnapshot<Account>) {
        if rows.isEmpty { return }
        states += 1
        for row in rows { add(row) }
        check(rows.lazy.map { $0 })
    }

    /// A subscriber has received an update.
    mutating func update(_ update: Update<ListSnapshot<Account>>) {
        states += 1
        var changed: [Account] = []
        for offset in update.changes.deletions { remove(update.before[offset]) }
        for pair in update.changes.updates {
            remove(update.before[pair.before])
            if let row = update.after[pair.after] { changed.append(row) }
        }
        for offset in update.changes.insertions { if let row = update.after[offset] { changed.append(row) } }
        for row in changed { add(row) }
        check(changed)
    }

    private mutating func remove(_ row: Account?) { sum -= row?.balance ?? 0 }

    private mutating func add(_ row: Account) {
        sum += row.balance
        guard row.id < 0 else { return }
        if row.tag.number < numbers[row.tag.writer] ?? 0 {
            fail("writer \(row.tag.writer) goes back to \(row.tag.number)")
        }
        numbers[row.tag.writer] = row.tag.number
    }

    private mutating func check(_ changed: some Sequence<Account>) {
        if sum != expected { fail("the sum is \(sum) and not \(expected)") }
        for row in changed where row.tag.number > numbers[row.tag.writer] ?? 0 {
            fail(
                "row \(row.id) is of transaction \(row.tag.number) of writer \(row.tag.writer), who is at \(numbers[row.tag.writer] ?? 0)"
            )
        }
    }

    private mutating func fail(_ reason: String) {
        wrongCount += 1
        if wrong.count < 5 { wrong.append("state \(states): \(reason)") }
    }
}
