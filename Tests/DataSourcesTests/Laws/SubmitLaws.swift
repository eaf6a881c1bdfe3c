import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Law 12: submits are first in, first out; what was submitted before a call begins is made before it.
struct SubmitLaws {
    @Test(arguments: seeds(30))
    func `law 12: submits of two tasks, between other mutations, keep the order of each`(seed: UInt64) throws {
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

    @Test func `law 12: each submit is a transaction of its own`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let source = ListSource<Row>()
            for id in 0..<10 { source.submit { $0.upsert(Row(id)) } }
            try await executor.clock.sleep(for: .zero)
            #expect(source.snapshot.version?.number == 11)
        }
    }

    @Test func `law 12: a submit from inside a transaction comes after it`() throws {
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

    @Test func `law 12: submitted edits are made although no other reference is left; then the source goes`() throws {
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

    @Test func `law 12: a submit to a finished source is never called, and its receipt says so`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let source = ListSource<Row>()
            await source.finish()
            let submission = source.submit { _ in Issue.record("the edit was called") }
            let error = await #expect(throws: EditError.self) { _ = try await submission.version }
            #expect(error?.code == .finished)
            #expect(await source.item(id: 1) == nil)
        }
    }

    @Test(arguments: seeds(15))
    func `law 12: what was submitted before a call is made before it, whatever the call`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { _ in
            let group = SourceGroup()
            let (source, other) = (ListSource<Row>(in: group), ListSource<Row>(in: group))
            source.submit { try $0.append(Row(1)) }
            try await source.append(Row(2))
            source.submit { try $0.append(Row(3)) }
            try await source.transaction { _ in }
            #expect(source.snapshot.map(\.id) == [1, 2, 3], "seed \(seed)")
            source.submit { try $0.append(Row(4)) }
            #expect(await source.item(id: 4) == Row(4))
            source.submit { try $0.append(Row(5)) }
            #expect(await source.position(of: 5) == 4)
            source.submit { try $0.append(Row(6)) }
            other.submit { try $0.append(Row(1)) }
            try await transaction(over: source, other) { first, second in
                try first.append(Row(7))
                try second.append(Row(2))
            }
            #expect(source.snapshot.map(\.id) == Array(1...7) && other.snapshot.map(\.id) == [1, 2], "seed \(seed)")
            for id in 8..<13 { source.submit { try $0.append(Row(id)) } }
            await source.finish()
            #expect(source.snapshot.map(\.id) == Array(1..<13), "seed \(seed)")
        }
    }

    @Test func `law 12: sections keep the order too, and lose nothing when they finish`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let source = SectionedSource<Row, Row>()
            source.submit { try $0.appendSection(ItemSection(Row(1))) }
            try await source.appendItem(Row(1), toSection: 1)
            source.submit { try $0.appendItem(Row(2), toSection: 1) }
            #expect(await source.path(of: 2) == ItemPath(section: 0, item: 1))
            source.submit { try $0.appendItem(Row(3), toSection: 1) }
            await source.finish()
            #expect(source.snapshot.items.map(\.id) == [1, 2, 3])
        }
    }

    @Test func `law 12: a receipt has the version of the commit, or the error of the edit`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let source = ListSource<Row>()
            let first = source.submit { try $0.append(Row(1)) }
            let second = source.submit { try $0.append(Row(1)) }
            let third = source.submit { _ in }
            let number = try await first.version.number
            #expect(number == 2)
            let error = await #expect(throws: EditError.self) { _ = try await second.version }
            #expect(error?.code == .duplicateItem)
            let unchanged = try await third.version.number
            #expect(unchanged == 2)
            #expect(source.snapshot.map(\.id) == [1])
        }
    }

    @Test func `law 12: waiting for a receipt can be cancelled, and the edit is made all the same`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let source = ListSource<Row>()
            let submission = Shared<Submission?>(nil)
            try await source.transaction { list in
                submission.change { $0 = source.submit { try $0.append(Row(1)) } }
                list.upsert(Row(0))
            }
            let receipt = try #require(submission.value)
            let waiting = Task(executorPreference: executor) { try await receipt.version }
            waiting.cancel()
            _ = await waiting.result
            let number = try await receipt.version.number
            #expect(number == 3)
            #expect(source.snapshot.map(\.id) == [0, 1])
        }
    }

    @Test func `law 12: an edit that submits another one without end holds nobody up`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let source = ListSource<Row>()
            @Sendable func resubmit(_ depth: Int) {
                if depth == 1_000 { return }
                source.submit {
                    $0.upsert(Row(depth))
                    resubmit(depth + 1)
                }
            }
            resubmit(0)
            // Takes what was submitted before, which is one edit, and not what that submits.
            try await source.transaction { #expect($0.count <= 2) }
        }
    }

    @Test func `law 12: on real threads nothing that was submitted is lost by finishing`() async {
        for _ in 0..<500 {
            let source = ListSource<Row>()
            for id in 0..<5 { source.submit { try $0.append(Row(id)) } }
            await source.finish()
            #expect(source.snapshot.count == 5)
        }
    }

    @Test func `law 12: on real threads a submit comes before what the same task asks for next`() async throws {
        for _ in 0..<500 {
            let source = ListSource<Row>()
            source.submit { try $0.append(Row(1)) }
            try await source.append(Row(2))
            #expect(source.snapshot.map(\.id) == [1, 2])
        }
    }

    @Test func `law 12: on real threads the submits of each thread keep their order`() async throws {
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

    @Test func `law 12: sections take submits too`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let source = SectionedSource<Row, Row>()
            source.submit { try? $0.appendSection(ItemSection(Row(1))) }
            for id in 0..<10 { source.submit { try? $0.appendItem(Row(id), toSection: 1) } }
            try await executor.clock.sleep(for: .zero)
            #expect(source.snapshot.items.map(\.id) == Array(0..<10))
        }
    }
}
