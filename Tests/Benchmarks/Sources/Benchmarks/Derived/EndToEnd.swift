import DataSources
import DataSourcesTesting

/// One row: changes of a source until a subscriber has the update, beside the same by hand.
///
/// By hand, the array is changed, everything is computed from scratch, and the standard library finds the difference to
/// the state before.
struct EndToEnd<Snapshot: OracleSnapshot> {
    let name: String
    /// What is followed.
    let source: any DerivableSource<Snapshot>
    /// Makes the change with a number at the source; each change must be visible in what is followed.
    let change: (_ turn: Int) async throws -> Void
    /// Makes the same change in plain arrays.
    let plainChange: (_ turn: Int) -> Void
    /// What must be seen.
    let recompute: () -> [Snapshot.PlainElement]
    /// Whether a state is that after the change, and not one on the way there.
    var isComplete: (_ state: Snapshot, _ turn: Int) -> Bool = { _, _ in true }
    /// The microseconds that a change should not exceed, if there is a bar.
    var limit: Double?

    /// Follows the source through changes, first to verify the states, then to measure; alone, or beside the same by
    /// hand.
    func measure(
        into report: inout Report, size: Int, turns: Int, title: String, isBesideHand: Bool = true
    ) async throws {
        let subscription = await source.subscribe()
        var old = recompute()
        try verify(subscription.snapshot, old, "at the start")
        for turn in 0..<10 {
            try await step(turn, subscription)
            plainChange(turn)
            old = recompute()
            try verify(subscription.snapshot, old, "after change \(turn)")
        }
        // One after the other, so that neither finds the caches as the other leaves them.
        var (ours, byHand) = (Sample(), Sample())
        for turn in 10..<10 + turns {
            let start = processNanoseconds()
            try await step(turn, subscription)
            ours.values.append(Double(processNanoseconds() - start))
        }
        guard isBesideHand else {
            return report.add(
                Row(group: title, name: name, size: size, sample: ours, in: .microseconds, by: .median, bar: limit))
        }
        for turn in 10..<10 + turns {
            let start = processNanoseconds()
            plainChange(turn)
            let new = recompute()
            consume(new.difference(from: old).count)
            byHand.values.append(Double(processNanoseconds() - start))
            old = new
        }
        try verify(subscription.snapshot, old, "at the end")
        // A bar is of the ratio, if there is one.
        report.add(
            Row(
                group: title, name: name, size: size, sample: ours, in: .microseconds, by: .median,
                against: limit == nil ? ("by hand", byHand) : nil, bar: limit))
        report.add(
            Row(
                group: title, name: "  \(name), by hand", size: size, sample: byHand, in: .microseconds, by: .median,
                against: limit == nil ? nil : ("ours", ours)))
    }

    /// Makes a change and waits for it.
    private func step(_ turn: Int, _ subscription: SnapshotSubscription<Snapshot>) async throws {
        try await change(turn)
        repeat {
            guard let update = await subscription.next() else { throw WrongResult(description: "\(name) has ended") }
            consume(update.changes)
        } while !isComplete(subscription.snapshot, turn)
    }

    private func verify(_ state: Snapshot, _ expected: [Snapshot.PlainElement], _ moment: String) throws {
        if state.plain != expected {
            let difference = Snapshot.firstDifference(between: state.plain, and: expected)
            throw WrongResult(description: "\(name) \(moment): \(difference ?? "another content")")
        }
    }
}
