#if os(Linux)
#if canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Reads processes from `/proc`.
struct ProcReader: ProcessReader {
    /// The processor time of each process at the last reading.
    private var lastTicks: [Process.ID: UInt64] = [:]
    private var lastRead: ContinuousClock.Instant?
    /// The command lines of processes; a process that changes its own is not read again.
    private var commands: [Process.ID: CommandLine] = [:]
    private var userNames = UserNames()
    private let ticksPerSecond = Double(sysconf(Int32(_SC_CLK_TCK)))
    private let pageSize = sysconf(Int32(_SC_PAGESIZE))
    private let cores = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))

    mutating func readAll() throws(ReadError) -> [Process] {
        let pids = try Self.pids()
        let now = ContinuousClock.now
        let sinceLast = lastRead.map { (now - $0) / .seconds(1) }
        let uptime = ProcFile.contents(of: "/proc/uptime").flatMap { Double($0.prefix { $0 != " " }) } ?? 0
        var ticks: [Process.ID: UInt64] = [:]
        var commands: [Process.ID: CommandLine] = [:]
        var processes: [Process] = []
        for pid in pids {
            // Between the listing and here the process may have ended, or it may be hidden from this user.
            guard let stat = ProcFile.contents(of: "/proc/\(pid)/stat").flatMap(StatLine.init),
                let user = Self.owner(of: pid)
            else { continue }
            let id = Process.ID(pid: stat.pid, started: stat.started)
            ticks[id] = stat.ticks
            // A process that has just been started may still get its name and its arguments from `exec`.
            let known = self.commands[id].flatMap { $0.stat == stat.name ? $0 : nil }
            let command = known ?? Self.command(stat)
            commands[id] = command
            var used = stat.ticks
            // What is new has used its share in a part of the time only: else all shares could be more than all cores.
            var seconds = max(uptime - Double(stat.started) / ticksPerSecond, sinceLast ?? 1)
            if let before = lastTicks[id], let sinceLast {
                used = stat.ticks - min(before, stat.ticks)
                seconds = sinceLast
            }
            processes.append(
                Process(
                    id: id,
                    name: command.name,
                    user: userNames[user],
                    cpu: cpuShare(ticks: used, seconds: seconds, ticksPerSecond: ticksPerSecond, cores: cores),
                    memory: stat.pages * pageSize / 1_048_576,
                    state: stat.state,
                    arguments: command.arguments,
                    seconds: Int(Double(stat.ticks) / ticksPerSecond),
                    threads: stat.threads,
                    nice: stat.nice
                )
            )
        }
        lastTicks = ticks
        self.commands = commands
        lastRead = now
        return processes
    }

    /// A name and what follows it, and the name in `stat` that it belongs to.
    private struct CommandLine {
        var stat: String
        var name: String
        var arguments = ""
    }

    /// The name of a process: the kernel cuts it to 15 bytes, and the first argument may have the rest.
    private static func command(_ stat: StatLine) -> CommandLine {
        // A worker of the kernel is named after its work of the moment, `kworker/1:2-events`: no name to go by.
        if stat.name.hasPrefix("kworker/"), stat.name.contains(":") {
            return CommandLine(stat: stat.name, name: String(stat.name.prefix { $0 != "-" && $0 != "+" }))
        }
        let words = ProcFile.contents(of: "/proc/\(stat.pid)/cmdline")?.split(separator: "\0") ?? []
        var command = CommandLine(stat: stat.name, name: stat.name)
        if stat.name.utf8.count == 15, let name = words.first?.split(separator: "/").last, name.hasPrefix(stat.name) {
            command.name = String(name)
        }
        // More than a window has room for is not worth comparing.
        command.arguments = String(words.dropFirst().joined(separator: " ").prefix(160))
        return command
    }

    private static func pids() throws(ReadError) -> [Int32] {
        guard let directory = opendir("/proc") else {
            throw ReadError(description: "/proc cannot be read: \(String(cString: strerror(errno)))")
        }
        defer { closedir(directory) }
        var pids: [Int32] = []
        while let entry = readdir(directory) {
            let pid = withUnsafeBytes(of: &entry.pointee.d_name) { name in
                Int32(String(decoding: name.prefix { $0 != 0 }, as: UTF8.self))
            }
            if let pid { pids.append(pid) }
        }
        return pids
    }

    private static func owner(of pid: Int32) -> uid_t? {
        var status = stat()
        return stat("/proc/\(pid)", &status) == 0 ? status.st_uid : nil
    }
}
#endif
