import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Law 14, and all others on derived sources, in random scenarios: two sources, a diamond below one of them, a meeting of
/// the diamond with the other, writers, and consumers that stall, break off and are cancelled.
struct DerivedLaws {
    /// What one seed makes happen; everything in it follows from the seed.
    private struct Scenario: Sendable {
        let seed: UInt64
        let executor: SeededExecutor
        let left: ListSource<Row>
        let right: ListSource<Row>
        let doubled: DerivedSource<ListSnapshot<Row>>
        let even: DerivedSource<ListSnapshot<Row>>
        let diamond: DerivedSource<ListSnapshot<Row>>
        let all: DerivedSource<ListSnapshot<Row>>
        /// What the two sources had to show, at every moment that there was.
        let moments = Shared<[[Row]: Set<[Row]>]>([:])

        init(seed: UInt64, executor: SeededExecutor) throws {
            self.seed = seed
            self.executor = executor
            left = try ListSource((0..<4).map { Row($0) })
            right = try ListSource((100..<103).map { Row($0) })
            doubled = left.map { Row($0.id, $0.value * 2) }
            even = DerivedSource(from: left, through: Evens())
            diamond = DerivedSource(from: doubled, even, through: Joined(offset: 1000))
            all = DerivedSource(from: diamond, right, through: Joined(offset: 10000))
            note(left.snapshot, right.snapshot)
        }

        func random(_ stream: Int) -> Random { Random(seed: seed &* 1000 &+ UInt64(stream)) }

        func note(_ left: ListSnapshot<Row>, _ right: ListSnapshot<Row>) {
            let (left, right) = (Array(left), Array(right))
            moments.change { _ = $0[left, default: []].insert(right) }
        }

        /// What the lowest source shows, by the most obvious code, at every moment that there was.
        var lawful: Set<[Row]> {
            Set(
                moments.value.flatMap { left, rights in
                    let diamond = Joined.joined(left.map { Row($0.id, $0.value * 2) }, Evens.evens(left), offset: 1000)
                    return rights.map { Joined.joined(diamond, $0, offset: 10000) }
                })
        }

        func write(to source: ListSource<Row>, _ stream: Int) async throws {
            var random = random(stream)
            for step in 0..<12 {
                if random.below(3) == 0 { try await executor.clock.sleep(for: .milliseconds(random.below(3))) }
                let choice = random.next()
                let isLeft = source === left
                try await source.transaction { [self] list in
                    var random = Random(seed: choice)
                    for part in 0...random.below(3) {
                        try list.editAtRandom(stream * 200 + step * 4 + part, &random)
                    }
                    // On the executor's one thread nothing comes between this and the commit.
                    if isLeft { note(list.snapshot, right.snapshot) } else { note(left.snapshot, list.snapshot) }
                }
            }
        }

        func consume(
            _ subscription: SnapshotSubscription<ListSnapshot<Row>>, _ stream: Int
        ) async throws -> [ListSnapshot<Row>] {
            var random = random(stream)
            return try await followInGoes(subscription, on: executor, &random, "seed \(seed), consumer \(stream)")
        }
    }

    @Test(arguments: seeds(30))
    func `law 14: through a diamond and a meeting of two sources, only what was there at one moment is seen`(
        seed: UInt64
    ) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let scenario = try Scenario(seed: seed, executor: executor)
            let seen = try await withThrowingTaskGroup(of: [ListSnapshot<Row>].self) { group in
                for stream in 1...4 {
                    group.addTask {
                        var random = scenario.random(100 + stream)
                        try await executor.clock.sleep(for: .milliseconds(random.below(3)))
                        let subscription =
                            stream == 4
                            ? scenario.all.subscribe(since: ListSnapshot()) : await scenario.all.subscribe()
                        return try await scenario.consume(subscription, stream)
                    }
                }
                group.addTask {
                    _ = try await scenario.consume(await scenario.even.subscribe(), 7)
                    return []
                }
                try await withThrowingTaskGroup(of: Void.self) { writers in
                    writers.addTask { try await scenario.write(to: scenario.left, 1) }
                    writers.addTask { try await scenario.write(to: scenario.right, 2) }
                    try await writers.waitForAll()
                }
                await executor.settle()
                await scenario.left.finish()
                await scenario.right.finish()
                return try await group.reduce(into: [ListSnapshot<Row>]()) { $0 += $1 }
            }
            let lawful = scenario.lawful
            for state in seen where !lawful.contains(Array(state)) {
                Issue.record("seed \(seed): law 14, a mixture of two moments: \(state)")
            }
            #expect(scenario.all.demandCount == 0 && scenario.even.demandCount == 0)
        }
    }
}

/// The rows with even values, the slow way.
struct Evens: SnapshotOperator {
    static func evens(_ rows: [Row]) -> [Row] { rows.filter { $0.value % 2 == 0 } }

    func apply(_ update: Update<ListSnapshot<Row>>) -> ListSnapshot<Row> {
        (try? ListSnapshot(Self.evens(Array(update.after)))) ?? ListSnapshot()
    }
}

/// The rows of two lists one after the other, the slow way.
struct Joined: PairOperator {
    let offset: Int
    private var (first, second) = (ListSnapshot<Row>(), ListSnapshot<Row>())

    init(offset: Int) {
        self.offset = offset
    }

    static func joined(_ first: [Row], _ second: [Row], offset: Int) -> [Row] {
        first + second.map { Row($0.id + offset, $0.value) }
    }

    mutating func apply(
        _ first: Update<ListSnapshot<Row>>?,
        _ second: Update<ListSnapshot<Row>>?
    ) -> ListSnapshot<Row> {
        if let first { self.first = first.after }
        if let second { self.second = second.after }
        let rows = Self.joined(Array(self.first), Array(self.second), offset: offset)
        return (try? ListSnapshot(rows)) ?? ListSnapshot()
    }
}
