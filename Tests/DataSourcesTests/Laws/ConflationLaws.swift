import DataSources
import DataSourcesTesting
import Testing

/// Laws 3, 4 and 5 in named scenarios.
struct ConflationLaws {
    private let source: ListSource<Row>
    private let subscription: SnapshotSubscription<ListSnapshot<Row>>

    init() throws {
        source = try ListSource((0..<5).map { Row($0) })
        subscription = source.subscribe()
    }

    @Test func `law 5: who does not ask for 10,000 commits gets exactly one update, and lag counts`() async throws {
        for step in 1...10_000 {
            try await source.update(id: step % 5) { $0.value = step }
            if step % 1000 == 0 { #expect(subscription.lag == step) }
        }
        let update = try #require(await subscription.next())
        #expect(update.changes.updates.count == 5 && update.after == source.snapshot)
        #expect(subscription.lag == 0 && source.hub.differencesComputed == 1)
        await source.finish()
        #expect(await subscription.next() == nil)
    }

    @Test(arguments: [
        "insert, remove", "update, update back", "there and back", "replace by equal", "remove, insert again",
    ])
    func `laws 3, 4: what comes to nothing delivers nothing, but has a receipt`(edit: String) async throws {
        let first = subscription.snapshot.version
        let version = try await source.transaction { list in
            switch edit {
            case "insert, remove":
                try list.insert(Row(9), at: 2)
                try list.remove(id: 9)
            case "update, update back":
                try list.update(id: 1) { $0.value = 7 }
                try list.update(id: 1) { $0.value = 0 }
            case "there and back":
                try list.move(from: 0, to: 4)
                try list.move(from: 4, to: 0)
            case "remove, insert again":
                try list.remove(id: 3)
                try list.insert(Row(3), at: 3)
            default: try list.replaceAll(with: list.snapshot.map { $0 })
            }
        }
        #expect(try #require(first) <= version && version == source.snapshot.version)
        await source.settled(at: version)
        await source.finish()
        #expect(await subscription.next() == nil)
    }

    @Test func `laws 3, 4: commits that cancel one another deliver nothing`() async throws {
        let receipts = [
            try await source.append(Row(9)), try await source.move(id: 9, to: 0), try await source.remove(id: 9),
        ]
        #expect(receipts == receipts.sorted() && Set(receipts).count == 3)
        await source.finish()
        #expect(await subscription.next() == nil)
        // It knows everything, and still has the very snapshot it was given last.
        #expect(subscription.lag == 0 && subscription.snapshot.version?.number == 1)
    }

    @Test func `law 3: a net no-op is passed over by one who waits, and the next change is delivered alone`() throws {
        try SeededExecutor.run(seed: 5) { executor in
            async let next = subscription.next()
            try await executor.clock.sleep(for: .zero)
            try await source.transaction { list in
                try list.append(Row(9))
                try list.remove(id: 9)
            }
            try await executor.clock.sleep(for: .zero)
            #expect(source.hub.demandCount == 1 && subscription.lag == 0)
            try await source.append(Row(8))
            #expect(await next?.changes == ListChanges(insertions: [5]))
        }
    }

    @Test func `law 3: an update that only changes the order is delivered`() async throws {
        try await source.move(id: 0, to: 4)
        let update = try #require(await subscription.next())
        #expect(update.changes.moves.count == 1 && update.changes.count == 1)
    }

    @Test func `law 3: mutations that change nothing return the last version and wake nobody`() async throws {
        let version = source.snapshot.version
        #expect(try await source.upsert(Row(1)) == version)
        #expect(try await source.update(Row(1)) == version)
        #expect(try await source.move(id: 1, to: 1) == version)
        #expect(try await source.removeAll { _ in false } == version)
        #expect(try await source.replaceAll(with: (0..<5).map { Row($0) }) == version)
        #expect(try await source.sort { $0.id < $1.id } == version)
        #expect(try await source.transaction { _ in } == version)
        #expect(subscription.lag == 0)
    }

    @Test func `law 5: what a stopped subscriber does not hold is released, through 50,000 commits`() async throws {
        let census = Counted.Census()
        let source = try ListSource((0..<10).map { census.item($0) })
        let stopped = source.subscribe()
        for step in 0..<50_000 { try await source.update(census.item(step % 10)) }
        #expect(census.count == 20)
        #expect(await stopped.next()?.changes.updates.count == 10)
        try await source.update(census.item(0))
        #expect(census.count == 11)
    }
}
