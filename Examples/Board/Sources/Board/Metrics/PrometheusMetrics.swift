import CoreMetrics
import Synchronization

/// Keeps the metrics of swift-metrics, and writes them in Prometheus' text format.
final class PrometheusMetrics: MetricsFactory {
    /// A metric: a name and the values of its labels.
    struct Key: Hashable, Comparable, Sendable {
        let name: String
        let labels: String

        init(_ name: String, _ dimensions: [(String, String)]) {
            self.name = name
            labels = dimensions.map { "\($0)=\"\(Self.escaped($1))\"" }.joined(separator: ",")
        }

        static func < (left: Key, right: Key) -> Bool { (left.name, left.labels) < (right.name, right.labels) }

        /// The name with these labels, and others.
        func text(suffix: String = "", _ other: String? = nil) -> String {
            let all = [labels, other ?? ""].filter { !$0.isEmpty }.joined(separator: ",")
            return name + suffix + (all.isEmpty ? "" : "{\(all)}")
        }

        private static func escaped(_ value: String) -> String {
            value.reduce(into: "") { text, character in
                switch character {
                case "\\": text += "\\\\"
                case "\"": text += "\\\""
                case "\n": text += "\\n"
                default: text.append(character)
                }
            }
        }
    }

    /// The metrics of this process.
    static let shared = {
        let metrics = PrometheusMetrics()
        MetricsSystem.bootstrap(metrics)
        return metrics
    }()

    /// Guards the metrics; their values guard themselves.
    private let metrics = Mutex([Key: PrometheusMetric]())

    /// The metrics as text, with figures that are read now.
    func text(with gauges: [(name: String, value: Double)] = []) -> String {
        var lines: [String] = []
        var described: String?
        let known = metrics.withLock { $0 }.sorted { $0.key < $1.key }
        for (key, metric) in known {
            if key.name != described { lines.append("# TYPE \(key.name) \(metric.type)") }
            described = key.name
            lines += metric.lines(key)
        }
        for (name, value) in gauges.sorted(by: { $0.name < $1.name }) {
            lines += ["# TYPE \(name) gauge", "\(name) \(PrometheusMetric.text(value))"]
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func metric(_ type: PrometheusMetric.Kind, _ label: String, _ dimensions: [(String, String)])
        -> PrometheusMetric
    {
        metrics.withLock { metrics in
            let key = Key(label, dimensions)
            if let metric = metrics[key] { return metric }
            let metric = PrometheusMetric(type)
            metrics[key] = metric
            return metric
        }
    }

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        metric(.counter, label, dimensions)
    }

    func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        metric(.gauge, label, dimensions)
    }

    func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        metric(aggregate ? .histogram : .gauge, label, dimensions)
    }

    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        metric(.histogram, label, dimensions)
    }

    // Metrics are kept: those of this program are few, and their counts must not go back.
    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyMeter(_ handler: any MeterHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}
}
