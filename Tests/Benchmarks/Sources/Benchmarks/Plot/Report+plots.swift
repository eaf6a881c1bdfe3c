import Foundation

extension Report {
    /// Draws what the rows are enough for, and says what was drawn and what was not.
    func draw(into directory: String) throws -> [String] {
        try [("edit-cost.svg", editCost), ("deliveries.svg", deliveries)].map { name, plot in
            guard plot.series.contains(where: { !$0.points.isEmpty }) else {
                return "\(name) is not drawn: its rows were not measured"
            }
            let path = URL(fileURLWithPath: directory).appendingPathComponent(name).path
            try Data(plot.svg.utf8).write(to: URL(fileURLWithPath: path))
            return "drawn: \(path)"
        }
    }

    /// Cost of one edit against the length of the list.
    private var editCost: Plot {
        let edits = rows.filter { $0.unit == TimeUnit.microseconds.rawValue }
        var series = EditScript.Verb.allCases.map { verb in
            Plot.Series(name: verb.rawValue, points: points(edits.filter { $0.name == EditBenchmark.rowName(verb) }))
        }
        series.append(
            Plot.Series(
                name: "insert, Array and difference(from:)",
                points: points(edits.filter { $0.name == EditBenchmark.arrayRowName(.insert) })))
        return Plot(
            title: "One edit: commit and difference", xTitle: "items in the list", yTitle: "CPU time, µs",
            series: series.filter { !$0.points.isEmpty })
    }

    /// Deliveries against the number of subscribers, by name.
    private var deliveries: Plot {
        let all = rows.filter { $0.group.hasPrefix("Lockstep") && $0.value > 0 }
        let lockstep = all.filter { $0.group == all[0].group && $0.unit == all[0].unit }
        var names: [String] = []
        for row in lockstep where !names.contains(row.name) { names.append(row.name) }
        let unit = lockstep.first?.unit ?? ""
        return Plot(
            title: "Subscribers in lockstep", xTitle: "subscribers",
            yTitle: unit == "/s" ? "deliveries per second" : "CPU time of a delivery, \(unit)",
            series: names.map { name in
                Plot.Series(
                    name: name.trimmingCharacters(in: .whitespaces), points: points(lockstep.filter { $0.name == name })
                )
            })
    }

    private func points(_ rows: [Row]) -> [Plot.Point] {
        rows.map { Plot.Point(x: Double($0.size), y: $0.value) }
    }
}
