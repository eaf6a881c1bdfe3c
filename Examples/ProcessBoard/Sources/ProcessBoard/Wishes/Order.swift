import DataSources

/// What processes may be sorted by.
enum Order: String, CaseIterable, Sendable {
    case cpu, memory, pid, name, time, user

    /// The key that chooses it.
    var key: Character { rawValue.first! }

    /// How a title says it.
    var title: String {
        switch self {
        case .cpu: "CPU"
        case .memory: "memory"
        case .pid: "PID"
        case .name: "name"
        case .time: "time"
        case .user: "user"
        }
    }

    /// The direction that puts first what one looks for: the busiest, the largest, the first in the alphabet.
    var usualDirection: SortDirection {
        switch self {
        case .cpu, .memory, .time: .descending
        case .pid, .name, .user: .ascending
        }
    }

    /// Sorted in a direction; where that leaves it open, by something that does not change from one reading to the next.
    func ofProcesses(_ direction: SortDirection) -> ItemOrder<Process> {
        switch self {
        case .cpu: by(\.cpu, direction).then(.descending(\.memory)).then(.ascending(\.id.pid))
        case .memory: by(\.memory, direction).then(.ascending(\.id.pid))
        case .pid: by(\.id.pid, direction)
        case .name: by({ $0.name.lowercased() }, direction).then(.ascending(\.id.pid))
        case .time: by({ $0.seconds ?? 0 }, direction).then(.ascending(\.id.pid))
        case .user: by(\.user, direction).then(.descending(\.cpu)).then(.ascending(\.id.pid))
        }
    }

    private func by<Key: Comparable & Sendable>(
        _ key: @escaping @Sendable (Process) -> Key, _ direction: SortDirection
    ) -> ItemOrder<Process> {
        ItemOrder(by: key, direction)
    }
}
