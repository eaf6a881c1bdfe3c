import DataSources
import DataSourcesTesting
import Testing

struct SmokeTests {
    @Test(arguments: 0..<300 as Range<UInt64>)
    func `three subscribers of different speeds end with the newest state`(seed: UInt64) throws {
        let counts = try SeededExecutor.run(seed: seed) { executor in
            let source = try ListSource((0..<5).map { Row($0) })
            return try await withThrowingTaskGroup(of: [Row].self) { group in
                for speed in 0..<3 {
                    let subscription = source.subscribe()
                    group.addTask {
                        var seen = Array(subscription.snapshot)
                        var last = subscription.snapshot
                        for await update in subscription {
                            #expect(update.before == last)
                            #expect(!update.changes.isEmpty)
                            try update.apply(to: &seen)
                            last = update.after
                            #expect(seen == Array(last))
                            if speed > 0 { try await executor.clock.sleep(for: .milliseconds(speed)) }
                        }
                        return seen
                    }
                }
                for step in 5..<25 {
                    try await source.append(Row(step))
                    if step % 3 == 0 { try await source.remove(at: 0) }
                    if step % 4 == 0 { try await source.move(from: 0, to: 2) }
                    if step % 7 == 0 { try await executor.clock.sleep(for: .milliseconds(1)) }
                    source.submit { $0.upsert(Row(100, step)) }
                }
                await source.finish()
                var result: [[Row]] = []
                for try await seen in group { result.append(seen) }
                result.append(Array(source.snapshot))
                return result
            }
        }
        #expect(Set(counts).count == 1)
    }

    @Test func `under real threads`() async throws {
        let source = try ListSource((0..<5).map { Row($0) })
        await withTaskGroup(of: Void.self) { group in
            for speed in 0..<50 {
                group.addTask {
                    let subscription = source.subscribe()
                    var last = subscription.snapshot
                    if speed % 2 == 0 {
                        for await update in subscription {
                            #expect(update.before == last)
                            last = update.after
                        }
                    } else {
                        for await update in subscription.updates {
                            #expect(update.before == last)
                            last = update.after
                        }
                    }
                    #expect(last == source.snapshot)
                }
            }
            group.addTask {
                for step in 5..<3000 { _ = try? await source.append(Row(step)) }
                await source.finish()
            }
        }
        #expect(source.hub.askCount == 0)
    }
}
