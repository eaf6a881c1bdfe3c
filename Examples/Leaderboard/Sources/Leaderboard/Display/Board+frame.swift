import Console
import DataSources
import TerminalViews

extension Board {
    /// The columns of the ranking; the rest of the window is for the countries.
    private static let rankingWidth = 41

    func frame(in size: Size, isFinal: Bool) -> [Line] {
        let costs = costs
        let width = max(0, size.width)
        let summary = costs.summary.enumerated().map { Line($1, $0 == 0 ? .dim : .plain) }
        let footer = isFinal ? [] : [Self.keys(width: width)]
        // The title, an empty line, the titles of the columns, and three lines with the place.
        let rows = max(0, size.height - summary.count - footer.count - 6)
        var lines = title(costs, width: width) + tables(width: width, height: rows + 1, isFinal: isFinal)
        lines += [Line(), place(width: width), Line()] + summary
        let blank = Line().fitted(to: width)
        lines = lines.prefix(max(0, size.height - footer.count)).map { $0.fitted(to: width) }
        lines += Array(repeating: blank, count: max(0, size.height - footer.count - lines.count))
        lines = Array((lines + footer.map { $0.fitted(to: width) }).prefix(max(0, size.height)))
        guard let helpStart, !isFinal else { return lines }
        return Self.help.box(in: size, from: helpStart).overlaid(on: lines, size: size)
    }

    private func title(_ costs: Costs, width: Int) -> [Line] {
        let rate = width < 80 ? " of \(options.rate.grouped)/s" : " of \(options.rate.grouped) changes a second"
        return [
            Line.row(
                of: [
                    Line(" Leaderboard", .heading),
                    Line("  \(options.players.grouped)", .bold) + Line(" players", .dim),
                    Line(", ", .dim) + Line(costs.madePerSecond.grouped, .bold) + Line(rate, .dim),
                    Line(", for ", .dim) + Line("\(costs.elapsed.components.seconds.grouped) s", .bold),
                ], width: width),
            Line(),
        ]
    }

    /// The ranking on the left, the countries on the right; the titles of their columns are the first line.
    private func tables(width: Int, height: Int, isFinal: Bool) -> [Line] {
        let left = min(width, Self.rankingWidth)
        let right = max(0, width - left - 1)
        let places = top.lines(
            in: Size(width: max(0, left - 8), height: height - 1), isActive: focus == .top && !isFinal)
        let first = top.visible.lowerBound + 1
        let ranking =
            [Line("  PLACE        PLAYER COUNTRY    POINTS", .titles)]
            + places.enumerated().map { row, line in
                let place = first + row
                let number = place <= top.visible.upperBound ? place.grouped.right(7) : ""
                return Line(number.left(7) + " ", place <= 3 ? Style(.yellow, isBold: true) : .dim) + line
            }
        let totals =
            [Line(" COUNTRY   PLAYERS           POINTS  AVERAGE", .titles)]
            + countries.lines(
                in: Size(width: right, height: height - 1), isActive: focus == .countries && !isFinal)
        return zip(ranking, totals).enumerated().map { row, sides in
            let line = (row == 0 ? sides.0.fitted(to: left).styled(.titles) : sides.0.fitted(to: left))
            if right < 4 { return line }
            let other = row == 0 ? sides.1.fitted(to: right).styled(.titles) : sides.1
            return line + Line("│", .dim) + other
        }
    }

    private func place(width: Int) -> Line {
        guard let standing = standing.value else { return Line(" nobody was chosen", .dim) }
        return Line.row(
            of: [
                Line(" ") + Line(standing.player.name, .bold) + Line(" (\(standing.player.country)) has ")
                    + Line(standing.player.score.grouped, .bold) + Line(" points: place ")
                    + Line(standing.rank.grouped, .heading),
                Line(" of \(standing.playerCount.grouped)"),
            ], width: width)
    }

    private static func keys(width: Int) -> Line {
        let keys = [("q", "quit"), ("↑↓", "select"), ("Tab", "other list"), ("?", "help")]
        return Line.row(of: keys.map { Line(" \($0.0)", .bold) + Line($0.1, .selected) }, width: width)
    }

    private static let help = KeyHelp(
        title: "Leaderboard",
        keys: [
            ("↑ ↓ PgUp PgDn Home End", "move the selection; it follows its row"),
            ("mouse", "the wheel scrolls; a click selects"), ("Tab ← →", "the other list"),
            ("Esc", "select nothing"), ("^L  ^Z", "draw the window again; suspend"), ("q", "quit"),
        ])

    /// Does what a key asks for.
    func press(_ key: Key, size: Size) -> KeyOutcome {
        defer { needsDrawing() }
        if let first = helpStart {
            helpStart = Self.help.keyPressed(key, from: first, in: size)
            return .handled
        }
        switch key {
        case .character("q"), .character("Q"), .function(10): return .quit
        case .character("?"), .character("h"), .function(1): helpStart = 0
        case .control("l"): return .redraw
        case .tab, .backTab: focus = focus == .top ? .countries : .top
        case .left: focus = .top
        case .right: focus = .countries
        case .escape: perform(.deselect)
        case .click(let place):
            focus = place.column < Self.rankingWidth ? .top : .countries
            // Below the title, an empty line, and the titles of the columns.
            perform(.select(place.row - 3))
        case .wheel(_, let place):
            guard let command = RowCommand(key) else { break }
            perform(command, on: place.column < Self.rankingWidth ? .top : .countries)
        default: if let command = RowCommand(key) { perform(command) }
        }
        return .handled
    }

    private func perform(_ command: RowCommand, on list: Focus? = nil) {
        switch list ?? focus {
        case .top: top.perform(command)
        case .countries: countries.perform(command)
        }
    }
}

extension Player {
    var name: String { "player \(id)" }

    /// What its row shows, without the place.
    var line: Line {
        Line(name.right(13)) + Line(" \(country.right(7))", Style(.cyan)) + Line(" \(score.grouped.right(9)) ", .bold)
    }
}

extension Keyed<String, Total> {
    /// What its row shows.
    var line: Line {
        Line(" \(id.right(7))", Style(.cyan)) + Line(" \(value.players.grouped.right(9))")
            + Line(" \(value.points.grouped.right(16))", .bold)
            + Line(" \(value.average.grouped.right(8))")
    }
}
