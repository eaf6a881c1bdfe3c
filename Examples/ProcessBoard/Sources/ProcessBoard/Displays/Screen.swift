import Console
import DataSources

/// Draws the board in place.
///
/// The views show what they have whenever they have it; each time the window is composed anew, and the lines that
/// differ from what is on it are written, in one piece, so that nothing flickers.
actor Screen: Display {
    /// A second with a thousand changes must not sweep all others out of the window.
    nonisolated let logLimit: Int? = 8

    var board: Board
    let wishes: Wishes
    private var terminal = Terminal()
    private let inColor: Bool

    /// The lines in the window now; empty when the window must be drawn from nothing.
    private var drawn: [Line] = []

    /// Whether the terminal is taken over: nothing may be written before and after.
    private var isOpen = false

    init(options: Options, wishes: Wishes, inColor: Bool) {
        board = Board(options: options)
        self.wishes = wishes
        self.inColor = inColor
    }

    func open() throws(OutputError) {
        isOpen = true
        try terminal.enter()
        try redraw()
    }

    /// Gives the terminal back; what is shown later goes nowhere.
    func close() {
        guard isOpen else { return }
        isOpen = false
        terminal.leave()
    }

    /// Gives the terminal back, and leaves the last picture in it.
    func closeWithPicture() throws(OutputError) {
        guard isOpen else { return }
        close()
        var size = StandardOutput.size
        // A row for the prompt that comes next.
        size.height -= 1
        let lines = board.frame(in: size, hasKeys: false).map { $0.rendered(inColor: inColor) + "\n" }
        try StandardOutput.write(lines.joined())
    }

    /// Draws everything again, as after a change of the window's size.
    func redraw() throws(OutputError) {
        drawn = []
        try draw()
    }

    func show(table: Table) throws(OutputError) {
        board.table = table
        try draw()
    }

    func show(users: SectionedSnapshot<User, Process>) throws(OutputError) {
        board.users = users
        try draw()
    }

    func show(log lines: [Line], summary: String) throws(OutputError) {
        board.add(lines, summary: summary)
        try draw()
    }

    func show(load: Load) throws(OutputError) {
        board.load = load
        try draw()
    }

    /// Brings the window up to date, and tells the table how many rows it has room for.
    func draw() throws(OutputError) {
        guard isOpen else { return }
        let size = StandardOutput.size
        wishes.rows.set(board.tableRows(in: size))
        let frame = board.frame(in: size)
        var output = drawn.count == frame.count ? "" : "\u{1B}[0m\u{1B}[2J"
        for (row, line) in frame.enumerated() where drawn.count != frame.count || drawn[row] != line {
            output += "\u{1B}[\(row + 1);1H" + line.rendered(inColor: inColor)
        }
        drawn = frame
        if !output.isEmpty { try StandardOutput.write(output) }
    }
}
