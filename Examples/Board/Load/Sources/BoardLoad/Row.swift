/// A line of the table: how one service did.
struct Row: Sendable {
    let name: String
    let streams, cards: Int
    let edits: Edits
    let lags: Percentiles
    let bytes: Int
    let processor: Double
    let memory: Int
    /// What a commit takes in the server, in milliseconds.
    let commit: Double?

    /// The table of some rows.
    static func table(_ rows: [Row]) -> String {
        let head = [
            "", "streams", "cards", "edits/s", "lag p50", "lag p99", "MiB/s", "CPU", "memory", "answer p50", "p99",
        ]
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
        let rate = Double(bytes) / edits.seconds / 1_048_576
        return [
            name, "\(streams)", "\(cards)", "\(edits.rate)", lags.text(0.5), lags.text(0.99),
            "\((rate * 10).rounded() / 10)", percent(processor), "\(memory >> 20) MiB", edits.latencies.text(0.5),
            edits.latencies.text(0.99),
        ]
    }
}
