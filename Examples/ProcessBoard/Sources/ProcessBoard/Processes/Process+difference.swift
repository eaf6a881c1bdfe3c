extension Process {
    /// What a reader of the log wants to know of two readings of one process: `cpu 3% → 41%, mem 80M → 96M`.
    func difference(from old: Process) -> String {
        [
            Self.difference("name", old.name, name),
            Self.difference("user", old.user, user),
            Self.difference("cpu", "\(old.cpu)%", "\(cpu)%"),
            Self.difference("mem", old.memory.asMemory, memory.asMemory),
            Self.difference("state", String(old.state), String(state)),
            Self.difference("nice", old.nice.map(String.init) ?? "", nice.map(String.init) ?? ""),
        ]
        .compactMap(\.self).joined(separator: ", ")
    }

    /// The same process without what only wavers, and is as it was in `old` instead: one percent of the CPU, less than a
    /// tenth of the memory, running or sleeping, the time, and the number of threads.
    func steadied(against old: Process) -> Process {
        var steady = self
        if abs(cpu - old.cpu) <= 1 { steady.cpu = old.cpu }
        if abs(memory - old.memory) * 10 < old.memory { steady.memory = old.memory }
        (steady.seconds, steady.threads) = (old.seconds, old.threads)
        if "RSDI".contains(state), "RSDI".contains(old.state) { steady.state = old.state }
        return steady
    }

    private static func difference(_ field: String, _ old: String, _ new: String) -> String? {
        old == new ? nil : "\(field) \(old) → \(new)"
    }
}

extension Int {
    /// A time given in seconds, in eight columns or less: `0:07`, `12:34`, `2:05:09`, `412h`.
    var asTime: String {
        let (hours, minutes, seconds) = (self / 3600, self / 60 % 60, self % 60)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        if hours >= 100 { return "\(hours)h" }
        return hours > 0 ? "\(hours):\(two(minutes)):\(two(seconds))" : "\(minutes):\(two(seconds))"
    }

    /// A size given in MiB as a person reads it, in five columns or less: `96M`, `1.2G`.
    var asMemory: String {
        guard self >= 1000 else { return "\(self)M" }
        let tenths = (self * 10 + 512) / 1024
        return tenths < 1000 ? "\(tenths / 10).\(tenths % 10)G" : "\((tenths + 5) / 10)G"
    }
}
