import TerminalViews

/// A meter: a label, a bar that is coloured by how full it is, and a figure.
enum Meter {
    static func line(_ label: String, percent: Int, text: String, width: Int) -> Line {
        let percent = max(0, min(100, percent))
        let name = Line(label.left(5), .heading)
        let figure = Line(text.right(12), .bold)
        let room = width - name.columns - figure.columns - 1
        guard room >= 4 else { return (name + Line(text)).fitted(to: width) }
        let full = (percent * room + 50) / 100
        // The least load still shows.
        let shown = percent > 0 ? max(1, full) : 0
        var line = name
        // Like a thermometer, the bar is yellow and red only where it is high.
        for (limit, style) in [(room / 2, Style.green), (room * 8 / 10, .yellow), (room, .red)] {
            let count = min(shown, limit) - line.columns + name.columns
            if count > 0 { line.append(String(repeating: "■", count: count), style) }
        }
        line.append(String(repeating: "■", count: room - shown), .dim)
        return line + figure + Line(" ")
    }
}
