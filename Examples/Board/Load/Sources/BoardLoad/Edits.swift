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
    private let sorted: [Int64]

    init(_ nanoseconds: [Int64]) { sorted = nanoseconds.sorted() }

    /// The duration that a part of all is at most.
    func text(_ part: Double) -> String {
        if sorted.isEmpty { return "-" }
        return milliseconds(UInt64(max(0, sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))])))
    }
}

/// A duration for people.
func milliseconds(_ nanoseconds: UInt64) -> String {
    let tenths = (nanoseconds + 50_000) / 100_000
    return "\(tenths / 10).\(tenths % 10) ms"
}

/// A part of one for people.
func percent(_ part: Double) -> String { "\((part * 1_000).rounded() / 10) %" }
