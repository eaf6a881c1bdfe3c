import Console
import DataSources

/// Where the views show what they have: the one writer of the standard output.
protocol Display: Actor {
    /// How many lines of the log one kind of change may take at a time; `nil` when there is room for all.
    nonisolated var logLimit: Int? { get }

    func show(table: Table) throws(OutputError)
    func show(users: SectionedSnapshot<User, Process>) throws(OutputError)
    func show(log lines: [Line], summary: String) throws(OutputError)
    /// Shows what all processes come to, whether they are shown or not.
    func show(load: Load) throws(OutputError)
}
