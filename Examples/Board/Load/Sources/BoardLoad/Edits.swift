/// How edits went.
struct Edits: Sendable {
    let count: Int
    let seconds: Double
    let latencies: Percentiles

    /// In a second.
    var rate: Int { Int((Double(count) / seconds).rounded()) }

    var text: String {
        "\(count) edits, \(rate) a second; an answer takes p50 \(latencies.text(0.5)), "
            + "p99 \(latencies.text(0.99))"
    }
}

/// Durations in order.
struct Percentiles: Sendable {
    /// How many durations there are of each length, in tenths of a millisecond; ascending.
    private let counts: [(tenths: UInt64, count: Int)]
    private let total: Int

    init(_ nanoseconds: some Sequence<Int64>) {
        var counts: [UInt64: Int] = [:]
        for duration in nanoseconds { counts[tenthsOfMilliseconds(UInt64(max(0, duration))), default: 0] += 1 }
        self.counts = counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        total = counts.values.reduce(0, +)
    }

    /// The duration that a part of all is at most.
    func text(_ part: Double) -> String {
        var left = min(total - 1, Int(Double(total) * part))
        for (tenths, count) in counts {
            left -= count
            if left < 0 { return milliseconds(tenths: tenths) }
        }
        return "-"
    }
}

/// A duration for people.
func milliseconds(_ nanoseconds: UInt64) -> String {
    milliseconds(tenths: tenthsOfMilliseconds(nanoseconds))
}

private func milliseconds(tenths: UInt64) -> String { "\(tenths / 10).\(tenths % 10) ms" }

private func tenthsOfMilliseconds(_ nanoseconds: UInt64) -> UInt64 { (nanoseconds + 50_000) / 100_000 }

/// A part of one for people.
func percent(_ part: Double) -> String { "\((part * 1_000).rounded() / 10) %" }
