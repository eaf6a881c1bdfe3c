import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Changes a list and two sources of one value at random, one of them without a value at times, and expects after each
/// step what the oracle makes of the three, at most one update, and that all updates keep the laws.
func expectDerives<Output: OracleSnapshot>(
    seeds: Range<UInt64>,
    steps: Int = 30,
    from derive: @escaping @Sendable (ListSource<Row>, Parameter<Int>, MaybeValue<Int>) -> DerivedSource<Output>,
    oracle: @escaping @Sendable (_ rows: [Row], _ first: Int, _ second: Int?) -> Output.Content,
    sourceLocation: SourceLocation = #_sourceLocation
) throws where Output.Content: Equatable {
    for seed in seeds {
        try SeededExecutor.run(seed: seed) { _ in
            var random = Random(seed: seed)
            let (list, first, second) = (try ListSource((1000..<1005).map { Row($0) }), Parameter(0), MaybeValue<Int>())
            let derived = derive(list, first, second)
            let subscription = await derived.subscribe()
            var follower = Follower(subscription.snapshot, "seed \(seed)")
            for step in 0..<steps {
                let kinds = 1 + random.below(7)
                if kinds & 1 != 0 {
                    let seed = random.next()
                    try await list.transaction { draft in
                        var random = Random(seed: seed)
                        for part in 0...random.below(4) { try draft.editAtRandom(step * 4 + part, &random) }
                    }
                }
                if kinds & 2 != 0 { first.set(random.below(4)) }
                if kinds & 4 != 0 { second.set(random.below(4) == 0 ? nil : random.below(4)) }
                let found = await derived.snapshot.content
                let expected = oracle(list.snapshot.content, first.value, second.hub.snapshot.value)
                if found != expected {
                    Issue.record(
                        "seed \(seed), step \(step)\nfound \(found)\nexpected \(expected)",
                        sourceLocation: sourceLocation)
                }
                if found != follower.content, let update = await subscription.next() { follower.given(update) }
                if found != follower.content {
                    Issue.record("seed \(seed), step \(step): one update", sourceLocation: sourceLocation)
                }
            }
        }
    }
}
