import CoreMetrics
import Testing

@testable import Board

@Suite struct PrometheusMetricsTests {
    @Test func `Counters, gauges and histograms are written as Prometheus reads them`() {
        let metrics = PrometheusMetrics()
        let counter = metrics.makeCounter(label: "frames_total", dimensions: [("kind", "a \"b\"\\\n")])
        counter.increment(by: 2)
        metrics.makeCounter(label: "frames_total", dimensions: [("kind", "a \"b\"\\\n")]).increment(by: 1)
        metrics.makeMeter(label: "size", dimensions: []).set(1.5)
        let timer = metrics.makeTimer(label: "lag_seconds", dimensions: [])
        timer.recordNanoseconds(3_000_000)
        timer.recordNanoseconds(9_000_000_000)
        let lines = metrics.text(with: [("views", 4)]).split(separator: "\n").map(String.init)
        #expect(lines.contains(#"frames_total{kind="a \"b\"\\\n"} 3"#))
        #expect(lines.contains("size 1.5"))
        #expect(lines.contains(#"lag_seconds_bucket{le="0.0025"} 0"#))
        #expect(lines.contains(#"lag_seconds_bucket{le="0.005"} 1"#))
        #expect(lines.contains(#"lag_seconds_bucket{le="+Inf"} 2"#))
        #expect(lines.contains("lag_seconds_sum 9.003"))
        #expect(lines.contains("lag_seconds_count 2"))
        #expect(lines.filter { $0.hasPrefix("# TYPE") }.count == 4)
        #expect(lines.last == "views 4")
    }
}
