import DataSources

/// What processes may be sorted by.
enum Order: String, CaseIterable, Sendable {
    case cpu, memory, pid, name

    /// The key that chooses it.
    var key: Character { rawValue.first! }

    /// How a title says it.
    var title: String {
        switch self {
        case .cpu: "CPU"
        case .memory: "memory"
        case .pid: "PID"
        case .name: "name"
        }
    }

    /// The busiest first, or the largest; where that leaves it open, something that does not change from one reading to
    /// the next.
    var ofProcesses: ItemOrder<Process> {
        switch self {
        case .cpu: .descending(\.cpu).then(.descending(\.memory)).then(.ascending(\.id.pid))
        case .memory: .descending(\.memory).then(.ascending(\.id.pid))
        case .pid: .ascending(\.id.pid)
        case .name: .ascending { $0.name.lowercased() }.then(.ascending(\.id.pid))
        }
    }
}
