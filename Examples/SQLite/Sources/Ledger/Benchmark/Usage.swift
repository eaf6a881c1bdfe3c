import Foundation

/// What the process has used.
enum Usage {
    /// CPU time of all threads, user and system, in seconds.
    static var cpu: Double {
        var usage = rusage()
        #if canImport(Darwin)
        getrusage(RUSAGE_SELF, &usage)
        #else
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        #endif
        return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
    }

    /// Resident memory in MiB; 0 where `/proc` is missing.
    static var memory: Int {
        guard let file = FileHandle(forReadingAtPath: "/proc/self/status"),
            let data = try? file.readToEnd(), let text = String(data: data, encoding: .utf8),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS") })
        else { return 0 }
        return (Int(line.filter(\.isNumber)) ?? 0) / 1024
    }
}
