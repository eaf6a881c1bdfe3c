import Foundation

/// Collects rows, prints them as a table while they come, and writes them as JSON.
struct Report {
    private(set) var rows: [Row] = []
    /// What the names of rows must contain to be measured; `nil` takes all of them.
    private var filter: String?
    /// The only row that is measured, if it is only one.
    private var only: String?
    private let progress: Progress?
    /// The rows of a release build, to which those of this debug build are compared.
    var released: [Row] = []

    init() {
        progress = nil
    }

    /// Creates a report that says on `progress` what is being measured.
    init(progress: Progress) {
        self.progress = progress
    }

    /// Begins with a part; of its rows, only those that `filter` chooses are wanted.
    mutating func begin(_ part: BenchmarkPart, filter: String?) {
        self.filter = filter.flatMap { part.group.name.matches(filter: $0) ? nil : $0 }
        only = part.row
        progress?.enter(part.group.name)
    }

    /// Whether a row is wanted; if so, it is what is being measured now.
    func wants(_ name: String) -> Bool {
        if let only, name != only { return false }
        if let filter, !name.matches(filter: filter) { return false }
        progress?.show(name)
        return true
    }

    /// Adds a row and prints it.
    mutating func add(_ row: Row) {
        progress?.clear()
        let row = compared(row)
        if rows.last?.group != row.group { print("\n\(row.group)") }
        rows.append(row)
        print(Self.line(row))
        fflush(nil)
        progress?.redraw()
    }

    /// The row as a multiple of the same row of the release build, if that is known.
    private func compared(_ row: Row) -> Row {
        let same = released.first { ($0.group, $0.name, $0.size) == (row.group, row.name, row.size) }
        guard let same, same.unit == row.unit else { return row }
        var row = row
        row.against = "release"
        row.ratio = row.value / same.value
        let isOurs = row.group == DebugBenchmark.title && !row.name.hasPrefix(" ")
        row.bar = isOurs ? DebugBenchmark.bar : nil
        return row
    }

    /// Adds rows that have been printed.
    mutating func add(_ printed: [Row]) {
        rows.append(contentsOf: printed)
    }

    /// Prints a sentence between the rows.
    func note(_ text: String) {
        progress?.clear()
        print("\n\(text)")
        progress?.redraw()
    }

    private static func line(_ row: Row) -> String {
        var columns = [
            row.name.padded(to: 62), Self.size(row.size).padded(to: 6, fromLeft: true),
            (Self.figure(row.value) + " " + row.unit).padded(to: 14, fromLeft: true),
        ]
        if let median = row.median, row.minimum == row.value {
            columns.append("median \(Self.figure(median))".padded(to: 16))
        } else if let minimum = row.minimum, row.minimum != row.value {
            columns.append("least \(Self.figure(minimum))".padded(to: 16))
        }
        if let instructions = row.instructions { columns.append("\(Self.figure(instructions / 1_000)) kinstr") }
        if let ratio = row.ratio { columns.append("\(Self.figure(ratio)) × \(row.against ?? "")") }
        if let bar = row.bar { columns.append("(bar \(Self.limit(bar)))") }
        if let isWithinBar = row.isWithinBar { columns.append(isWithinBar ? "ok" : "ABOVE") }
        return "  " + columns.joined(separator: "  ")
    }

    /// Three or four digits that mean something.
    static func figure(_ value: Double) -> String {
        switch abs(value) {
        case 100...: String(format: "%.0f", value)
        case 10..<100: String(format: "%.1f", value)
        case 1..<10: String(format: "%.2f", value)
        case 0.1..<1: String(format: "%.3f", value)
        default: value == 0 ? "0" : String(format: "%.4f", value)
        }
    }

    /// `1k`, `100k`, `1M`; other numbers in full.
    static func size(_ count: Int) -> String {
        if count >= 1_000_000, count % 1_000_000 == 0 { return "\(count / 1_000_000)M" }
        if count >= 1_000, count % 1_000 == 0 { return "\(count / 1_000)k" }
        return "\(count)"
    }
}

extension String {
    /// Whether this contains what a filter asks for, in whatever case.
    func matches(filter: String) -> Bool {
        range(of: filter, options: .caseInsensitive) != nil
    }

    func padded(to length: Int, fromLeft: Bool = false) -> String {
        let spaces = String(repeating: " ", count: max(0, length - count))
        return fromLeft ? spaces + self : self + spaces
    }
}
