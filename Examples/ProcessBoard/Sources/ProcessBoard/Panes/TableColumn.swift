import TerminalViews

/// A column of the table.
enum TableColumn: Sendable {
    case pid, user, nice, threads, memory, share, state, bar, cpu, time, name

    /// The narrower the window, the fewer columns; the name and the CPU are always there.
    static func fitting(_ width: Int) -> [TableColumn] {
        switch width {
        case 90...: [.pid, .user, .nice, .threads, .memory, .share, .state, .bar, .cpu, .time, .name]
        case 72...: [.pid, .user, .memory, .state, .bar, .cpu, .time, .name]
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
        case .nice: "NI"
        case .threads: "THR"
        case .memory: "MEM"
        case .share: "MEM%"
        case .state: "S"
        case .bar: ""
        case .cpu: "CPU"
        case .time: "TIME"
        case .name: "NAME"
        }
    }

    /// What a click on the title sorts by.
    var order: Order? {
        switch self {
        case .pid: .pid
        case .user: .user
        case .memory, .share: .memory
        case .bar, .cpu: .cpu
        case .time: .time
        case .name: .name
        case .nice, .threads, .state: nil
        }
    }

    /// The columns of the terminal that it takes; the name comes last and takes what is left.
    var width: Int? {
        switch self {
        case .pid: 7
        case .user: 9
        case .nice: 3
        case .threads: 4
        case .memory, .share, .cpu: 5
        case .state: 1
        case .bar, .time: 8
        case .name: nil
        }
    }

    private var isLeft: Bool { self == .user || self == .bar || self == .state || self == .name }

    /// A text in the width of the column.
    func cell(_ text: String) -> String {
        guard let width else { return text }
        return isLeft ? text.left(width) : text.right(width)
    }

    /// What it shows of a process, on a machine with so much memory.
    func text(_ process: Process, memory: Int) -> String {
        switch self {
        case .pid: "\(process.id.pid)"
        case .user: process.user
        case .nice: process.nice.map { "\($0)" } ?? "-"
        case .threads: process.threads.map { "\($0)" } ?? "-"
        case .memory: process.memory.asMemory
        case .share: Self.share(process.memory, of: memory)
        case .state: String(process.state)
        case .bar: Bar.text(percent: process.cpu, width: 8)
        case .cpu: "\(process.cpu)%"
        case .time: process.seconds?.asTime ?? "-"
        case .name: process.name
        }
    }

    private static func share(_ part: Int, of total: Int) -> String {
        guard total > 0 else { return "-" }
        let tenths = part * 1000 / total
        return "\(tenths / 10).\(tenths % 10)"
    }

    func style(_ process: Process) -> Style {
        switch self {
        case .pid, .user: .dim
        case .state: process.state == "R" ? .green : .dim
        case .nice: (process.nice ?? 0) < 0 ? .red : (process.nice ?? 0) > 0 ? .green : .dim
        case .threads, .time, .share: process.cpu > 0 ? .plain : .dim
        case .bar, .cpu: .load(process.cpu)
        case .memory: .memory(process.memory)
        case .name: process.cpu > 0 ? .bold : .plain
        }
    }
}

extension Style {
    /// An amount of memory, in MiB.
    static func memory(_ mebibytes: Int) -> Style {
        switch mebibytes {
        case 1024...: .yellow
        case 100...: Style(.cyan)
        case 1...: .plain
        default: .dim
        }
    }

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
