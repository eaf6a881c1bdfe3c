/// A figure that is read when somebody asks for the metrics: one without labels.
public struct Figure: Sendable {
    let name: String
    let value: Double
    let help: String?

    /// - Parameters:
    ///   - name: The name; that of a counter ends with `_total`.
    ///   - value: The value now.
    ///   - help: What it means, in a line.
    public init(_ name: String, _ value: Double, help: String? = nil) {
        (self.name, self.value, self.help) = (name, value, help)
    }

    /// A counter only grows while the process runs, and Prometheus knows it by the end of its name.
    var kind: PrometheusMetric.Kind { name.hasSuffix("_total") ? .counter : .gauge }
}
