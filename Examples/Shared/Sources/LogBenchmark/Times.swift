/// How long something took, again and again.
struct Times: Sendable {
    private var all: [Duration] = []

    var count: Int { all.count }

    mutating func add(_ time: Duration) { all.append(time) }

    /// The time that a part of them does not exceed; zero if there are none.
    func at(_ part: Double) -> Duration {
        let sorted = all.sorted()
        return sorted.isEmpty ? .zero : sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
    }

    /// Median, 99th percentile and the longest one.
    var text: String { "\(at(0.5).inMilliseconds) / \(at(0.99).inMilliseconds) / \(at(1).inMilliseconds) ms" }
}

extension Duration {
    /// Its seconds.
    var seconds: Double { self / .seconds(1) }

    /// Its milliseconds, with as many digits as mean something.
    var inMilliseconds: String {
        let milliseconds = seconds * 1_000
        return milliseconds < 10 ? "\((milliseconds * 10).rounded() / 10)" : "\(Int(milliseconds.rounded()))"
    }
}

/// A rate, with three digits.
func rate(_ count: Int, in time: Duration) -> String {
    let rate = Double(count) / max(time.seconds, 1e-9)
    return rate < 100 ? "\((rate * 10).rounded() / 10)/s" : "\(Int(rate.rounded()))/s"
}
