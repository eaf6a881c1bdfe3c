import DataSourcesTesting
import Testing

/// The seeds that most tests try.
let someSeeds: Range<UInt64> = 0..<50

/// What came of one run.
struct Run<Value: Equatable & Sendable>: Equatable {
    let value: Value
    let steps: Int
    let trace: UInt64

    init(seed: UInt64, _ body: @escaping @Sendable (SeededExecutor) async throws -> Value) throws {
        let executor = SeededExecutor(seed: seed)
        value = try executor.run(body)
        steps = executor.steps
        trace = executor.trace
    }
}

/// Runs `body` twice with each seed and expects the same run both times: nothing in it left the executor.
///
/// - Returns: What the body returned, seed by seed.
@discardableResult
func expectSameRuns<Value: Equatable & Sendable>(
    seeds: Range<UInt64> = someSeeds,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: @escaping @Sendable (SeededExecutor) async throws -> Value
) throws -> [Value] {
    try seeds.map { seed in
        let first = try Run(seed: seed, body)
        let second = try Run(seed: seed, body)
        #expect(first == second, "seed \(seed)", sourceLocation: sourceLocation)
        return first.value
    }
}
