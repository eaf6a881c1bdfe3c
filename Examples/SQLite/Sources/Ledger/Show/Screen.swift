import Console
import DataSources
import DataSourcesViews
import TerminalViews

/// The ledger in a terminal: a presentation and a display for each part of the window.
@MainActor
final class Screen: TerminalContent {
    private let views: Views
    private let months: TerminalDisplay<Views.Months>
    private let balances = TerminalDisplay<ListSnapshot<Keyed<String, Total>>> { row, _, _ in Lines.balance(row) }
    private let running = ValueDisplay<[String: Int64]>()
    private let total = ValueDisplay<Total>()
    private let status = ValueDisplay<SourceStatus>()

    private let monthsPresentation: Presentation<Views.Months>
    private let balancesPresentation: Presentation<ListSnapshot<Keyed<String, Total>>>
    private let runningPresentation: Presentation<ValueSnapshot<[String: Int64]>>
    private let totalPresentation: Presentation<ValueSnapshot<Total>>
    private let statusPresentation: Presentation<ValueSnapshot<SourceStatus>>

    private var filter: TextField
    private var isTyping = false

    let wishes: AsyncStream<Void>
    private let drawing: AsyncStream<Void>.Continuation

    init(of views: Views, status followed: Parameter<SourceStatus>) async {
        self.views = views
        filter = TextField(views.filter.value)
        let (running, folded) = (running, views.folded)
        months = TerminalDisplay { row, width, isSelected in
            let line: Line
            switch row {
            case .header(let month, _):
                line = Lines.month(
                    month, running: running.value?[month.id], isFolded: folded.value.contains(month.id))
            case .item(let entry, _): line = Lines.entry(entry)
            }
            return isSelected ? line.fitted(to: width).styled(.selected) : line
        }
        monthsPresentation = await Presentation(of: views.months)
        balancesPresentation = await Presentation(of: views.balances)
        runningPresentation = await Presentation(of: views.running)
        totalPresentation = await Presentation(of: views.total)
        statusPresentation = Presentation(of: followed)
        (wishes, drawing) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        let needsDrawing: @Sendable () -> Void = { [drawing] in drawing.yield() }
        let months = months
        months.onChange = needsDrawing
        balances.onChange = needsDrawing
        // Headers have it in them.
        running.onChange = { months.forgetLines() }
        total.onChange = needsDrawing
        status.onChange = needsDrawing
        monthsPresentation.attach(months)
        balancesPresentation.attach(balances)
        runningPresentation.attach(running)
        totalPresentation.attach(total)
        statusPresentation.attach(status)
    }

    /// Follows the views until the task is cancelled.
    func follow() async {
        await withTaskGroup(of: Void.self) { @Sendable group in
            group.addTask { await self.followMonths() }
            group.addTask { await self.followBalances() }
            group.addTask { await self.followRunning() }
            group.addTask { await self.followTotal() }
            group.addTask { await self.followStatus() }
        }
    }

    private func followMonths() async { await monthsPresentation.run() }
    private func followBalances() async { await balancesPresentation.run() }
    private func followRunning() async { await runningPresentation.run() }
    private func followTotal() async { await totalPresentation.run() }
    private func followStatus() async { await statusPresentation.run() }

    // MARK: Drawing

    func frame(in size: Size, isFinal: Bool) -> [Line] {
        let width = max(0, size.width)
        let side = width >= 110 ? 50 : 0
        let body = max(0, size.height - 2)
        var rows = months.lines(in: Size(width: width - side, height: body), isActive: !isFinal)
        if side > 0 {
            let accounts =
                [Line("Balances", .heading)]
                + balances.lines(in: Size(width: side - 2, height: max(0, body - 1)), isActive: false)
            rows = zip(rows, accounts).map { ($0 + Line("│ ", .dim) + $1).fitted(to: width) }
        }
        let total = total.value ?? Total()
        // What is wrong comes first.
        let title =
            Line(" Ledger ", .titles) + statusLine + Line("  \(Cents.grouped(total.entries)) entries  ")
            + Line(Cents.text(total.cents), .bold)
        let frame = [title.fitted(to: width)] + rows + [isFinal ? Line().fitted(to: width) : footer.fitted(to: width)]
        return Array(frame.prefix(max(0, size.height)))
    }

    /// Nothing while all is well.
    private var statusLine: Line {
        switch status.value {
        case .loading(let part?): Line("  loading \(Int(part * 100)) %", .yellow)
        case .loading(nil): Line("  loading", .yellow)
        case .stale(let failure): Line("  not up to date: \(failure.error)", .red)
        case .failed(let failure): Line("  given up: \(failure.error)", .red)
        case .ready, .finished, nil: Line()
        }
    }

    private var footer: Line {
        if isTyping {
            return Line(" /", .dim) + Line(filter.text, .heading, givesWay: true)
                + Line("▏  Enter keep  Esc clear", .dim)
        }
        let filter = filter.text.isEmpty ? "filter" : String(filter.text.prefix(20))
        return Line(" /", .bold) + Line(filter) + Line("  Space", .bold) + Line(" fold  ") + Line("- +", .bold)
            + Line(" all  ") + Line("q", .bold) + Line(" quit")
    }

    // MARK: Keys

    func press(_ key: Key, size: Size) -> KeyOutcome {
        defer { drawing.yield() }
        if isTyping {
            typed(key)
            return .handled
        }
        switch key {
        case .character("q"), .character("Q"): return .quit
        case .character("/"): isTyping = true
        case .escape: setFilter(TextField())
        case .character(" "), .enter: fold()
        case .character("-"): setFolded(Set(months.shown.map(\.header.id)))
        case .character("+"): setFolded([])
        case .control("l"): return .redraw
        default: RowCommand(key).map(months.perform)
        }
        return .handled
    }

    private func typed(_ key: Key) {
        switch key {
        case .enter: isTyping = false
        case .escape:
            isTyping = false
            setFilter(TextField())
        default:
            var field = filter
            if field.keyPressed(key) { setFilter(field) }
        }
    }

    private func setFilter(_ field: TextField) {
        filter = field
        views.filter.set(field.text)
    }

    private func setFolded(_ folded: Set<String>) {
        views.folded.set(folded)
        months.forgetLines()
    }

    private func fold() {
        let month: String
        switch months.selectedRow {
        case .header(let header, _): month = header.id
        case .item(let entry, _): month = entry.month
        case nil: return
        }
        setFolded(views.folded.value.symmetricDifference([month]))
    }
}
