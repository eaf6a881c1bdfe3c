import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Random histories under a seed, and real threads.
extension FusionTests {
    /// A source with a history, and a chain whose parts come into reach and out of reach.
    @Test(arguments: seeds(60))
    func `laws 1, 2 and 14: random chains, held and released at random, show what the operators make of the source`(
        seed: UInt64
    ) throws {
        try SeededExecutor.run(seed: seed) { executor in
            var random = Random(seed: seed)
            let source = try ListSource((0..<8).map { Row($0, random.below(20)) })
            var held: [Rows?] = []
            var (chain, oracle) = (source.map { $0 }, { @Sendable (rows: [Row]) -> [Row] in rows })
            for _ in 0..<1 + random.below(4) {
                held.append(random.below(2) == 0 ? chain : nil)
                let (before, limit) = (oracle, 1 + random.below(8))
                switch random.below(4) {
                case 0:
                    chain = chain.filter { $0.value % 3 != 0 }
                    oracle = { before($0).filter { $0.value % 3 != 0 } }
                case 1:
                    chain = chain.sorted { $0.value > $1.value }
                    oracle = { before($0).sorted { $0.value > $1.value } }
                case 2:
                    chain = chain.prefix(limit)
                    oracle = { Array(before($0).prefix(limit)) }
                default:
                    chain = chain.map { Row($0.id, $0.value / 2) }
                    oracle = { before($0).map { Row($0.id, $0.value / 2) } }
                }
            }
            let (last, states) = (chain, Shared<[[Row]]>([]))
            let subscription = await last.subscribe()
            let follower = Task(executorPreference: executor) {
                var follower = Follower(subscription.snapshot, "seed \(seed)")
                for await update in subscription { follower.given(update) }
                states.change { $0 = follower.states.map(Array.init) }
            }
            for step in 0..<30 {
                try await source.transaction { list in
                    var random = Random(seed: seed &* 100 &+ UInt64(step))
                    for part in 0...random.below(3) { try list.editAtRandom(100 + step * 4 + part, &random) }
                }
                let expected = oracle(Array(source.snapshot))
                switch random.below(4) {
                case 0: #expect(await Array(last.snapshot) == expected, "seed \(seed), step \(step)")
                case 1: await executor.settle()
                case 2: _ = await held.randomElement(using: &random)??.snapshot
                default: if let place = held.indices.randomElement(using: &random) { held[place] = nil }
                }
            }
            #expect(await Array(last.snapshot) == oracle(Array(source.snapshot)), "seed \(seed)")
            await source.finish()
            await follower.value
            #expect(states.value.last ?? oracle(Array(source.snapshot)) == oracle(Array(source.snapshot)))
        }
    }

    @Test func `laws 6 and 14: on real threads, while others read, subscribe to and release the parts of chains`()
        async throws
    {
        for round in 0..<40 {
            let source = try ListSource((0..<20).map { Row($0, $0) })
            let filter = Shared<Rows?>(source.filter { $0.value % 3 != 0 })
            let sorted = Shared<Rows?>(filter.value!.sorted { $0.value > $1.value })
            let chain = sorted.value!.prefix(5)
            _ = await chain.snapshot
            try await withThrowingTaskGroup(of: Void.self) { @Sendable group in
                for part in [filter, sorted] {
                    group.addTask {
                        for turn in 0..<10 + round {
                            guard let part = part.value else { break }
                            if turn % 2 == 0 { _ = await part.snapshot } else { _ = await part.subscribe() }
                        }
                        part.change { $0 = nil }
                    }
                }
                for _ in 0..<3 {
                    group.addTask {
                        for _ in 0..<60 {
                            let shown = await Array(chain.snapshot)
                            if shown != Self.chain(shown) { Issue.record("law 14: \(shown)") }
                        }
                    }
                }
                group.addTask {
                    for value in 100..<160 { try await source.update(at: value % 20) { $0.value = value } }
                }
                try await group.waitForAll()
            }
            #expect(await Array(chain.snapshot) == Self.chain(source.snapshot))
            try await source.update(at: 0) { $0.value = 1_000 }
            #expect(await Array(chain.snapshot) == Self.chain(source.snapshot) && chain.fusedCount == 2)
        }
    }
}
