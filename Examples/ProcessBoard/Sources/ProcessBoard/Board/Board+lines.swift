import TerminalViews

extension Board {
    /// The last row: keys, what is being typed, or what came of the last signal.
    func footer(width: Int) -> Line {
        switch mode {
        case .typing:
            let keys =
                Line("  Enter ", .dim) + Line("keep ") + Line(" Esc ", .dim) + Line("clear ")
                + Line(" ^W ", .dim) + Line("word ") + Line(" ^U ", .dim) + Line("all ")
            return (Line(" /", .dim) + Line(filter.text, .heading, givesWay: true) + Line("▏") + keys).fitted(to: width)
        case .browsing, .helping, .signalling:
            if let message { return message.fitted(to: width) }
            return keys(width: width).fitted(to: width)
        }
    }

    private func keys(width: Int) -> Line {
        // A filter that is kept stays to be seen.
        let isFiltered = !filter.text.isEmpty
        let text = isFiltered ? String(filter.text.prefix(20)) : "filter"
        var pieces = [Self.key("?", "help", false), Self.key("/", text, isFiltered)]
        pieces += [("k", "signal"), ("q", "quit")].map { Self.key($0, $1, false) }
        for (number, choice) in zip(1..., Options.View.allCases) {
            pieces.append(Self.key("\(number)", choice.rawValue, choice == view))
        }
        for order in Order.allCases {
            let name = order == .memory ? "mem" : order.rawValue
            pieces.append(Self.key(String(order.key), name, order == sorting.order))
        }
        pieces.append(Self.key("r", "reverse", sorting.isReversed))
        return Line.row(of: pieces, width: width)
    }

    private static func key(_ key: String, _ effect: String, _ isOn: Bool) -> Line {
        Line(" \(key)", .bold) + Line(effect, isOn ? Style(.black, on: .green) : .selected)
    }

    /// The help.
    static let help = KeyHelp(
        title: "ProcessBoard",
        keys: [
            ("↑ ↓ PgUp PgDn Home End", "move the selection; it follows its process"),
            ("mouse", "the wheel scrolls; a click selects, or sorts by a title"),
            ("1 2 3 4", "table, users, log, or all of them"),
            ("Tab", "from the table to the users and back"),
            ("c m p n t u", "sort by CPU, memory, PID, name, time, user; again: reverse"),
            ("r, < >", "reverse the order; sort by the column before or after"),
            ("Space ← →", "fold or unfold a user; - + all users"),
            ("/", "filter while you type: ^W deletes a word, ^U all"),
            ("Esc", "end the filter, then the selection"),
            ("k", "send the selected process a signal, after a question"),
            ("^L  ^Z", "draw the window again; suspend"),
            ("q", "quit"),
        ])

    /// What the rule above the table says.
    var tableTitle: String { "Processes by \(sorting.order.title)" }

    func tableNote(count: Int) -> String {
        filter.text.isEmpty ? "\(count)" : "/\(filter.text.harmless) \(count)"
    }
}
