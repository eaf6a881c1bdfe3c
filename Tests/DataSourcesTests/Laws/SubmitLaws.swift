import DataSources
import DataSourcesTesting
import Testing

/// Law 12: submits from synchronous code are first-in first-out.
struct SubmitLaws {
    @Test(arguments: 0..<100 as Range<UInt64>)
    func `submits of two tasks, between other mutations, keep the order of each`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let source = ListSource<Row>()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for writer in 0..<2 {
                    group.addTask {
                        for step in 0..<20 {
                            source.submit { try? $0.append(Row(writer * 1000 + step)) }
                            if step % 3 == 0 { try await executor.clock.sleep(for: .zero) }
                            if step % 5 == 0 { try await source.append(Row(-1 - writer * 1000 - step)) }
                        }
                    }
                }
                try await group.waitForAll()
            }
            try await executor.clock.sleep(for: .zero)
            let ids = source.snapshot.map(\.id)
            for writer in 0..<2 {
                let submitted = ids.filter { $0 >= 0 && $0 / 1000 == writer }
                #expect(submitted == (0..<20).map { writer * 1000 + $0 }, "seed \(seed)")
            }
            #expect(ids.count == 48, "seed \(seed)")
        }
    }

    @Test func `each submit is a transaction of its own`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let source = ListSource<Row>()
            for id in 0..<10 { source.submit { $0.upsert(Row(id)) } }
            try await executor.clock.sleep(for: .zero)
            #expect(source.snapshot.version?.number == 11)
        }
    }

    @Test func `a submit from inside a transaction comes after it`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let source = ListSource<Row>()
            try await source.transaction { list in
                source.submit { $0.upsert(Row(3)) }
                list.upsert(Row(1))
                list.upsert(Row(2))
            }
            try await executor.clock.sleep(for: .zero)
            #expect(source.snapshot.map(\.id) == [1, 2, 3])
        }
    }

    @Test func `what was submitted is done although no other reference is left, and then the source goes`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            var source: ListSource<Row>? = ListSource<Row>()
            let remembered = Weak(source)
            let subscription = try #require(source?.subscribe())
            for id in 0..<10 { source?.submit { $0.upsert(Row(id)) } }
            source = nil
            #expect(remembered.object != nil)
            try await executor.clock.sleep(for: .zero)
            #expect(remembered.object == nil)
            #expect(await subscription.next()?.after.count == 10)
            #expect(await subscription.next() == nil)
        }
    }

    @Test func `a submit to a finished source does nothing`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let source = ListSource<Row>()
            await source.finish()
            source.submit { $0.upsert(Row(1)) }
            try await executor.clock.sleep(for: .zero)
            #expect(await source.item(id: 1) == nil)
        }
    }

    @Test func `on real threads the submits of each thread keep their order`() async throws {
        let source = ListSource<Row>()
        await withTaskGroup(of: Void.self) { group in
            for writer in 0..<8 {
                group.addTask {
                    for step in 0..<300 { source.submit { try? $0.append(Row(writer * 1000 + step)) } }
                }
            }
        }
        // First-in first-out: when the last submit is at work, all others are done.
        await withCheckedContinuation { continuation in source.submit { _ in continuation.resume() } }
        let ids = source.snapshot.map(\.id)
        for writer in 0..<8 { #expect(ids.filter { $0 / 1000 == writer } == (0..<300).map { writer * 1000 + $0 }) }
    }

    @Test func `sections take submits too`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let source = SectionedSource<Row, Row>()
            source.submit { try? $0.appendSection(Section(Row(1))) }
            for id in 0..<10 { source.submit { try? $0.appendItem(Row(id), toSection: 1) } }
            try await executor.clock.sleep(for: .zero)
            #expect(source.snapshot.items.map(\.id) == Array(0..<10))
        }
    }
}
