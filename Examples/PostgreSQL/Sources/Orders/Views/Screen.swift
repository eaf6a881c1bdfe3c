import Console
import DataSources
import DataSourcesPostgreSQL
import DataSourcesViews
import TerminalViews

/// The orders by status in a terminal.
@MainActor
final class Screen: TerminalContent {
    /// Gets a value each time that there is something to draw; several count as one.
    let wishes: AsyncStream<Void>
    private let orders: TerminalDisplay<SectionedSnapshot<StatusHeader, Order>>
    private let totals: TerminalDisplay<ListSnapshot<Keyed<Order.Status, Total>>>
    private let status = ValueDisplay<SourceStatus>()
    private let position = ValueDisplay<LogPosition?>()
    private let ordersPresentation: Presentation<SectionedSnapshot<StatusHeader, Order>>
    private let totalsPresentation: Presentation<ListSnapshot<Keyed<Order.Status, Total>>>
    private let statusPresentation: Presentation<ValueSnapshot<SourceStatus>>
    private let positionPresentation: Presentation<ValueSnapshot<LogPosition?>>

    /// Creates the screen of some views.
    init(of views: Views) async {
        let (wishes, drawing) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        self.wishes = wishes
        orders = TerminalDisplay { row, width, isSelected in
            isSelected ? Self.line(row).fitted(to: width).styled(.selected) : Self.line(row)
        }
        totals = TerminalDisplay { total, _, _ in Line(" " + total.text) }
        ordersPresentation = await Presentation(of: views.byStatus)
        totalsPresentation = await Presentation(of: views.totals)
        statusPresentation = Presentation(of: views.orders.status)
        positionPresentation = Presentation(of: views.orders.position)
        (orders.onChange, totals.onChange) = ({ drawing.yield() }, { drawing.yield() })
        (status.onChange, position.onChange) = ({ drawing.yield() }, { drawing.yield() })
        ordersPresentation.attach(orders)
        totalsPresentation.attach(totals)
        statusPresentation.attach(status)
        positionPresentation.attach(position)
    }

    /// Follows the views until the task is cancelled.
    func follow() async {
        await withTaskGroup(of: Void.self) { @Sendable group in
            group.addTask { await self.followOrders() }
            group.addTask { await self.followTotals() }
            group.addTask { await self.followStatus() }
            group.addTask { await self.followPosition() }
        }
    }

    private func followOrders() async { await ordersPresentation.run() }
    private func followTotals() async { await totalsPresentation.run() }
    private func followStatus() async { await statusPresentation.run() }
    private func followPosition() async { await positionPresentation.run() }

    func frame(in size: Size, isFinal: Bool) -> [Line] {
        let width = max(0, size.width)
        let state =
            Line(" Orders", .heading) + Line("  \(status.value?.text ?? "")", .bold, givesWay: true)
            + Line("  at \(position.value.flatMap { $0 }?.description ?? "no position")", .dim)
        let head = [state] + totals.lines(in: Size(width: width, height: 4), isActive: false)
        let foot = isFinal ? [] : [Line(" q quit  ↑↓ PgUp PgDn select and scroll", .dim)]
        let rows = max(0, size.height - head.count - foot.count)
        let lines = head + orders.lines(in: Size(width: width, height: rows), isActive: !isFinal) + foot
        return lines.prefix(max(0, size.height)).map { $0.fitted(to: width) }
    }

    func press(_ key: Key, size: Size) -> KeyOutcome {
        switch key {
        case .character("q"), .character("Q"): return .quit
        case .control("l"): return .redraw
        case .escape: orders.perform(.deselect)
        case .click(let place): orders.perform(.select(place.row - 5))
        default: if let command = RowCommand(key) { orders.perform(command) }
        }
        return .handled
    }

    private static func line(_ row: SectionRow<StatusHeader, Order>) -> Line {
        switch row {
        case .header(let header, _):
            Line("▾ \(header.id.name)", .heading) + Line("  \(header.count.grouped)", .bold)
        case .item(let order, let isLast):
            Line(isLast ? "  └ " : "  ├ ", .dim) + Line("\(order.id)".right(8)) + Line("  ")
                + Line(order.customer.left(16), givesWay: true) + Line(order.amount.inEuros.right(12), .bold)
        }
    }
}

extension Keyed<Order.Status, Total> {
    /// A status in one line.
    var text: String { "\(id.name.left(8)) \(value.orders.grouped.right(9)) orders \(value.amount.inEuros.right(14))" }
}

extension Int {
    /// So many cents as `12,345.67 €`.
    var inEuros: String { "\((self / 100).grouped).\(self / 10 % 10)\(self % 10) €" }
}
