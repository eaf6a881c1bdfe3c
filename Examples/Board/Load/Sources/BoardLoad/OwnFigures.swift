#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// What the system says about this process and its connections.
enum OwnFigures {
    /// The time of the processor that this process has used, in seconds.
    static var processor: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// The resident memory of this process in bytes; 0 where there is no `/proc`.
    static var memory: Int {
        let fields = contents(of: "/proc/self/statm").split(separator: " ")
        return fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
    }

    /// The bytes that the kernel holds for connections between a port of the server and some ports of clients.
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

    private static func contents(of path: String) -> String {
        let file = open(path, O_RDONLY)
        if file < 0 { return "" }
        defer { close(file) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65_536)
        while case let count = read(file, &part, part.count), count > 0 { bytes += part[..<count] }
        return String(decoding: bytes, as: UTF8.self)
    }
}
