import Console
import DataSources
import DataSourcesViews
import TerminalViews

/// The board in a terminal: a presentation and a display for each part of the window.
///
/// The presentations call the displays, which say that there is something to draw. The window is then composed anew, and
/// a `FrameWriter` finds the bytes that differ. A list that is not in the window is detached: nothing is computed for it.
@MainActor
final class Screen: TerminalContent {
    let views: Views
    var board: Board
    let table: TerminalDisplay<ListSnapshot<Process>>
    let users: TerminalDisplay<SectionedSnapshot<User, Process>>
    /// A second with a thousand changes must not sweep all others out of the window.
    let log = LogDisplay(limit: 8)
    let load = ValueDisplay<Load>()
    let machine = ValueDisplay<Machine>()

    private let tablePresentation: Presentation<ListSnapshot<Process>>
    private let usersPresentation: Presentation<SectionedSnapshot<User, Process>>
    private let logPresentation: Presentation<ListSnapshot<Process>>
    private let loadPresentation: Presentation<ValueSnapshot<Load>>
    private let machinePresentation: Presentation<ValueSnapshot<Machine>>

    /// Gets a value each time that there is something to draw; several count as one.
    let wishes: AsyncStream<Void>
    private let drawing: AsyncStream<Void>.Continuation

    /// Creates the screen of some views.
    init(of views: Views, view: Options.View) async {
        self.views = views
        board = Board(view: view, sorting: views.wishes.sorting.value, filter: views.wishes.filter.value)
        let machine = machine
        table = TerminalDisplay { process, width, isSelected in
            TablePane.row(process, width: width, memory: machine.value?.memory.total ?? 0)
                .marked(isSelected, width: width)
        }
        users = TerminalDisplay { row, width, isSelected in
            UsersPane.row(row, width: width).marked(isSelected, width: width)
        }
        tablePresentation = await Presentation(of: views.found)
        usersPresentation = await Presentation(of: views.users)
        logPresentation = await Presentation(of: views.found)
        loadPresentation = await Presentation(of: views.load)
        machinePresentation = Presentation(of: views.machine)
        (wishes, drawing) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        let needsDrawing = needsDrawing
        table.onChange = needsDrawing
        users.onChange = needsDrawing
        log.onChange = needsDrawing
        load.onChange = needsDrawing
        machine.onChange = needsDrawing
        loadPresentation.attach(load)
        machinePresentation.attach(machine)
        logPresentation.attach(log)
        attach()
    }

    /// Says that there is something to draw.
    var needsDrawing: @Sendable () -> Void { { [drawing] in drawing.yield() } }

    /// Attaches the lists that the view shows, and detaches the others.
    func attach() {
        let (showsTable, showsUsers) = (board.view.shows(.table), board.view.shows(.users))
        if !showsTable { tablePresentation.detach() } else if !tablePresentation.isAttached { attachTable() }
        if !showsUsers { usersPresentation.detach() } else if !usersPresentation.isAttached { attachUsers() }
    }

    private func attachTable() { tablePresentation.attach(table) }
    private func attachUsers() { usersPresentation.attach(users) }

    /// Follows the views until their last reading, or until the task is cancelled.
    ///
    /// - Parameter keep: Takes the readings.
    /// - Throws: Any error that `keep` throws.
    func follow(_ keep: @escaping @Sendable () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { @Sendable group in
            group.addTask {
                try await keep()
                // A detached presentation waits until it is cancelled, not for the end.
                await self.attachAll()
            }
            group.addTask { await self.followTable() }
            group.addTask { await self.followUsers() }
            group.addTask { await self.followLog() }
            group.addTask { await self.followLoad() }
            group.addTask { await self.followMachine() }
            // Leaving by the first error cancels the others.
            while try await group.next() != nil {}
        }
    }

    private func followTable() async { await tablePresentation.run() }
    private func followUsers() async { await usersPresentation.run() }
    private func followLog() async { await logPresentation.run() }
    private func followLoad() async { await loadPresentation.run() }
    private func followMachine() async { await machinePresentation.run() }

    private func attachAll() {
        if !tablePresentation.isAttached { attachTable() }
        if !usersPresentation.isAttached { attachUsers() }
    }
}

extension Line {
    /// A row of a list: a selected one stands out over the whole width.
    fileprivate func marked(_ isSelected: Bool, width: Int) -> Line {
        isSelected ? fitted(to: width).styled(.selected) : self
    }
}
