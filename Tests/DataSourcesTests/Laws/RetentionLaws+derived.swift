import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// What derived sources retain, and what peaks leave.
extension RetentionLaws {
    @Test func `law 5: a derived source that nobody asks retains what it followed last, until it is asked or goes`()
        async throws
    {
        let source = try ListSource(items())
        var derived: DerivedSource? = source.filter { $0.id < 5 }
        try await renew(source)
        #expect(census.count == 10)
        #expect(await derived?.snapshot.count == 5)
        for _ in 0..<5 { try await renew(source) }
        #expect(census.count == 20)
        #expect(await derived?.snapshot.count == 5)
        #expect(census.count == 10)
        try await source.replaceAll(with: [])
        #expect(census.count == 10)
        derived = nil
        #expect(census.count == 0)
    }

    @Test func `law 5: a subscriber of a derived source that waits leaves nothing behind upstream`() throws {
        let source = try ListSource(items(1000))
        try SeededExecutor.run(seed: 1) { executor in
            let derived = source.filter { $0.id.isMultiple(of: 2) }.sorted { $0.id > $1.id }
            executor.start { for await _ in await derived.subscribe() {} }
            try await executor.clock.sleep(for: .zero)
            try await source.replaceAll(with: [])
            try await executor.clock.sleep(for: .zero)
            #expect(census.count == 0 && derived.demandCount == 1)
            await source.finish()
        }
    }

    // MARK: Peaks

    @Test func `law 5: 10,000 that waited leave no room behind`() throws {
        let source = try ListSource(items())
        try SeededExecutor.run(seed: 1) { executor in
            let tasks = (0..<10_000).map { _ in
                let subscription = source.subscribe()
                return Task(executorPreference: executor) { await subscription.next() != nil }
            }
            try await executor.clock.sleep(for: .zero)
            #expect(source.hub.demandCount == 10_000 && source.hub.demandCapacity >= 10_000)
            for task in tasks.prefix(5_000) { task.cancel() }
            try await executor.clock.sleep(for: .zero)
            #expect(source.hub.demandCount == 5_000)
            try await renew(source)
            var delivered = 0
            for task in tasks where await task.value { delivered += 1 }
            #expect(delivered == 5_000 && source.hub.demandCount == 0 && source.hub.demandCapacity < 100)
            #expect(census.count == 10)
        }
    }

    @Test func `law 5: the index by id of a list that was long is as small as the list, and finds everything`() throws {
        var draft = try ListDraft((0..<50_000).map { Row($0) })
        _ = try draft.transaction { draft in draft.removeAll { $0.id >= 100 } }
        let capacity = draft.idCapacity
        #expect(capacity < 2_000)
        for id in 0...100 {
            let position = draft.position(of: id)
            #expect(position == (id < 100 ? id : nil))
        }
    }

    @Test(arguments: seeds(15))
    func `law 5: memory kept for differences is bounded, and what is far too large goes`(seed: UInt64) {
        var random = Random(seed: seed)
        var pool = IdleBuffers()
        // Sixteen bytes each to megabytes, taken and given back in any order.
        var taken: [IdleBuffer] = []
        for number in 0..<500 {
            if random.below(2) == 0, let buffer = taken.popLast() {
                _ = pool.giveBack(buffer)
            } else {
                let needed = 16 << random.below(22)
                let kept = pool.take(atLeast: needed).kept
                if let kept { #expect(kept.byteCount >= needed, "seed \(seed)") }
                taken.append(
                    kept ?? IdleBuffer(address: UInt(number + 1), byteCount: max(needed, IdleBuffers.smallest)))
            }
            #expect(pool.byteCount <= IdleBuffers.limit * IdleBuffers.largest, "seed \(seed)")
        }
        for _ in 0..<2 * IdleBuffers.patience + 2 {
            let kept = pool.take(atLeast: 1000).kept ?? IdleBuffer(address: 1, byteCount: IdleBuffers.smallest)
            _ = pool.giveBack(kept)
        }
        #expect(pool.byteCount <= IdleBuffers.limit * IdleBuffers.smallest, "seed \(seed)")
    }
}
