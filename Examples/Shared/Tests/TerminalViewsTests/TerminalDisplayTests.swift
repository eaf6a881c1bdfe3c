import Console
import ConsoleTesting
import DataSources
import DataSourcesViews
import Testing

@testable import TerminalViews

@Suite struct TerminalDisplayTests {
    private static let size = Size(width: 30, height: 12)

    private static func line(_ row: SectionRow<Group, Task>, _ width: Int, _ isSelected: Bool) -> Line {
        let line: Line =
            switch row {
            case .header(let group, let items): Line("v \(group.id) \(group.title) \(items)", .bold)
            case .item(let task, let isLast): Line("\(isLast ? "└" : "├") \(task.id) \(task.note)")
            }
        return isSelected ? line.fitted(to: width).styled(.selected) : line
    }

    private static func listLine(_ task: Task, _ width: Int, _ isSelected: Bool) -> Line {
        line(.item(task, isLast: false), width, isSelected)
    }

    /// Updates of a list, a command in between, a window that changes: what the terminal shows is the whole frame.
    @Test(arguments: 1...15)
    func `After every random update of a list the screen equals a full redraw`(seed: UInt64) async throws {
        var random = Seeded(seed)
        let source = try ListSource(Task.list(80, using: &random))
        let display = TerminalDisplay<ListSnapshot<Task>>(line: Self.listLine)
        display.reset(to: source.snapshot)
        var writer = FrameWriter(palette: .color)
        var screen = FrameWriterTests.screen(Self.size)
        for _ in 0..<80 {
            let before = source.snapshot
            let (selected, position) = (display.selectedID, display.selectedID.flatMap(before.position))
            random = try await source.transaction { [random] in try $0.editedAtRandom(using: random) }.result
            if let update = Update(from: before, to: source.snapshot) {
                display.apply(update, to: update.after, animation: nil)
            }
            Self.expectFollows(display, selected, position)
            if Bool.random(using: &random) { display.perform(.random(using: &random)) }
            let lines = display.lines(in: Self.size)
            screen.read(writer.frameChanged(lines, size: Self.size))
            Self.expectShows(screen, display, Self.listLine)
        }
    }

    @Test(arguments: 1...12)
    func `After every random update of sections the screen equals a full redraw`(seed: UInt64) async throws {
        var random = Seeded(seed)
        let tasks = try ListSource(Task.list(60, using: &random))
        let folded = Parameter(Set<Int>())
        let source = tasks.grouped(by: \.group, order: .ascending) { Group(id: $0, title: "\($1.count)") }
            .filter(by: folded) { task, folded in !folded.contains(task.group) }
        let display = TerminalDisplay<SectionedSnapshot<Group, Task>>(line: Self.line)
        var writer = FrameWriter(palette: .color)
        var screen = FrameWriterTests.screen(Self.size)
        var shown = await source.snapshot
        display.reset(to: shown)
        for _ in 0..<60 {
            let selected = display.selectedID
            let position = display.selectedID.flatMap { shown.rowPosition(of: $0) }
            if Int.random(in: 0...3, using: &random) == 0 {
                let group = Int.random(in: 0...5, using: &random)
                folded.update { $0.formSymmetricDifference([group]) }
            } else {
                random = try await tasks.transaction { [random] in try $0.editedAtRandom(using: random) }.result
            }
            let after = await source.snapshot
            if let update = Update(from: shown, to: after) { display.apply(update, to: after, animation: nil) }
            shown = after
            Self.expectFollows(display, selected, position)
            if Bool.random(using: &random) { display.perform(.random(using: &random)) }
            screen.read(writer.frameChanged(display.lines(in: Self.size), size: Self.size))
            Self.expectShows(screen, display, Self.line)
        }
    }

    /// The selection belongs to its row as long as there is one.
    private static func expectFollows<Snapshot: RowSnapshot>(
        _ display: TerminalDisplay<Snapshot>, _ selected: Snapshot.Row.ID?, _ position: Int?
    ) {
        guard let selected else { return #expect(display.selectedID == nil) }
        let rows = display.shown.rows(in: 0..<display.shown.rowCount)
        #expect(display.selectedRow?.id == display.selectedID)
        if rows.contains(where: { $0.id == selected }) {
            #expect(display.selectedID == selected)
        } else {
            #expect((display.selectedID == nil) == rows.isEmpty)
        }
    }

    private static func expectShows<Snapshot: RowSnapshot>(
        _ screen: VirtualScreen, _ display: TerminalDisplay<Snapshot>, _ line: (Snapshot.Row, Int, Bool) -> Line
    ) {
        let rows = display.shown.rows(in: 0..<display.shown.rowCount)
        #expect(display.visible.count == min(rows.count, size.height))
        let lines = rows[display.visible].map {
            line($0, size.width, $0.id == display.selectedID).fitted(to: size.width)
        }
        var writer = FrameWriter(palette: .color)
        var expected = FrameWriterTests.screen(size)
        expected.read(writer.frameChanged(lines, size: size))
        #expect(screen == expected)
        #expect(screen.unknown.isEmpty)
    }

    @Test func `Lines are made for rows in view that have changed, and for no others`() async throws {
        let source = try ListSource((0..<400).map { Task(id: $0, group: 0, note: "") })
        let display = TerminalDisplay<ListSnapshot<Task>>(line: Self.listLine)
        display.reset(to: source.snapshot)
        let size = Size(width: 80, height: 40)
        _ = display.lines(in: size)
        #expect(display.linesMade == 40)
        for (ids, made) in [([1, 7, 39], 3), ([40, 399], 0), ([0], 1)] {
            let (before, count) = (source.snapshot, display.linesMade)
            try await source.transaction { for id in ids { try $0.update(id: id) { $0.note += "x" } } }
            let update = try #require(Update(from: before, to: source.snapshot))
            display.apply(update, to: update.after, animation: nil)
            _ = display.lines(in: size)
            #expect(display.linesMade - count == made)
        }
    }

    @Test func `A selected row that is folded away leaves the selection to its header`() throws {
        let tasks = (0..<6).map { Task(id: $0, group: $0 % 2, note: "") }
        let (even, odd) = (tasks.filter { $0.group == 0 }, tasks.filter { $0.group == 1 })
        let (first, second) = (Group(id: 0, title: "even"), Group(id: 1, title: "odd"))
        let open = try SectionedSnapshot([ItemSection(first, items: even), ItemSection(second, items: odd)])
        let folded = try SectionedSnapshot([ItemSection(first, items: even), ItemSection(second, items: [Task]())])
        let display = TerminalDisplay<SectionedSnapshot<Group, Task>>(line: Self.line)
        display.reset(to: open)
        _ = display.lines(in: Self.size)
        display.perform(.select(6))
        #expect(display.selectedID == .item(3))
        display.reset(to: folded)
        #expect(display.selectedID == .header(1))
    }

    @Test(.timeLimit(.minutes(1)))
    func `A presentation brings it to the last state of its source`() async throws {
        let source = try ListSource((0..<400).map { Task(id: $0, group: 0, note: "") })
        let display = TerminalDisplay<ListSnapshot<Task>>(line: Self.listLine)
        let presentation = Presentation(of: source)
        presentation.attach(display)
        _ = display.lines(in: Self.size)
        display.perform(.select(3))
        try await source.transaction { list in
            try list.move(id: 3, to: 200)
            try list.remove(id: 0)
        }
        await source.finish()
        await presentation.run()
        #expect(display.shown == source.snapshot)
        #expect(display.selectedID == 3)
        #expect(display.visible.contains(199))
    }
}
