/// What the board needs of `/proc/<pid>/stat`.
struct StatLine: Equatable {
    var pid: Int32
    var name: String
    var state: Character

    /// Processor time used so far, in clock ticks.
    var ticks: UInt64

    /// Clock ticks from the start of the machine to the start of the process.
    var started: UInt64

    /// Resident memory in pages.
    var pages: Int

    var nice: Int
    var threads: Int

    /// Reads `4711 (a name) S ...`; `nil` when it is anything else.
    ///
    /// The name is what the process chose: it may hold spaces and parentheses, so it ends at the last of these.
    init?(_ line: String) {
        guard let open = line.firstIndex(of: "("), let close = line.lastIndex(of: ")"), open < close else { return nil }
        // Counting as proc(5) does, the state is field 3.
        let fields = line[line.index(after: close)...].split(whereSeparator: \.isWhitespace)
        func field<Number: FixedWidthInteger>(_ number: Int) -> Number? {
            fields.indices.contains(number - 3) ? Number(fields[number - 3]) : nil
        }
        guard let pid = Int32(line[..<open].filter { !$0.isWhitespace }),
            let state = fields.first?.first,
            let user: UInt64 = field(14), let system: UInt64 = field(15),
            let nice: Int = field(19), let threads: Int = field(20),
            let started: UInt64 = field(22), let pages: Int = field(24)
        else { return nil }
        self.pid = pid
        self.name = String(line[line.index(after: open)..<close])
        self.state = state
        self.ticks = user &+ system
        self.started = started
        self.pages = pages
        self.nice = nice
        self.threads = threads
    }
}
