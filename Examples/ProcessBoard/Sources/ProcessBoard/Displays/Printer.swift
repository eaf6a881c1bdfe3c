import Console
import DataSources
import DataSourcesViews
import TerminalViews

/// Prints what there is to see, each block of lines whole: presentations whose display is the standard output.
struct Printer: Sendable {
    let order: Order
    let palette: Palette

    /// Whether a block says what it shows, as it should if there are blocks of several kinds.
    let hasTitles: Bool

    /// As wide as a block is; a line of the log is never cut.
    private static let width = 80

    /// How many rows of the table one block shows.
    static let rows = 10

    /// Prints views until their last reading, or until the task is cancelled.
    func run(_ views: Views, view: Options.View, _ keep: @escaping @Sendable () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { @Sendable group in
            if view.shows(.table) { group.addTask { try await printTable(of: views.found) } }
            if view.shows(.users) { group.addTask { try await printUsers(of: views.users) } }
            if view.shows(.log) { group.addTask { try await printLog(of: views.found) } }
            group.addTask { try await keep() }
            // Leaving by the first error cancels the others.
            while try await group.next() != nil {}
        }
    }

    private func printTable(of found: DerivedSource<ListSnapshot<Process>>) async throws {
        // A change further down produces no update.
        let top = DerivedSource(from: found.prefix(Self.rows), found.counted(), through: TableOperator())
        try await follow(top) {
            try write(table: $0.value ?? Table())
        } update: {
            try write(table: $0.after.value ?? Table())
        }
    }

    private func printUsers(of users: DerivedSource<SectionedSnapshot<User, Process>>) async throws {
        try await follow(users) {
            try write(users: $0)
        } update: {
            try write(users: $0.after)
        }
    }

    private func printLog(of found: DerivedSource<ListSnapshot<Process>>) async throws {
        try await follow(found) { snapshot in
            try write("Changes", "", [Line("watching \(snapshot.count) processes", .dim)])
        } update: { update in
            // Whoever reads lines may be searching them.
            try write("Changes", update.summary, update.log())
        }
    }

    private func follow<Source: DataSource>(
        _ source: Source,
        begin: @escaping (Source.Snapshot) throws -> Void,
        update: @escaping (Update<Source.Snapshot>) throws -> Void
    ) async throws {
        let presentation = await Presentation(of: source)
        var failure: (any Error)?
        let display = ChangeDisplay(begin: begin, show: update)
        display.onFailure = { error in
            failure = error
            // Nothing more can be shown; a presentation that is only detached would wait for the next display.
            withUnsafeCurrentTask { $0?.cancel() }
        }
        presentation.attach(display)
        if failure == nil { await presentation.run() }
        if let failure { throw failure }
    }

    private func write(table: Table) throws(OutputError) {
        let rest = table.count - table.rows.count
        let more = rest > 0 ? [Line("  … \(rest) more", .dim)] : []
        let lines = TablePane.lines(table.rows, width: Self.width, height: Self.rows + 1)
        try write("Processes by \(order.title)", "\(table.count)", lines.map { $0.fitted(to: Self.width) } + more)
    }

    private func write(users: SectionedSnapshot<User, Process>) throws(OutputError) {
        let lines = UsersPane.lines(users, width: Self.width, height: users.count * 4)
        try write("Users", "\(users.count)", lines)
    }

    private func write(_ title: String, _ note: String, _ lines: [Line]) throws(OutputError) {
        let titles = hasTitles ? [Pane(title: title, note: note, lines: []).rule(width: Self.width)] : []
        // On its own the log is a line a change, and nothing else.
        let end = hasTitles || title != "Changes" ? [Line()] : []
        // One write a block, and no buffer: a reader of the pipe has a line as soon as it is there.
        try StandardOutput.write(
            (titles + lines + end).map { $0.rendered(in: palette).trimmingTrailingSpaces + "\n" }.joined())
    }
}
