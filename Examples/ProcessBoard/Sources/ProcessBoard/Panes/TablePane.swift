import DataSources

/// The table: a row a process, the busiest first.
enum TablePane {
    /// The column titles and the first rows, as many lines as asked for at the most.
    static func lines(_ processes: ListSnapshot<Process>, width: Int, height: Int) -> [Line] {
        guard height > 0 else { return [] }
        let columns = Column.fitting(width)
        let titles = columns.map { $0.cell($0.title) }.joined(separator: " ")
        let rows = processes.prefix(height - 1).map { process in
            var line = Line()
            for column in columns {
                line.append(column.cell(column.text(process)), column.style(process))
                line.append(" ")
            }
            return line
        }
        return [Line(titles, .dim)] + rows
    }

    private enum Column {
        case pid, user, bar, cpu, memory, state, name

        /// The narrower the window, the fewer columns; the name and the CPU are always there.
        static func fitting(_ width: Int) -> [Column] {
            switch width {
            case 56...: [.pid, .user, .bar, .cpu, .memory, .state, .name]
            case 42...: [.pid, .user, .cpu, .memory, .name]
            case 32...: [.pid, .cpu, .memory, .name]
            default: [.cpu, .name]
            }
        }

        var title: String {
            switch self {
            case .pid: "PID"
            case .user: "USER"
            case .bar: ""
            case .cpu: "CPU"
            case .memory: "MEM"
            case .state: "S"
            case .name: "NAME"
            }
        }

        func text(_ process: Process) -> String {
            switch self {
            case .pid: "\(process.id.pid)"
            case .user: process.user
            case .bar: Bar.text(percent: process.cpu, width: 8)
            case .cpu: "\(process.cpu)%"
            case .memory: process.memory.asMemory
            case .state: String(process.state)
            case .name: process.name
            }
        }

        /// The text in the width of the column; the name comes last and takes what is left.
        func cell(_ text: String) -> String {
            switch self {
            case .pid: text.right(7)
            case .user: text.left(9)
            case .bar: text.left(8)
            case .cpu: text.right(5)
            case .memory: text.right(5)
            case .state, .name: text
            }
        }

        func style(_ process: Process) -> Style {
            switch self {
            case .pid, .user, .state: .dim
            case .bar, .cpu: Style.load(process.cpu)
            case .memory: process.memory == 0 ? .dim : .plain
            case .name: process.cpu > 0 ? .bold : .plain
            }
        }
    }
}

extension Style {
    /// A share of the CPU: the more, the louder.
    static func load(_ percent: Int) -> Style {
        switch percent {
        case 50...: .red
        case 10...: .yellow
        case 1...: .green
        default: .dim
        }
    }
}
