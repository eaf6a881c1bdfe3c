import DataSourcesTesting
import TestKit
import Testing

struct `Parallel runs` {
    @Test func `executors on different threads do not disturb one another`() async throws {
        let alone = try someSeeds.map { try Run(seed: $0, Self.scenario) }
        let together = try await withThrowingTaskGroup { group in
            for _ in 0..<8 {
                group.addTask { try someSeeds.map { try Run(seed: $0, Self.scenario) } }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(together.allSatisfy { $0 == alone })
    }

    /// Tests with arguments run in parallel: each of these must find itself alone.
    @Test(arguments: someSeeds) func `a test of each seed finds its own clock at its beginning`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            #expect(executor.clock.now == .start)
            try await executor.clock.sleep(for: .seconds(seed))
            #expect(executor.clock.now == .start.advanced(by: .seconds(seed)))
        }
    }

    @Sendable private static func scenario(on executor: SeededExecutor) async throws -> [Int] {
        let order = Shared<[Int]>([])
        try await withThrowingTaskGroup { group in
            for number in 0..<6 {
                group.addTask {
                    try await executor.clock.sleep(for: .zero)
                    try await executor.clock.sleep(for: .milliseconds(number % 3))
                    order.change { $0.append(number) }
                }
            }
            try await group.waitForAll()
        }
        return order.value
    }
}
