import Foundation

extension Report {
    /// Prints what had a bar, and whether it was reached.
    func printBars() {
        let barred = rows.filter { $0.bar != nil }
        guard !barred.isEmpty else { return print("\nNothing that was measured has a bar.") }
        let width = barred.map { Self.work($0).count }.max() ?? 0
        print("\n\("Work".padded(to: width))  \("bar".padded(to: 34))  reached")
        for row in barred {
            let reached = Self.figure(row.reached).padded(to: 7, fromLeft: true)
            let mark = row.isWithinBar == true ? "ok" : "ABOVE"
            print("\(Self.work(row).padded(to: width))  \(Self.bar(row).padded(to: 34))  \(reached)  \(mark)")
        }
    }

    /// What the table of bars calls a row.
    static func work(_ row: Row) -> String {
        row.work ?? "\(row.name.trimmingCharacters(in: .whitespaces)), \(size(row.size))"
    }

    /// A bar, as it is written.
    static func limit(_ bar: Double) -> String { String(format: bar < 1_000 ? "%.3g" : "%.0f", bar) }

    /// The bar of a row, with its unit or with what it is a multiple of.
    static func bar(_ row: Row) -> String {
        let limit = limit(row.bar ?? 0)
        return row.ratio == nil ? "≤ \(limit) \(row.unit)" : "≤ \(limit) × \(row.against ?? "")"
    }
}
