import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Runs that cannot go on because of where they are started say so.
@Suite(.timeLimit(.minutes(5)))
struct `Runs on an actor` {
    @Test func `one that waits for the actor that it was started on ends, and says what to do`() async throws {
        let deadlock = try await Office().runsAndWaits()
        #expect("\(deadlock)".contains("The run was started on the actor `Office`"))
        #expect("\(deadlock)".contains("`nonisolated`, or `@concurrent`"))
    }

    @Elsewhere @Test func `an exploration on a global actor too, with one line to run again`() throws {
        let found = SeededExecutor.firstFailure(seeds: 0..<3, patience: .zero) { _ in await visitElsewhere() }
        let failed = try #require(found)
        #expect("\(failed)".contains("The run was started on the actor `Elsewhere`"))
        #expect("\(failed)".hasSuffix("SeededExecutor.run(schedule: \"\", patience: .zero) { executor in ... }"))
    }

    @Elsewhere @Test func `one that does not need it works there`() throws {
        try SeededExecutor.explore(seeds: 0..<20) { executor in
            async let sum = Inventory().sum(1, 2)
            try await executor.clock.sleep(for: .seconds(1))
            #expect(await sum == 3)
        }
    }

    @Test func `elsewhere, a deadlock has nothing to do with it`() throws {
        let gate = Gate()
        let deadlock = try #require(throws: SeededExecutor.Deadlock.self) {
            try SeededExecutor.run(seed: 1, patience: .zero) { _ in await gate.pass() }
        }
        #expect(!"\(deadlock)".contains("started on"))
        gate.open()
    }

    @Test func `two explorations at once, one of them on the main actor`() async throws {
        async let here = Self.explored()
        let there = try await MainActor.run { try Self.explored() }
        #expect(try await here == there)
    }

    private static func explored() throws -> String {
        let found = SeededExecutor.firstFailure(seeds: 0..<1_000) { executor in
            let order = Shared<[Int]>([])
            for number in 0..<3 { executor.start { order.change { $0.append(number) } } }
            await executor.settle()
            #expect(order.value != [2, 1, 0])
        }
        let failed = try #require(found)
        return "\(failed)"
    }
}

private actor Office {
    private var visits = 0

    func visit() { visits += 1 }

    func runsAndWaits() throws -> SeededExecutor.Deadlock {
        try #require(throws: SeededExecutor.Deadlock.self) {
            try SeededExecutor.run(seed: 1, patience: .zero) { _ in await self.visit() }
        }
    }
}

@globalActor private actor Elsewhere {
    static let shared = Elsewhere()
}

@Elsewhere private var visits = 0

@Elsewhere private func visitElsewhere() { visits += 1 }
