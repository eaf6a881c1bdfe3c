import Foundation

/// One measured figure, beside what it is to be compared with.
struct Row: Encodable {
    var group: String
    var name: String
    var size: Int
    var value: Double
    var unit: String
    /// The name of what the ratio is to, and the ratio.
    var against: String?
    var ratio: Double?
    /// What the ratio, or the value if there is none, should not exceed.
    var bar: Double?

    var isWithinBar: Bool? {
        bar.map { (ratio ?? value) <= $0 }
    }
}

/// Collects rows, prints them as a table while they come, and writes them as JSON.
struct Report {
    private(set) var rows: [Row] = []

    mutating func add(_ row: Row) {
        if rows.last?.group != row.group { print("\n\(row.group)") }
        rows.append(row)
        let mark = row.isWithinBar.map { $0 ? "ok" : "ABOVE" } ?? ""
        let ratio = row.ratio.map { String(format: "%8.3f × %@", $0, row.against ?? "") } ?? ""
        let bar = row.bar.map { String(format: "(bar %g)", $0) } ?? ""
        let name = row.name.padding(toLength: 40, withPad: " ", startingAt: 0)
        let size = String(row.size)
        let padded = String(repeating: " ", count: max(0, 9 - size.count)) + size
        print("  \(name)\(padded)  \(String(format: "%12.3f", row.value)) \(row.unit)  \(ratio) \(bar) \(mark)")
        fflush(nil)
    }

    func write(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(rows).write(to: URL(fileURLWithPath: path))
    }
}
