import DataSources
import TerminalViews

/// The lines of the ledger, in a terminal and in a pipe.
enum Lines {
    static func month(_ month: Month, running: Int64?, isFolded: Bool?) -> Line {
        let sum = running.map { Line("  total ", .dim) + Line(Cents.text($0), $0 < 0 ? .red : .green) } ?? Line()
        return Line(isFolded.map { $0 ? "▸ " : "▾ " } ?? "", .dim) + Line(month.id, .heading)
            + Line("\(Cents.grouped(month.total.entries))".right(7)) + Line(" entries", .dim)
            + Line(Cents.text(month.total.cents).right(14), .bold) + sum
    }

    static func entry(_ entry: Entry) -> Line {
        Line("  \(entry.day) ", .dim) + Line(Cents.text(entry.cents).right(12), entry.cents < 0 ? .plain : .green)
            + Line("  \(entry.account.left(12)) ") + Line("\(entry.payee.left(20)) ", .bold)
            + Line(entry.category.left(12), .yellow) + Line(" \(entry.note)", .dim)
    }

    static func balance(_ balance: Keyed<String, Total>) -> Line {
        Line(balance.id.left(14)) + Line(Cents.text(balance.cents).right(16), balance.cents < 0 ? .red : .green)
            + Line(" \(Cents.grouped(balance.entries)) entries".right(18), .dim)
    }
}
