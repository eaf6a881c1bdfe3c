extension Process {
    /// What a reader of the log wants to know of two readings of one process: `cpu 3% → 41%, mem 80M → 96M`.
    func difference(from old: Process) -> String {
        [
            Self.difference("name", old.name, name),
            Self.difference("user", old.user, user),
            Self.difference("cpu", "\(old.cpu)%", "\(cpu)%"),
            Self.difference("mem", old.memory.asMemory, memory.asMemory),
            Self.difference("state", String(old.state), String(state)),
        ]
        .compactMap(\.self).joined(separator: ", ")
    }

    /// The same process without what only wavers, and is as it was in `old` instead: one percent of the CPU, less than a
    /// tenth of the memory, and running or sleeping.
    func steadied(against old: Process) -> Process {
        var steady = self
        if abs(cpu - old.cpu) <= 1 { steady.cpu = old.cpu }
        if abs(memory - old.memory) * 10 < old.memory { steady.memory = old.memory }
        if "RSDI".contains(state), "RSDI".contains(old.state) { steady.state = old.state }
        return steady
    }

    private static func difference(_ field: String, _ old: String, _ new: String) -> String? {
        old == new ? nil : "\(field) \(old) → \(new)"
    }
}

extension Int {
    /// A size given in MiB as a person reads it, in five columns or less: `96M`, `1.2G`.
    var asMemory: String {
        guard self >= 1000 else { return "\(self)M" }
        let tenths = (self * 10 + 512) / 1024
        return tenths < 1000 ? "\(tenths / 10).\(tenths % 10)G" : "\((tenths + 5) / 10)G"
    }
}
