import ArgumentParser
import CGtk
import GtkDisplays

/// The command line; it is synchronous, so that the main thread runs the main actor.
@main
struct Program: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "Desk",
        abstract: "Two windows on one list of tickets: sorted, and in columns.",
        discussion: """
            Keys: Ctrl+F filters, Delete deletes the selected tickets, Alt+Up and Alt+Down move them, Enter changes the \
            state, Ctrl+A selects all, Ctrl+Z undoes, Ctrl+Shift+Z redoes, Ctrl+W closes the window. Tickets can be \
            dragged, also from one window to the other.
            """
    )

    @Option(help: ArgumentHelp("How many tickets there are at first.", valueName: "count"))
    var tickets = 300

    @Flag(help: "Apply random edits, compare what GTK shows with the source, look for leaks, and exit.")
    var check = false

    @Option(help: ArgumentHelp("How many edits --check applies.", valueName: "count"))
    var edits = 10_000

    @Option(help: ArgumentHelp("The seed of the edits.", valueName: "number"))
    var seed: UInt64 = 1

    func validate() throws {
        guard (0...5_000_000).contains(tickets) else { throw ValidationError("--tickets must be 0 to 5000000") }
        guard edits >= 1 else { throw ValidationError("--edits must be at least 1") }
    }

    func run() throws {
        let code = try MainActor.assumeIsolated { try perform() }
        if code != 0 { throw ExitCode(code) }
    }

    @MainActor
    private func perform() throws -> Int32 {
        guard MainLoop.start() else {
            complain(
                """
                Desk: there is no display to open a window on. Start it in a desktop session, or with one of its own:
                    xvfb-run Desk --check
                """)
            return 1
        }
        g_set_application_name("Desk")
        Style.load()
        if check {
            let check = Check(edits: edits, seed: seed)
            var code: Int32 = 1
            Task {
                code = await check.run() ? 0 : 1
                MainLoop.quit()
            }
            MainLoop.run()
            return code
        }
        let windows = try Windows(of: Desk(Ticket.samples(tickets)))
        windows.onLastClose = { MainLoop.quit() }
        try windows.openBoard()
        try windows.openList()
        MainLoop.run()
        return 0
    }
}

/// Prints a complaint on standard error.
func complain(_ text: String) {
    let line = Array((text + "\n").utf8)
    _ = line.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
}
