/// What edits of a list cost while the state before is held: the commits, and the differences of the pairs of states.
struct EditCosts {
    private(set) var commit = Sample()
    private(set) var difference = Sample()
    /// The two together, pair by pair.
    private(set) var both = Sample()
    /// Whether the list has a difference at all.
    private(set) var hasDifference = true

    /// Nanoseconds of one commit of `edits` edits; a batch of `commits` is one measurement.
    ///
    /// There are fewer than `batches` measurements if a few of them take long.
    init<List: EditedList & ~Copyable>(
        of list: inout List, verbs: [EditScript.Verb], batches: Int, commits: Int, edits: Int,
        script: inout EditScript
    ) {
        let start = cpuNanoseconds()
        for batch in 0..<batches {
            if batch > 0, cpuNanoseconds() - start > 1_000_000_000 { break }
            let all = script.edits(commits * edits, of: verbs, to: list)
            let perCommit = (0..<commits).map { Array(all[$0 * edits..<($0 + 1) * edits]) }
            measure(&list, commits: commits) { list, commit in
                if edits == 1 { list.apply(perCommit[commit][0]) } else { list.commit(perCommit[commit]) }
            }
            list.commit(script.restoration(after: all, count: list.count))
        }
    }

    /// The same for commits that append `count` items.
    init<List: EditedList & ~Copyable>(
        appending count: Int, to list: inout List, batches: Int, script: inout EditScript
    ) {
        for _ in 0..<batches {
            let items = script.newItems(count)
            measure(&list, commits: 1) { list, _ in list.append(items) }
            list.commit(items.map { .remove(id: $0.id) })
        }
    }

    private mutating func measure<List: EditedList & ~Copyable>(
        _ list: inout List, commits: Int, commit: (inout List, Int) -> Void
    ) {
        var states = [list.state]
        states.reserveCapacity(commits + 1)
        let commitTime =
            cost {
                for number in 0..<commits {
                    commit(&list, number)
                    states.append(list.state)
                }
            } / Double(commits)
        var changes = 0
        let differenceTime =
            cost {
                for number in 0..<commits {
                    changes &+= List.difference(from: states[number], to: states[number + 1]) ?? 0
                }
            } / Double(commits)
        hasDifference = changes > 0
        self.commit.values.append(commitTime)
        difference.values.append(differenceTime)
        both.values.append(commitTime + differenceTime)
    }
}
