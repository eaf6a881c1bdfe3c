/// What `/proc/meminfo` says of memory and of swap.
struct MemoryFigures: Equatable, Sendable {
    var memory = Machine.Use()
    var swap = Machine.Use()

    /// Reads lines such as `MemTotal:  25164640 kB`; what is missing is zero.
    init(_ text: String) {
        var mebibytes: [Substring: Int] = [:]
        for line in text.split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard fields.count >= 2, let kibibytes = Int(fields[1]) else { continue }
            mebibytes[fields[0].dropLast()] = max(0, kibibytes) / 1024
        }
        memory.total = mebibytes["MemTotal"] ?? 0
        memory.used = max(0, memory.total - (mebibytes["MemAvailable"] ?? memory.total))
        swap.total = mebibytes["SwapTotal"] ?? 0
        swap.used = max(0, swap.total - (mebibytes["SwapFree"] ?? swap.total))
    }
}
