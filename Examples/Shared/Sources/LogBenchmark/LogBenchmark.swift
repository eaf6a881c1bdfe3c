public import DataSourcesWire

/// Measures what a log can do, in the same way for each engine.
///
/// ```swift
/// let benchmark = LogBenchmark { name in try await PostgresLog(name, at: url) } report: { print($0, $1) }
/// try await benchmark.measureAppends(bytes: 200, count: 2_000)
/// ```
///
/// Each measurement makes a log of its own and leaves it there: the server is one that is thrown away, or the caller removes
/// them.
public struct LogBenchmark<Log: FrameLog>: Sendable {
    /// Opens a client of the log with a name, with connections of its own; makes the log if it is missing.
    let open: @Sendable (_ name: String) async throws -> Log
    /// Is told each figure: what was measured, and the result.
    let report: @Sendable (_ what: String, _ result: String) throws -> Void

    /// Creates a benchmark.
    public init(
        opening open: @escaping @Sendable (_ name: String) async throws -> Log,
        report: @escaping @Sendable (_ what: String, _ result: String) throws -> Void
    ) {
        (self.open, self.report) = (open, report)
    }

    func newName() -> String { "benchmark-\(UInt32.random(in: 0 ... .max))" }
}
