import CoreMetrics
import Synchronization

/// Keeps the metrics of swift-metrics, and writes them in Prometheus' text format.
final class PrometheusMetrics: MetricsFactory {
    /// A metric: a name and the values of its labels.
    struct Key: Hashable, Comparable, Sendable {
        let name: String
        let labels: String

        /// The key of a metric of swift-metrics, whose names can have any characters.
        init(_ name: String, _ dimensions: [(String, String)], _ kind: PrometheusMetric.Kind) {
            let name = Self.lawful(name)
            self.name = kind == .counter && !name.hasSuffix("_total") ? name + "_total" : name
            labels = dimensions.map { "\(Self.lawful($0))=\"\(Self.escaped($1))\"" }.joined(separator: ",")
        }

        /// A name that Prometheus takes: letters, digits and underscores, and no digit at first.
        private static func lawful(_ name: String) -> String {
            let text = String(
                String.UnicodeScalarView(
                    name.unicodeScalars.map { scalar in
                        scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
                            ? scalar : "_"
                    }))
            return text.first.map { $0.isNumber } == false ? text : "_" + text
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
    ///
    /// All lines of a name are together, below what the name means and of which kind it is.
    func text(with figures: [Figure] = []) -> String {
        var groups: [String: (kind: PrometheusMetric.Kind, lines: [String])] = [:]
        for (key, metric) in metrics.withLock({ $0 }).sorted(by: { $0.key < $1.key }) {
            // A library that uses one name for two kinds has the first.
            guard groups[key.name, default: (metric.kind, [])].kind == metric.kind else { continue }
            groups[key.name, default: (metric.kind, [])].lines += metric.lines(key)
        }
        var help: [String: String] = [:]
        for figure in figures {
            help[figure.name] = figure.help
            groups[figure.name] = (figure.kind, ["\(figure.name) \(PrometheusMetric.text(figure.value))"])
        }
        let lines = groups.sorted { $0.key < $1.key }.flatMap { name, group in
            ["# HELP \(name) \(help[name] ?? MetricHelp.text(name))", "# TYPE \(name) \(group.kind.rawValue)"]
                + group.lines
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func metric(_ kind: PrometheusMetric.Kind, _ label: String, _ dimensions: [(String, String)])
        -> PrometheusMetric
    {
        metrics.withLock { metrics in
            let key = Key(label, dimensions, kind)
            if let metric = metrics[key] { return metric }
            let metric = PrometheusMetric(kind)
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
