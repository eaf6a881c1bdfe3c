/// A line of the table: how one service did.
struct Row: Sendable {
    let name: String
    let streams: Int
    let editsPerSecond: Double
    let lags: Percentiles
    let bytes: Int
    let processor: Double
    let memory: Int

    /// The table of some rows.
    static func table(_ rows: [Row]) -> String {
        let head = ["", "streams", "edits/s", "lag p50", "lag p99", "MiB sent", "CPU", "memory"]
        let lines = [head] + rows.map(\.cells)
        let widths = head.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
        return lines.map { cells in
            cells.indices.map { column in
                let space = String(repeating: " ", count: widths[column] - cells[column].count)
                return column == 0 ? cells[column] + space : space + cells[column]
            }.joined(separator: "  ") + "\n"
        }.joined()
    }

    private var cells: [String] {
        [
            name, "\(streams)", "\(Int(editsPerSecond.rounded()))", lags.text(0.5), lags.text(0.99), "\(bytes >> 20)",
            percent(processor), "\(memory >> 20) MiB",
        ]
    }
}
