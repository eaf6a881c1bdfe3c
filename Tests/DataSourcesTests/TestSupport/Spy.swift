import DataSources
import TestKit

/// An operator that passes some of the rows on, the slow way, and tells what it is asked to follow.
struct Spy: SnapshotOperator {
    /// What the operator has been asked to follow.
    let followed: Shared<[ListChanges]>
    let keeps: @Sendable (Row) -> Bool
    /// Called while it follows.
    let heard: @Sendable () -> Void
    private var output = ListSnapshot<Row>()

    init(
        _ followed: Shared<[ListChanges]>,
        heard: @escaping @Sendable () -> Void = {},
        keeps: @escaping @Sendable (Row) -> Bool = { _ in true }
    ) {
        self.followed = followed
        self.heard = heard
        self.keeps = keeps
    }

    mutating func apply(_ update: Update<ListSnapshot<Row>>) -> ListSnapshot<Row> {
        followed.change { $0.append(update.changes) }
        heard()
        let rows = update.after.filter(keeps)
        if rows != Array(output) { output = (try? ListSnapshot(rows)) ?? ListSnapshot() }
        return output
    }
}
