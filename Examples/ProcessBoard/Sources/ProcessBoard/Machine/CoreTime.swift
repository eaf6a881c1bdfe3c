/// How long a core has worked, and how long it could have, in clock ticks.
struct CoreTime: Equatable, Sendable {
    var busy: UInt64 = 0
    var total: UInt64 = 0

    /// The cores in the text of `/proc/stat`, whose lines are like `cpu0 10 0 5 100 2 0 1 0 0 0`.
    static func all(in text: String) -> [CoreTime] {
        text.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: " ")
            guard let name = fields.first, name.hasPrefix("cpu"), name != "cpu" else { return nil }
            // User time has the time of guests in it, which fields 9 and 10 repeat.
            let ticks = fields.dropFirst().prefix(8).map { UInt64($0) ?? 0 }
            guard ticks.count >= 4 else { return nil }
            let total = ticks.reduce(0, &+)
            // Fields 4 and 5: idle, and waiting for a disk.
            let idle = ticks[3] &+ (ticks.count > 4 ? ticks[4] : 0)
            return CoreTime(busy: total &- idle, total: total)
        }
    }

    /// Whole percents since an earlier reading.
    func percent(since before: CoreTime) -> Int {
        guard total > before.total else { return 0 }
        let busy = busy > before.busy ? busy - before.busy : 0
        return min(100, Int((Double(busy) / Double(total - before.total) * 100).rounded()))
    }
}
