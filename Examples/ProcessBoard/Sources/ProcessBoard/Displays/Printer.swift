import Console
import DataSources

/// Prints lines, each block of them whole.
actor Printer: Display {
    /// Whoever reads lines may be searching them.
    nonisolated let logLimit: Int? = nil

    private let inColor: Bool

    /// Whether a block says what it shows, as it should when there are blocks of several kinds.
    private let hasTitles: Bool

    /// As wide as a block is; a line of the log is never cut.
    private let width = 80

    private let order: Order

    /// How many rows of the table one block shows.
    static let rows = 10

    init(order: Order, inColor: Bool, hasTitles: Bool) {
        self.order = order
        self.inColor = inColor
        self.hasTitles = hasTitles
    }

    func show(table: Table) throws(OutputError) {
        let rest = table.count - table.rows.count
        let more = rest > 0 ? [Line("  … \(rest) more", .dim)] : []
        let lines = TablePane.lines(table.rows, width: width, height: Self.rows + 1) + more
        try write("Processes by \(order.title)", "\(table.count)", lines + [Line()])
    }

    func show(users: SectionedSnapshot<User, Process>) throws(OutputError) {
        let lines = UsersPane.lines(users, width: width, height: users.count * 4)
        try write("Users", "\(users.count)", lines + [Line()])
    }

    func show(log lines: [Line], summary: String) throws(OutputError) {
        // On its own the log is a line a change, and nothing else.
        try write("Changes", summary, hasTitles ? lines + [Line()] : lines)
    }

    /// A window has a line for it; a block would say it again and again.
    func show(load: Load) {}

    private func write(_ title: String, _ note: String, _ lines: [Line]) throws(OutputError) {
        let titles = hasTitles ? [Pane(title: title, note: note, lines: []).rule(width: width)] : []
        // One write a block, and no buffer: a reader of the pipe has a line as soon as it is there.
        try StandardOutput.write(
            (titles + lines).map { $0.rendered(inColor: inColor).trimmingTrailingSpaces + "\n" }.joined())
    }
}
