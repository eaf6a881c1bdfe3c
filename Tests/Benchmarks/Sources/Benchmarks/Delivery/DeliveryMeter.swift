import Foundation

/// CPU time in nanoseconds of all threads of this process.
func processNanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

/// Seconds that have passed, and CPU nanoseconds that this process has spent, from one moment on.
struct Stopwatch {
    private let start = ContinuousClock.now
    private let spent = processNanoseconds()

    var seconds: Double { (ContinuousClock.now - start) / .seconds(1) }
    var cpuNanoseconds: Double { Double(processNanoseconds() - spent) }
}

extension Sample {
    /// The value that this part of the others does not exceed.
    func percentile(_ part: Double) -> Double {
        let sorted = values.sorted()
        return sorted.isEmpty ? .nan : sorted[min(sorted.count - 1, Int(part * Double(sorted.count)))]
    }
}
