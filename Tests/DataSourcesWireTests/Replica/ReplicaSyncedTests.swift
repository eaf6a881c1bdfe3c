import DataSources
import DataSourcesTesting
import DataSourcesWire
import TestKit
import Testing

/// Waiting until a replica shows its source's state.
struct ReplicaSyncedTests {
    private let source: ListSource<Card>

    init() throws {
        source = try ListSource([Card(1), Card(2)])
    }

    @Test func `it waits through lost connections, and returns at once when the replica is live`() throws {
        try SeededExecutor.run(seed: 0) { executor async throws in
            let (clock, replica) = (executor.clock, Replica<List>())
            let feed = Feed(of: source, itemsPerPart: 1, clock: clock)
            let connections = Shared(0)
            let wait = executor.start(name: "wait") { try await replica.synced().map(\.id) }
            let inTime = executor.start(name: "in time") {
                try await replica.synced(within: .seconds(1), clock: clock).count
            }
            await executor.settle()
            let runner = executor.start(name: "replica") {
                try await replica.run(as: .binary, backoff: Backoff(initial: .milliseconds(5)), clock: clock) {
                    position in
                    connections.change { $0 += 1 }
                    return feed.frames(since: position, as: .binary).prefix(connections.value).map(\.bytes)
                }
            }
            #expect(try await wait.value == [1, 2])
            #expect(try await inTime.value == 2)
            #expect(connections.value > 1)
            #expect(try await replica.synced(within: .zero, clock: clock).count == 2)
            await source.finish()
            try await runner.value
            #expect(try await replica.synced().count == 2)
        }
    }

    @Test func `a timeout names the status, a refusal is thrown, and so is a cancellation`() throws {
        try SeededExecutor.run(seed: 0) { executor async throws in
            let (clock, replica) = (executor.clock, Replica<List>())
            let error = await #expect(throws: TimeoutError.self) {
                try await replica.synced(within: .seconds(1), clock: clock)
            }
            #expect(error?.description.contains("loading") == true, "\(error as TimeoutError?)")
            let cancelled = executor.start(name: "cancelled") { try await replica.synced() }
            await executor.settle()
            cancelled.cancel()
            await #expect(throws: CancellationError.self) { try await cancelled.value }
            let refused = executor.start(name: "refused") {
                try await replica.synced(within: .seconds(1), clock: clock)
            }
            try? await replica.run(clock: clock) { _ -> AsyncStream<WireFrame> in throw ReplicaRefusal("not you") }
            await #expect(throws: WireError.self) { try await refused.value }
        }
    }
}
