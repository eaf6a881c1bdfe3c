import CoreMetrics
import Synchronization

/// The values of one metric.
final class PrometheusMetric: CounterHandler, MeterHandler, RecorderHandler, TimerHandler {
    enum Kind: String, Sendable {
        case counter, gauge, histogram
    }

    private struct Values {
        var sum = 0.0
        var count: Int64 = 0
        /// The number of values up to each bound, and above all of them.
        var counts = [Int64](repeating: 0, count: PrometheusMetric.bounds.count + 1)
    }

    /// The upper bounds of a histogram, in seconds.
    static let bounds = [0.000_1, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1, 5]

    let kind: Kind
    /// Guards all values.
    private let values = Mutex(Values())

    init(_ kind: Kind) {
        self.kind = kind
    }

    // MARK: Recording

    func increment(by amount: Int64) { values.withLock { $0.sum += Double(amount) } }
    func increment(by amount: Double) { values.withLock { $0.sum += amount } }
    func decrement(by amount: Double) { values.withLock { $0.sum -= amount } }
    func set(_ value: Int64) { values.withLock { $0.sum = Double(value) } }
    func set(_ value: Double) { values.withLock { $0.sum = value } }
    func reset() { values.withLock { $0 = Values() } }
    func record(_ value: Int64) { record(Double(value)) }
    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1_000_000_000) }

    func record(_ value: Double) {
        if kind == .gauge { return set(value) }
        let index = Self.bounds.firstIndex { value <= $0 } ?? Self.bounds.count
        values.withLock { values in
            values.sum += value
            values.count += 1
            values.counts[index] += 1
        }
    }

    // MARK: Writing

    func lines(_ key: PrometheusMetrics.Key) -> [String] {
        let values = values.withLock { $0 }
        guard kind == .histogram else { return ["\(key.text()) \(Self.text(values.sum))"] }
        var lines: [String] = []
        var count: Int64 = 0
        for (bound, inBucket) in zip(Self.bounds.map(Self.text) + ["+Inf"], values.counts) {
            count += inBucket
            lines.append("\(key.text(suffix: "_bucket", "le=\"\(bound)\"")) \(count)")
        }
        lines.append("\(key.text(suffix: "_sum")) \(Self.text(values.sum))")
        lines.append("\(key.text(suffix: "_count")) \(values.count)")
        return lines
    }

    /// A number without needless digits.
    static func text(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        return value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
    }
}
