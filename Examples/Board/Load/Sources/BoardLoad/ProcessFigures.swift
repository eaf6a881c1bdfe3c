import Foundation

/// What the system says about a process, and about its own memory; all are 0 where there is no `/proc`.
struct ProcessFigures: Sendable {
    /// The time of the processor that the process has used, in seconds.
    let processor: Double
    /// The resident memory in bytes.
    let memory: Int

    init(_ process: Int32) {
        let stat = Self.contents(of: "/proc/\(process)/stat")
        // The name, in parentheses, may have spaces.
        let fields = stat[(stat.lastIndex(of: ")") ?? stat.startIndex)...].split(separator: " ")
        let ticks = fields.count > 13 ? (Double(fields[12]) ?? 0) + (Double(fields[13]) ?? 0) : 0
        processor = ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
        let pages = Self.contents(of: "/proc/\(process)/statm").split(separator: " ").dropFirst().first
        memory = (pages.flatMap { Int($0) } ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
    }

    /// The memory of the kernel for all TCP connections of the machine, in bytes.
    static var kernelMemory: Int {
        let line = contents(of: "/proc/net/sockstat").split(separator: "\n").first { $0.hasPrefix("TCP:") }
        return (line?.split(separator: " ").last.flatMap { Int($0) } ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
    }

    /// The bytes that wait in the kernel on connections between a port of the server and some ports of clients.
    static func queuedBytes(server: Int, clients: Set<Int>) -> Int {
        var sum = 0
        for line in contents(of: "/proc/net/tcp").split(separator: "\n").dropFirst() {
            let fields = line.split(separator: " ")
            guard fields.count > 4, let local = port(fields[1]), let remote = port(fields[2]) else { continue }
            guard (local == server && clients.contains(remote)) || (remote == server && clients.contains(local)) else {
                continue
            }
            sum += fields[4].split(separator: ":").reduce(0) { $0 + (Int($1, radix: 16) ?? 0) }
        }
        return sum
    }

    private static func port(_ address: Substring) -> Int? {
        address.split(separator: ":").last.flatMap { Int($0, radix: 16) }
    }

    /// The load of the machine in the last minute.
    static var load: String { contents(of: "/proc/loadavg").split(separator: " ").first.map(String.init) ?? "?" }

    private static func contents(of path: String) -> String {
        (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    }
}
