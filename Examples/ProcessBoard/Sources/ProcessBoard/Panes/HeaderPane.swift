import TerminalViews

/// The top of the window: meters of the cores and of the memory on the left and right, totals and load below them.
struct HeaderPane {
    var machine: Machine
    var load: Load

    /// More cores than these share one meter.
    private static let mostCores = 16

    /// How many lines it takes in a window; a low one has a line, or none.
    static func height(_ window: Int, cores: Int) -> Int {
        guard window >= 6 else { return 0 }
        let full = meterRows(cores) + 2
        return window >= full + 12 ? full : 1
    }

    private static func meterRows(_ cores: Int) -> Int {
        cores > mostCores ? 1 : (cores + 1) / 2
    }

    /// Exactly so many lines of exactly this width.
    func lines(width: Int, height: Int) -> [Line] {
        if height < 1 { return [] }
        if height == 1 { return [status(width: width)] }
        let half = (width - 2) / 2
        let (left, right) = columns(width: half)
        return (0..<height).map { row in
            let one = row < left.count ? left[row] : Line()
            let other = row < right.count ? right[row] : Line()
            return (Line(" ") + one.fitted(to: half) + Line(" ") + other).fitted(to: width)
        }
    }

    private func columns(width: Int) -> (left: [Line], right: [Line]) {
        var left: [Line] = []
        var right: [Line] = []
        let cores = machine.cores
        if cores.count > Self.mostCores {
            let average = cores.reduce(0, +) / cores.count
            left.append(Meter.line("CPU", percent: average, text: "\(average)%", width: width))
            right.append(Line("\(cores.count) cores, the busiest at \(cores.max() ?? 0)%", .dim))
        } else {
            let meters = cores.enumerated().map { core, percent in
                Meter.line("CPU\(core)", percent: percent, text: "\(percent)%", width: width)
            }
            let rows = Self.meterRows(cores.count)
            left += meters.prefix(rows)
            right += meters.dropFirst(rows)
            if right.count < rows { right.append(Line()) }
        }
        left.append(Self.meter("Mem", machine.memory, width))
        left.append(Self.meter("Swap", machine.swap, width))
        right.append(tasks)
        right.append(averages)
        return (left, right)
    }

    private static func meter(_ label: String, _ use: Machine.Use, _ width: Int) -> Line {
        let text = use.total == 0 ? "-" : "\(use.used.asMemory)/\(use.total.asMemory)"
        return Meter.line(label, percent: use.percent, text: text, width: width)
    }

    private var tasks: Line {
        Line("Tasks ", .dim) + Line("\(load.processes)", .heading) + Line(", ", .dim)
            + Line("\(load.threads)", .green) + Line(" threads, ", .dim) + Line("\(load.running)", .green)
            + Line(" running, ", .dim) + Line("\(load.cpu)%", .load(load.cpu)) + Line(" CPU", .dim)
    }

    private var averages: Line {
        var line = Line("Load ", .dim)
        for (average, style) in zip(machine.load, [Style.bold, .heading, .dim]) {
            line.append(Self.decimal(average) + " ", style)
        }
        if machine.load.isEmpty { line.append("- ") }
        if let uptime = machine.uptime { line = line + Line(" Up ", .dim) + Line(Self.time(uptime), .heading) }
        return line
    }

    private static func decimal(_ hundredths: Int) -> String {
        "\(hundredths / 100).\(hundredths / 10 % 10)\(hundredths % 10)"
    }

    private static func time(_ seconds: Int) -> String {
        let days = seconds / 86_400
        let rest = (seconds % 86_400).asTime
        return days == 0 ? rest : days == 1 ? "1 day, \(rest)" : "\(days) days, \(rest)"
    }

    private func status(width: Int) -> Line {
        let memory = machine.memory.total > 0 ? machine.memory.used : load.memory
        let averages = machine.load.first.map { Line("  load ", .dim) + Line(Self.decimal($0)) } ?? Line()
        return Line.row(
            of: [
                Line(" ProcessBoard", .heading),
                Line("  cpu ", .dim) + Line("\(load.cpu)%", .load(load.cpu)),
                Line("  memory ", .dim) + Line(memory.asMemory),
                Line("  processes ", .dim) + Line("\(load.processes)"),
                averages,
            ],
            width: width
        )
        .fitted(to: width)
    }
}
