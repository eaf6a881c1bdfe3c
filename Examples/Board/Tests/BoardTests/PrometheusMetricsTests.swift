import BoardTesting
import CoreMetrics
import Testing

@testable import BoardKit

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
        let text = metrics.text(with: [Figure("views", 4)])
        let lines = text.split(separator: "\n").map(String.init)
        #expect(lines.contains(#"frames_total{kind="a \"b\"\\\n"} 3"#))
        #expect(lines.contains("size 1.5"))
        #expect(lines.contains(#"lag_seconds_bucket{le="0.0025"} 0"#))
        #expect(lines.contains(#"lag_seconds_bucket{le="0.005"} 1"#))
        #expect(lines.contains(#"lag_seconds_bucket{le="+Inf"} 2"#))
        #expect(lines.contains("lag_seconds_sum 9.003"))
        #expect(lines.contains("lag_seconds_count 2"))
        #expect(lines.filter { $0.hasPrefix("# TYPE") }.count == 4)
        #expect(lines.last == "views 4")
        #expect(PrometheusLint.faults(in: text).isEmpty)
    }

    @Test func `Names of libraries become names that Prometheus takes, and one name has one kind`() {
        let metrics = PrometheusMetrics()
        metrics.makeCounter(label: "hb.requests", dimensions: [("a-b", "x"), ("1", "y")]).increment(by: 1)
        metrics.makeMeter(label: "7é", dimensions: []).set(Double.nan)
        metrics.makeMeter(label: "same", dimensions: [("k", "1")]).set(-Double.infinity)
        metrics.makeTimer(label: "same", dimensions: [("k", "2")]).recordNanoseconds(1)
        let text = metrics.text()
        #expect(PrometheusLint.faults(in: text).isEmpty, "\(text)")
        #expect(text.contains("hb_requests_total{a_b=\"x\",_1=\"y\"} 1\n"))
        #expect(text.contains("_7_ NaN\n"))
        #expect(text.contains("same{k=\"1\"} -Inf\n"))
    }

    /// The check itself finds what `promtool check metrics` finds.
    @Test(
        arguments: [
            ("a 1\n", "no HELP"), ("# HELP a x\n# TYPE a counter\na 1\n", "_total"),
            ("# HELP a_total x\n# TYPE a_total gauge\na_total 1\n", "_total"),
            ("# HELP a x\n# TYPE a gauge\na 1\na 2\n", "twice"), ("# HELP a x\n# TYPE a gauge\na one\n", "no number"),
            ("# HELP a x\n# TYPE a gauge\na 1\n# HELP b x\n# TYPE b gauge\nb 1\na{k=\"1\"} 1\n", "apart"),
            ("# HELP aB x\n# TYPE aB gauge\naB 1\n", "name"), ("# HELP a x\n# TYPE a gauge\na{k=1} 1\n", "labels"),
            ("# HELP a_milliseconds x\n# TYPE a_milliseconds gauge\na_milliseconds 1\n", "unit"),
            (
                "# HELP a x\n# TYPE a histogram\na_bucket{le=\"1\"} 2\na_bucket{le=\"+Inf\"} 1\na_sum 1\na_count 1\n",
                "bucket"
            ),
        ])
    func `Text that breaks the rules is found`(_ text: String, _ word: String) {
        #expect(PrometheusLint.faults(in: text).contains { $0.contains(word) }, "\(PrometheusLint.faults(in: text))")
    }

    @Test func `What the server says keeps the rules, and what only grows never falls`() async throws {
        try await withTemporaryFile { path in
            var settings = BoardServer.Settings.patient
            settings.views.perClient = 1
            try await TestServer.run(path, settings) { server in
                var counters: [String: Double] = [:]
                for round in 0..<4 {
                    // Each search takes the place of the last one, whose feed is gone then.
                    try await server.eventsWhenServed("?q=\(round)") { _ = try await $0.wholeState() }
                    _ = try await server.send("rename", #"{"id":"welcome-todo-1","title":"\#(round)"}"#)
                    let text = try await server.request("GET", "/metrics").body
                    let faults = PrometheusLint.faults(in: text)
                    #expect(faults.isEmpty, "\(faults)")
                    let now = PrometheusLint.samples(of: "counter", in: text)
                    for name in [
                        "board_commits_total", "board_frames_encoded_total", "board_whole_states_sent_total",
                        "process_cpu_seconds_total",
                    ] { #expect(now[name] != nil, "\(name)") }
                    for (name, value) in counters { #expect(now[name] ?? -1 >= value, "\(name)") }
                    counters = now
                }
                #expect(counters["board_whole_states_sent_total"] ?? 0 >= 4)
            }
        }
    }
}
