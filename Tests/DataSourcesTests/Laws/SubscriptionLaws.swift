import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Laws 1 to 4 and 13 in random scenarios: subscribers that come, stall, edit, and are cancelled, while writers commit.
struct SubscriptionLaws {
    /// What one seed makes happen; everything in it follows from the seed.
    private struct Scenario: Sendable {
        let seed: UInt64
        let executor: SeededExecutor
        let history = Shared<[UInt64: ListSnapshot<Row>]>([:])

        func random(_ stream: Int) -> Random { Random(seed: seed &* 1000 &+ UInt64(stream)) }

        /// Lets others go, for no time or for some.
        func rest(_ random: inout Random) async throws {
            try await executor.clock.sleep(for: .milliseconds(random.below(3)))
        }

        func write(to source: ListSource<Row>, _ stream: Int) async throws {
            var random = random(stream)
            for step in 0..<15 {
                if random.below(3) == 0 { try await rest(&random) }
                let before = source.snapshot.version
                let fresh = stream * 1000 + step
                let choice = random.next()
                do {
                    let (snapshot, version) = try await source.transaction { list in
                        var random = Random(seed: choice)
                        for part in 0...random.below(3) {
                            try Self.edit(&list, &random, fresh: fresh * 4 + part)
                        }
                        if random.below(5) == 0 { throw Refusal() }
                        return list.snapshot
                    }
                    history.change { $0[version.number] = snapshot }
                    #expect(before.map { $0 <= version } == true, "seed \(seed): law 16")
                } catch is Refusal {}
                if random.below(6) == 0 { source.submit { $0.upsert(Row(fresh % 7, fresh)) } }
            }
        }

        struct Refusal: Error {}

        static func edit(_ list: inout ListDraft<Row>, _ random: inout Random, fresh: Int) throws {
            let count = list.count
            let place = random.below(count)
            switch random.below(9) {
            case 0, 1: try list.insert(Row(fresh), at: random.below(count + 1))
            case 2 where count > 3: try list.remove(at: place)
            case 3 where count > 0: try list.update(at: place) { $0.value += 1 }
            case 4 where count > 0: try list.move(from: place, to: random.below(count))
            case 5:
                try list.insert(Row(fresh), at: place)
                try list.remove(id: fresh)
            case 6 where count > 1:
                try list.move(from: place, to: count - 1 - place)
                try list.move(from: count - 1 - place, to: place)
            case 7: try list.replaceAll(with: list.snapshot.map { $0 })
            case 8: try list.replaceAll(with: list.snapshot.shuffled(using: &random))
            default: list.upsert(Row(fresh % 5, fresh))
            }
        }

        /// Consumes `subscription` in up to three goes: each is a task that may break off or be cancelled.
        func consume(
            _ subscription: SnapshotSubscription<ListSnapshot<Row>>, _ stream: Int, editing source: ListSource<Row>?
        ) async throws -> [ListSnapshot<Row>] {
            var random = random(stream)
            let label = "seed \(seed), consumer \(stream)"
            return try await followInGoes(subscription, on: executor, &random, label) { go, given in
                _ = try? await source?.append(Row(-stream * 1000 - go * 100 - given))
            }
        }
    }

    @Test(arguments: seeds(30))
    func `laws 1, 2, 3, 4, 13: consumers that stall, edit, break off and are cancelled all keep one chain`(
        seed: UInt64
    ) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let scenario = Scenario(seed: seed, executor: executor)
            let source = try ListSource((0..<5).map { Row($0) })
            let hub = source.hub
            let seen = try await withThrowingTaskGroup(of: [ListSnapshot<Row>].self) { group in
                for stream in 1...4 {
                    group.addTask {
                        var random = scenario.random(100 + stream)
                        try await scenario.rest(&random)
                        let subscription = stream == 4 ? hub.subscribe(since: ListSnapshot()) : source.subscribe()
                        return try await scenario.consume(subscription, stream, editing: source)
                    }
                }
                try await withThrowingTaskGroup(of: Void.self) { writers in
                    for stream in 5...6 { writers.addTask { try await scenario.write(to: source, stream) } }
                    try await writers.waitForAll()
                }
                try await executor.clock.sleep(for: .seconds(1))
                await source.finish()
                var seen: [[ListSnapshot<Row>]] = []
                for try await states in group { seen.append(states) }
                return seen
            }
            for states in seen {
                #expect(states.last.map { $0 == source.snapshot } ?? true, "seed \(seed): law 13, something was left")
                Self.checkNet(states, scenario.history.value, seed)
            }
            #expect(hub.demandCount == 0, "seed \(seed)")
        }
    }

    @Test(arguments: 200..<300 as Range<UInt64>)
    func `laws 2, 13: when the last reference to a source goes, its subscribers get what is left and end`(
        seed: UInt64
    ) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let scenario = Scenario(seed: seed, executor: executor)
            var source: ListSource<Row>? = try ListSource((0..<5).map { Row($0) })
            let remembered = Weak(source)
            let subscriptions = (1...3).compactMap { _ in source?.subscribe() }
            let seen = try await withThrowingTaskGroup(of: [ListSnapshot<Row>].self) { group in
                for (stream, subscription) in subscriptions.enumerated() {
                    group.addTask { try await scenario.consume(subscription, stream, editing: nil) }
                }
                if let source { try await scenario.write(to: source, 5) }
                let last = source?.snapshot
                source = nil
                var seen: [[ListSnapshot<Row>]] = []
                for try await states in group { seen.append(states) }
                // What was submitted keeps the source alive until it is done, so the last state may be a later one.
                #expect(last != nil && remembered.object == nil, "seed \(seed): the source is kept alive")
                return seen
            }
            let ends = subscriptions.map(\.snapshot)
            #expect(ends.allSatisfy { $0 == ends[0] }, "seed \(seed): law 13, something was left")
            for states in seen { Self.checkNet(states, scenario.history.value, seed) }
        }
    }

    /// Laws 1 and 4: every state was committed, and what separates neighbours is the net difference.
    private static func checkNet(
        _ states: [ListSnapshot<Row>], _ history: [UInt64: ListSnapshot<Row>], _ seed: UInt64
    ) {
        for state in states {
            guard let version = state.version else {
                Issue.record("seed \(seed): law 1, a state without a version")
                continue
            }
            if let committed = history[version.number], committed != state {
                Issue.record("seed \(seed): law 1, \(version) is not what was committed")
            }
        }
        for (before, after) in zip(states, states.dropFirst()) {
            let changes = after.changes(from: before)
            if let fault = Oracle.fault(in: changes, from: before.map { $0 }, to: after.map { $0 }) {
                Issue.record("seed \(seed): \(fault)\nbefore: \(before)\nafter: \(after)\nchanges: \(changes)")
            }
        }
    }
}
