/// What several runs have measured, row by row.
///
/// One run of a machine that others share says little: a claim is worth as much as its repetition.
struct Summary {
    /// A row and what each run has measured.
    struct Line {
        /// The row of the first run that has it.
        let row: Row
        private(set) var values: [Double] = []
        private(set) var ratios: [Double] = []

        init(_ row: Row) {
            self.row = row
            add(row)
        }

        mutating func add(_ row: Row) {
            values.append(row.value)
            if let ratio = row.ratio { ratios.append(ratio) }
        }

        /// What is compared with the bar: the ratios, or the values of a row without a ratio.
        var reached: [Double] { ratios.isEmpty ? values : ratios }

        /// The greatest by the least; runs in which it is more than 1.5 do not support a claim.
        var spread: Double {
            guard let least = reached.min(), let most = reached.max(), least > 0 else { return 1 }
            return most / least
        }
    }

    /// One for each row of the runs, in the order of the first run that has it.
    private(set) var lines: [Line] = []
    let runs: Int

    /// Puts the rows of several runs together.
    init(_ runs: [[Row]]) {
        self.runs = runs.count
        var positions: [String: Int] = [:]
        for rows in runs {
            // Within a run a name may be used again, such as that of a row below another one.
            var seen: [String: Int] = [:]
            for row in rows {
                let name = "\(row.group)\u{0}\(row.name)\u{0}\(row.size)\u{0}\(row.unit)"
                seen[name, default: 0] += 1
                let key = "\(name)\u{0}\(seen[name, default: 0])"
                if let position = positions[key] {
                    lines[position].add(row)
                } else {
                    positions[key] = lines.count
                    lines.append(Line(row))
                }
            }
        }
    }
}

extension Summary {
    /// Prints every row: the median, and the least and the most of the runs.
    func printRows() {
        var group = ""
        for line in lines {
            let row = line.row
            if row.group != group { print("\n\(row.group)") }
            group = row.group
            var columns = [
                row.name.padded(to: 62), Report.size(row.size).padded(to: 6, fromLeft: true),
                "\(Self.median(line.values)) \(row.unit)".padded(to: 14, fromLeft: true),
                Self.range(line.values).padded(to: 18),
            ]
            if !line.ratios.isEmpty {
                columns.append("\(Self.median(line.ratios)) (\(Self.range(line.ratios))) × \(row.against ?? "")")
            }
            if line.values.count < runs { columns.append("in \(line.values.count) of \(runs) runs") }
            if line.spread > 1.5 { columns.append("SPREAD \(Report.figure(line.spread))") }
            print("  " + columns.joined(separator: "  "))
        }
    }

    /// Prints what has a bar as the table of the README.
    ///
    /// A row is above its bar if its median is; if only some of the runs are, the table says so.
    func printBars() {
        print("\n| Work | Bar | Median | Of \(runs) runs | |\n|---|---|---:|---:|---|")
        for line in lines {
            guard let bar = line.row.bar else { continue }
            let above = line.reached.count { $0 > bar }
            let isAbove = Self.middle(line.reached) > bar
            let mark = isAbove ? "above" : above > 0 ? "above in \(above)" : ""
            print(
                "| \(Report.work(line.row)) | \(Report.bar(line.row)) | \(Self.median(line.reached)) "
                    + "| \(Self.range(line.reached)) | \(mark) |")
        }
        let barred = lines.filter { $0.row.bar != nil }
        let above = barred.count { Self.middle($0.reached) > ($0.row.bar ?? 0) }
        print("\n\(runs) runs, \(lines.count) rows, \(barred.count) with a bar, \(above) above it in the median")
    }

    private static func middle(_ figures: [Double]) -> Double {
        let sorted = figures.sorted()
        let half = sorted.count / 2
        return sorted.count.isMultiple(of: 2) ? (sorted[half - 1] + sorted[half]) / 2 : sorted[half]
    }

    private static func median(_ figures: [Double]) -> String { Report.figure(middle(figures)) }

    private static func range(_ figures: [Double]) -> String {
        "\(Report.figure(figures.min() ?? 0)) to \(Report.figure(figures.max() ?? 0))"
    }
}
