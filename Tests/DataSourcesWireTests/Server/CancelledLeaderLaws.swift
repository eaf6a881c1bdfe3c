import DataSources
import DataSourcesTesting
import DataSourcesWire
import TestKit
import Testing

/// Law 6: a client whose task is cancelled while it makes a frame for others takes nothing from them.
struct CancelledLeaderLaws {
    /// JSON; the first client that makes a step is cancelled meanwhile, and its encoder notices.
    private func format(_ cancelled: Shared<Int>) -> FrameFormat {
        FrameFormat(
            name: "cancels", contentType: "application/json",
            encode: { frame in
                if case .changes = frame, cancelled.value == 0 {
                    cancelled.change { $0 += 1 }
                    withUnsafeCurrentTask { $0?.cancel() }
                }
                try Task.checkCancellation()
                return try FrameFormat.json.encode(frame)
            },
            decode: { bytes, limits in try FrameFormat.json.decode(bytes, limits: limits) })
    }

    @Test(arguments: seeds(15))
    func `law 6: another client makes the frame that a cancelled one has not made`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let source = try ListSource([Card(1)])
            let feed = Feed(of: source, clock: executor.clock)
            let cancelled = Shared(0)
            let format = format(cancelled)
            let replicas = (0..<5).map { _ in Replica<List>() }
            let tasks = replicas.enumerated().map { number, replica in
                executor.start(name: "client \(number)") {
                    try await replica.follow(feed.frames(as: format).map(\.bytes), as: format)
                }
            }
            try await executor.clock.sleep(for: .seconds(1))
            try await source.append(Card(2))
            try await executor.clock.sleep(for: .seconds(1))
            #expect(cancelled.value == 1)
            #expect(replicas.filter { $0.snapshot == source.snapshot }.count == 4)
            await source.finish()
            var finished = 0
            for task in tasks where (try? await task.value) == .finished { finished += 1 }
            #expect(finished == 4)
        }
    }

    @Test func `law 6: clients that wait for the frame on real threads get it`() async throws {
        for _ in 0..<100 {
            let source = try ListSource([Card(1)])
            let feed = Feed(of: source)
            let format = format(Shared(0))
            let finished = await withTaskGroup(of: Bool.self) { group in
                let replicas = (0..<8).map { _ in Replica<List>() }
                for replica in replicas {
                    group.addTask {
                        (try? await replica.follow(feed.frames(as: format).map(\.bytes), as: format)) == .finished
                            && replica.snapshot.map(\.id) == [1, 2]
                    }
                }
                for replica in replicas { for await _ in replica.updates() { break } }
                _ = try? await source.append(Card(2))
                await source.finish()
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(finished == 7)
        }
    }
}
