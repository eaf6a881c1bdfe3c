#if os(Linux)
/// Reads `/proc/stat`, `/proc/meminfo` and `/proc/uptime`.
struct ProcMachineReader: MachineReader {
    private var last: [CoreTime] = []

    mutating func read() -> Machine {
        let cores = CoreTime.all(in: ProcFile.contents(of: "/proc/stat") ?? "")
        defer { last = cores }
        let memory = MemoryFigures(ProcFile.contents(of: "/proc/meminfo") ?? "")
        let isSame = last.count == cores.count
        return Machine(
            cores: cores.enumerated().map { $1.percent(since: isSame ? last[$0] : CoreTime()) },
            memory: memory.memory,
            swap: memory.swap,
            load: LoadReader.load(),
            uptime: ProcFile.contents(of: "/proc/uptime").flatMap { Double($0.prefix { $0 != " " }) }.map { Int($0) }
        )
    }
}
#endif
