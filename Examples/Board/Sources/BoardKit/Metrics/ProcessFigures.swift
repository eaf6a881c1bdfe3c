import Foundation

/// What the system says about this process.
enum ProcessFigures {
    /// The metrics, by the names that Prometheus' own clients use.
    static var current: [Figure] {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        var figures = [Figure("process_cpu_seconds_total", Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)]
        // Linux only.
        if let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
            let pages = text.split(separator: " ").dropFirst().first.flatMap({ Double($0) })
        {
            figures.append(Figure("process_resident_memory_bytes", pages * Double(sysconf(Int32(_SC_PAGESIZE)))))
        }
        return figures
    }
}
