import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Law 14, and all others on sources that switch, in random scenarios: a selection that comes from a parameter and from
/// the very list that may be selected, a switch between lists and what is derived from them, things derived from the
/// switch and from its origins, a switch between switches, writers, and consumers that stall, break off and are cancelled.
struct SwitchLaws {
    /// What all origins had to show at one moment.
    private struct Moment: Sendable {
        var left: [Row] = []
        var right: [Row] = []
        var parameter = 0
        var outer = 0

        /// What is selected; nothing for one value of five.
        var selected: Int? { Remainder.remainder(left, parameter) }

        /// What the inner switch shows, by the most obvious code.
        var inner: [Row] {
            switch selected {
            case 0: left
            case 1: Evens.evens(left)
            case 2: right
            case 3: Joined.joined(doubled, right, offset: 1000)
            default: []
            }
        }

        var doubled: [Row] { left.map { Row($0.id, $0.value * 2) } }

        /// What is derived from the switch and from one of its origins.
        var diamond: [Row] { Joined.joined(inner, left, offset: 10000) }

        /// What the switch between switches shows.
        var last: [Row] {
            switch outer % 3 {
            case 0: inner
            case 1: diamond
            default: doubled
            }
        }
    }

    /// The number of rows and a parameter make a value, but not always.
    private struct Remainder: PairOperator {
        private var (rows, parameter) = (ListSnapshot<Row>(), 0)

        static func remainder(_ rows: [Row], _ parameter: Int) -> Int? {
            let remainder = (rows.count + parameter) % 5
            return remainder == 4 ? nil : remainder
        }

        mutating func apply(
            _ rows: Update<ListSnapshot<Row>>?, _ parameter: Update<ValueSnapshot<Int>>?
        ) -> ValueSnapshot<Int> {
            if let rows { self.rows = rows.after }
            if let parameter { self.parameter = parameter.after.value ?? 0 }
            return Self.remainder(Array(self.rows), self.parameter).map { ValueSnapshot($0) } ?? ValueSnapshot()
        }
    }

    private typealias Rows = DerivedSource<ListSnapshot<Row>>

    private struct Scenario: Sendable {
        let seed: UInt64
        let executor: SeededExecutor
        let group = SourceGroup()
        let left: ListSource<Row>
        let right: ListSource<Row>
        let parameter = Parameter(0)
        let outer = Parameter(0)
        let joined: Rows
        let inner: Rows
        let diamond: Rows
        let last: Rows
        let moments = Shared<[Moment]>([])
        /// The younger source that is found, not made.
        let found = Shared<Rows?>(nil)

        init(seed: UInt64, executor: SeededExecutor) throws {
            self.seed = seed
            self.executor = executor
            let left = try ListSource((0..<4).map { Row($0) }, in: group)
            let right = try ListSource((100..<103).map { Row($0) }, in: group)
            let found = found
            let doubled = left.map { Row($0.id, $0.value * 2) }
            let joined = DerivedSource(from: doubled, right, through: Joined(offset: 1000))
            let inner = DerivedSource(from: left, parameter, through: Remainder()).switchToLatest { selected in
                switch selected {
                case 0: left
                case 1: DerivedSource(from: left, through: Evens())
                case 2: right
                // Half of the seeds find one that is older than the switch, half one that is younger.
                default: seed % 2 == 0 ? joined : found.value ?? joined
                }
            }
            let diamond = DerivedSource(from: inner, left, through: Joined(offset: 10000))
            last = outer.switchToLatest { outer in
                switch outer % 3 {
                case 0: inner
                case 1: diamond
                default: doubled
                }
            }
            let younger = DerivedSource(
                from: left.map { Row($0.id, $0.value * 2) }, right, through: Joined(offset: 1000))
            found.change { $0 = younger }
            (self.left, self.right, self.joined) = (left, right, seed % 2 == 0 ? joined : younger)
            (self.inner, self.diamond) = (inner, diamond)
            note(left.snapshot, right.snapshot)
        }

        func random(_ stream: Int) -> Random { Random(seed: seed &* 1000 &+ UInt64(stream)) }

        /// On the executor's one thread nothing comes between this and the commit.
        func note(_ left: ListSnapshot<Row>, _ right: ListSnapshot<Row>) {
            let (parameter, outer) = (parameter.value, outer.value)
            let moment = Moment(left: Array(left), right: Array(right), parameter: parameter, outer: outer)
            moments.change { $0.append(moment) }
        }

        func set(_ parameter: Parameter<Int>, to value: Int) {
            parameter.set(value)
            note(left.snapshot, right.snapshot)
        }

        func write(_ stream: Int) async throws {
            var random = random(stream)
            for step in 0..<12 {
                if random.below(3) == 0 { try await executor.clock.sleep(for: .milliseconds(random.below(3))) }
                let (choice, id) = (random.next(), stream * 200 + step * 2)
                switch random.below(6) {
                case 0, 1: set(parameter, to: random.below(5))
                case 2: set(outer, to: random.below(3))
                case 3:
                    try await left.transaction { list in
                        var random = Random(seed: choice)
                        try list.editAtRandom(id, &random)
                        note(list.snapshot, right.snapshot)
                    }
                case 4:
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
        func consume(_ source: Rows, _ stream: Int, _ content: @Sendable (Moment) -> [Row]) async throws {
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
    func `law 14: through switches, whatever they follow, only what was there at one moment is seen`(
        seed: UInt64
    ) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let scenario = try Scenario(seed: seed, executor: executor)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for stream in 10..<12 {
                    group.addTask { try await scenario.consume(scenario.inner, stream) { $0.inner } }
                    group.addTask { try await scenario.consume(scenario.diamond, stream + 10) { $0.diamond } }
                    group.addTask { try await scenario.consume(scenario.last, stream + 20) { $0.last } }
                }
                group.addTask {
                    try await scenario.consume(scenario.joined, 40) {
                        Joined.joined($0.doubled, $0.right, offset: 1000)
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
                scenario.outer.finish()
                try await group.waitForAll()
            }
            #expect(
                scenario.inner.demandCount == 0 && scenario.diamond.demandCount == 0 && scenario.last.demandCount == 0)
        }
    }
}
