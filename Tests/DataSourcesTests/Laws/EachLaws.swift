import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Law 14, and all others on sources per item, in random scenarios: items whose sources are derived from the very list
/// that they are items of, shared ones, lists that are edited in the same transactions, things derived from the result
/// and from its origins, writers, and consumers that stall, break off and are cancelled.
struct EachLaws {
    typealias Rows = ListSnapshot<Row>
    typealias Combined = CombinedItem<Row, Rows>

    /// What all origins had to show at one moment.
    private struct Moment: Sendable {
        var left: [Row] = []
        var right: [Row] = []
        var parameter = 0

        /// What the source of a row shows, by the most obvious code.
        func child(_ row: Row) -> [Row] {
            switch (row.value + parameter) % 5 {
            case 0: left.filter { $0.id % 3 == row.id % 3 }
            case 1: right
            case 2: right.map { Row($0.id, $0.value + row.id) }
            case 3: Joined.joined(left.map { Row($0.id, $0.value * 2) }, right, offset: 1000)
            default: left
            }
        }

        var combined: [Combined] { left.map { CombinedItem($0, Self.rows(child($0))) } }

        /// What is derived from the rows and from their origin.
        var diamond: [Row] {
            Joined.joined(combined.map { Row($0.id, Summed.sum($0)) }, left, offset: 10000)
        }

        static func rows(_ rows: [Row]) -> Rows { (try? ListSnapshot(rows)) ?? ListSnapshot() }
    }

    /// A row's value and those of its source.
    private enum Summed {
        static func sum(_ row: Combined) -> Int { row.item.value + row.snapshot.reduce(0) { $0 + $1.value + $1.id } }
    }

    private struct Scenario: Sendable {
        let seed: UInt64
        let executor: SeededExecutor
        let group = SourceGroup()
        let left: ListSource<Row>
        let right: ListSource<Row>
        let parameter = Parameter(0)
        let combined: DerivedSource<ListSnapshot<Combined>>
        let diamond: DerivedSource<Rows>
        let joined: DerivedSource<Rows>
        let moments = Shared<[Moment]>([])

        init(seed: UInt64, executor: SeededExecutor) throws {
            self.seed = seed
            self.executor = executor
            let left = try ListSource((0..<4).map { Row($0, $0) }, in: group)
            let right = try ListSource((100..<103).map { Row($0) }, in: group)
            let (parameter, younger) = (parameter, Shared<DerivedSource<Rows>?>(nil))
            let older = DerivedSource(from: left.map { Row($0.id, $0.value * 2) }, right, through: Joined(offset: 1000))
            let find: @Sendable (Row) -> any DerivableSource<Rows> = { row in
                // Half of the seeds follow sources that are older, half ones that are younger.
                let joined = seed % 2 == 0 ? older : younger.value ?? older
                return parameter.switchToLatest { parameter in
                    switch (row.value + parameter) % 5 {
                    case 0: left.filter { $0.id % 3 == row.id % 3 }
                    case 1: right
                    case 2: right.map { Row($0.id, $0.value + row.id) }
                    case 3: joined
                    default: left
                    }
                }
            }
            combined =
                seed % 3 == 0
                ? left.combinedWithEach(by: { $0 }, find) : left.combinedWithEach { find($0) }
            diamond = DerivedSource(
                from: combined.map { Row($0.id, Summed.sum($0)) }, left, through: Joined(offset: 10000))
            let late = DerivedSource(from: left.map { Row($0.id, $0.value * 2) }, right, through: Joined(offset: 1000))
            younger.change { $0 = late }
            (self.left, self.right, self.joined) = (left, right, seed % 2 == 0 ? older : late)
            note(left.snapshot, right.snapshot)
        }

        func random(_ stream: Int) -> Random { Random(seed: seed &* 1000 &+ UInt64(stream)) }

        /// On the executor's one thread nothing comes between this and the commit.
        func note(_ left: Rows, _ right: Rows) {
            let moment = Moment(left: Array(left), right: Array(right), parameter: parameter.value)
            moments.change { $0.append(moment) }
        }

        func write(_ stream: Int) async throws {
            var random = random(stream)
            for step in 0..<12 {
                if random.below(3) == 0 { try await executor.clock.sleep(for: .milliseconds(random.below(3))) }
                let (choice, id) = (random.next(), stream * 200 + step * 2)
                switch random.below(6) {
                case 0:
                    parameter.set(random.below(5))
                    note(left.snapshot, right.snapshot)
                case 1, 2:
                    try await left.transaction { list in
                        var random = Random(seed: choice)
                        try list.editAtRandom(id, &random)
                        note(list.snapshot, right.snapshot)
                    }
                case 3:
                    try await right.transaction { list in
                        var random = Random(seed: choice)
                        try list.editAtRandom(id, &random)
                        note(left.snapshot, list.snapshot)
                    }
                default:
                    try await transaction(over: left, right) { left, right in
                        var random = Random(seed: choice)
                        try left.editAtRandom(id, &random)
                        try right.editAtRandom(id + 1, &random)
                        note(left.snapshot, right.snapshot)
                    }
                }
            }
        }

        /// Follows a source in several goes; each state has to be that of a moment, and none of an earlier one.
        func consume<Item: Equatable & Sendable>(
            _ source: DerivedSource<ListSnapshot<Item>>, _ stream: Int, _ content: @Sendable (Moment) -> [Item]
        ) async throws where Item: Identifiable {
            var random = random(stream)
            let label = "seed \(seed), consumer \(stream)"
            try await executor.clock.sleep(for: .milliseconds(random.below(3)))
            let subscription =
                random.below(3) == 0 ? source.subscribe(since: ListSnapshot()) : await source.subscribe()
            let start = subscription.snapshot
            let states = try await followInGoes(subscription, on: executor, &random, label)
            let moments = moments.value.map(content)
            var moment = 0
            for state in (start.isEmpty ? [] : [start]) + states {
                let rows = Array(state)
                guard let found = moments[moment...].firstIndex(of: rows) else {
                    Issue.record("\(label): law 14, a mixture of two moments, or one that was over: \(rows)")
                    return
                }
                moment = found
            }
            #expect(Array(subscription.snapshot) == moments.last, "\(label): it ended early")
        }
    }

    @Test(arguments: seeds(30))
    func `law 14: of items and their sources, whatever these are, only what was there at one moment is seen`(
        seed: UInt64
    ) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let scenario = try Scenario(seed: seed, executor: executor)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for stream in 10..<12 {
                    group.addTask { try await scenario.consume(scenario.combined, stream) { $0.combined } }
                    group.addTask { try await scenario.consume(scenario.diamond, stream + 10) { $0.diamond } }
                }
                group.addTask {
                    try await scenario.consume(scenario.joined, 40) {
                        Joined.joined($0.left.map { Row($0.id, $0.value * 2) }, $0.right, offset: 1000)
                    }
                }
                try await withThrowingTaskGroup(of: Void.self) { writers in
                    for stream in 1...3 { writers.addTask { try await scenario.write(stream) } }
                    try await writers.waitForAll()
                }
                await executor.settle()
                await scenario.left.finish()
                await scenario.right.finish()
                scenario.parameter.finish()
                try await group.waitForAll()
            }
            #expect(scenario.combined.demandCount == 0 && scenario.diamond.demandCount == 0)
        }
    }
}
