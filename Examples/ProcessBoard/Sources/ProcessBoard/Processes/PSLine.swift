/// One line of `ps`, asked for the columns named here.
struct PSLine: Equatable {
    /// The name comes last, since it may hold spaces.
    static let columns = "pid=,ppid=,lstart=,user=,state=,rss=,%cpu=,comm="

    var parent: Int32
    var process: Process

    /// Reads `  4711 1 Sat Nov 21 20:30:28 2026 ann Ss 1024 12.5 /bin/a name`; `nil` when it is anything else.
    init?(_ line: String) {
        let fields = line.split(maxSplits: 11, omittingEmptySubsequences: true, whereSeparator: \.isWhitespace)
        guard fields.count == 12,
            let pid = Int32(fields[0]), let parent = Int32(fields[1]),
            let started = Self.instant(month: fields[3], day: fields[4], time: fields[5], year: fields[6]),
            let state = fields[8].first,
            let kibibytes = Int(fields[9]), let cpu = Double(fields[10]), cpu.isFinite
        else { return nil }
        self.parent = parent
        // macOS shows the whole path of the program.
        let name = fields[11].split(separator: "/").last ?? fields[11]
        process = Process(
            id: Process.ID(pid: pid, started: started),
            name: String(name),
            user: String(fields[7]),
            cpu: Int(max(0, min(cpu, 1e6)).rounded()),
            memory: kibibytes / 1024,
            state: state
        )
    }

    /// The digits of a date in a row, 20261121203028: it only has to grow.
    private static func instant(month: Substring, day: Substring, time: Substring, year: Substring) -> UInt64? {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let clock = time.split(separator: ":").compactMap { UInt64($0) }
        guard let month = months.firstIndex(of: String(month)), let day = UInt64(day), let year = UInt64(year),
            clock.count == 3, year < 10_000, day < 100, clock.allSatisfy({ $0 < 100 })
        else { return nil }
        return ([UInt64(month + 1), day] + clock).reduce(year) { $0 * 100 + $1 }
    }
}
