/// A figure that is read when somebody asks for the metrics: one without labels.
struct Figure: Sendable {
    let name: String
    let value: Double

    init(_ name: String, _ value: Double) { (self.name, self.value) = (name, value) }

    /// A counter only grows while the process runs, and Prometheus knows it by the end of its name.
    var kind: PrometheusMetric.Kind { name.hasSuffix("_total") ? .counter : .gauge }
}
