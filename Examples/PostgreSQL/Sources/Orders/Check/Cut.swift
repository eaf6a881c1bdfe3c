import DataSources
import DataSourcesPostgreSQL

/// The rows of a list and their position, at one cut.
struct Cut: Equatable, Sendable {
    var rows = ListSnapshot<Account>()
    var position: LogPosition?

    static func == (left: Cut, right: Cut) -> Bool {
        left.position == right.position && left.rows.version == right.rows.version
    }

    /// The cuts of a list.
    static func source(of list: FollowedList<Account, LogPosition>) -> DerivedSource<ValueSnapshot<Cut>> {
        DerivedSource(from: list, list.position, through: CutOperator())
    }

    private struct CutOperator: PairOperator {
        private var cut = Cut()

        mutating func apply(
            _ rows: Update<ListSnapshot<Account>>?, _ position: Update<ValueSnapshot<LogPosition?>>?
        ) -> ValueSnapshot<Cut> {
            if let rows { cut.rows = rows.after }
            if let position { cut.position = position.after.value ?? nil }
            return ValueSnapshot(cut)
        }
    }
}
