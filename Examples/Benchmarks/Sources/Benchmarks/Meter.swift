import Foundation

/// Thread CPU time in nanoseconds: what the calling thread has worked, however busy the machine is.
func cpuNanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

/// The CPU nanoseconds that `body` costs the calling thread, less what reading the clock twice costs.
@inline(__always)
func cost(_ body: () -> Void) -> Double {
    let start = cpuNanoseconds()
    body()
    return max(0, Double(cpuNanoseconds() - start) - clockCost)
}

/// What an empty measurement shows: the median of a thousand.
let clockCost: Double = {
    var values: [Double] = []
    for _ in 0..<1_000 {
        let start = cpuNanoseconds()
        values.append(Double(cpuNanoseconds() - start))
    }
    return values.sorted()[500]
}()

/// Keeps results from being optimised away.
@inline(never)
func consume<T>(_ value: T) {
    withExtendedLifetime(value) {}
}

/// Median and minimum of several measurements.
struct Sample: Encodable {
    var values: [Double] = []

    var median: Double {
        let sorted = values.sorted()
        return sorted.isEmpty ? .nan : sorted[sorted.count / 2]
    }

    var minimum: Double { values.min() ?? .nan }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(["median": median, "minimum": minimum])
    }
}

/// Runs several contestants interleaved, round by round, after one warm-up.
func interleaved(rounds: Int, _ contestants: [(name: String, run: () -> Double)]) -> [String: Sample] {
    var samples: [String: Sample] = [:]
    for contestant in contestants { consume(contestant.run()) }
    for _ in 0..<rounds {
        for contestant in contestants { samples[contestant.name, default: Sample()].values.append(contestant.run()) }
    }
    return samples
}

/// The resident size of this process in bytes; 0 where it cannot be read.
func residentBytes() -> Int {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
        let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { return 0 }
    return pages * 4096
}
