import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Law 12: what `finish()` does to submitted edits, and what receipts say.
extension SubmitLaws {
    @Test func `law 12: what an edit submits while finish() runs is refused, and its receipt says so`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let source = ListSource<Row>()
            let inner = Shared<Submission?>(nil)
            source.submit { _ in
                let receipt = source.submit { _ in Issue.record("an edit of a finished source was called") }
                inner.change { $0 = receipt }
            }
            await source.finish()
            let receipt = try #require(inner.value)
            let error = await #expect(throws: EditError.self) { _ = try await receipt.version }
            #expect(error?.code == .finished)
        }
    }

    @Test func `law 7: finish() inside a transaction takes effect after it, and after what was submitted by then`()
        throws
    {
        try SeededExecutor.run(seed: 0) { _ in
            let (list, sections) = (ListSource<Row>(), SectionedSource<Row, Row>())
            let subscription = list.subscribe()
            try await list.transaction { draft in
                draft.upsert(Row(1))
                list.submit { $0.upsert(Row(2)) }
                list.assumeIsolated { $0.finish() }
                draft.upsert(Row(3))
            }
            try await sections.transaction { draft in
                sections.assumeIsolated { $0.finish() }
                try draft.appendSection(ItemSection(Row(1)))
            }
            #expect(list.snapshot.map(\.id) == [1, 3, 2] && list.hub.isFinished)
            #expect(sections.snapshot.map(\.id) == [1] && sections.hub.isFinished)
            #expect(await subscription.next()?.after.map(\.id) == [1, 3, 2])
            #expect(await subscription.next() == nil)
            let error = await #expect(throws: EditError.self) { try await list.append(Row(4)) }
            #expect(error?.code == .finished)
        }
    }

    @Test func `law 7: finish() inside a transaction that throws takes effect too, and nothing is changed`() throws {
        struct Refusal: Error {}
        try SeededExecutor.run(seed: 0) { _ in
            let source = try ListSource([Row(1)])
            await #expect(throws: Refusal.self) {
                try await source.transaction { draft in
                    draft.removeAll()
                    source.assumeIsolated { $0.finish() }
                    throw Refusal()
                }
            }
            #expect(source.snapshot.map(\.id) == [1] && source.hub.isFinished)
        }
    }

    @Test func `law 7: finish() inside a transaction over two sources takes effect after both commits`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let group = SourceGroup()
            let (first, second) = (ListSource<Row>(in: group), SectionedSource<Row, Row>(in: group))
            try await transaction(over: first, second) { list, sections in
                first.assumeIsolated { $0.finish() }
                second.assumeIsolated { $0.finish() }
                try list.append(Row(1))
                try sections.appendSection(ItemSection(Row(2)))
            }
            #expect(first.snapshot.count == 1 && second.snapshot.count == 1)
            #expect(first.hub.isFinished && second.hub.isFinished)
        }
    }

    @Test func `law 12: finish() inside a submitted edit lets those be made that were submitted by then`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let source = ListSource<Row>()
            let first = source.submit { list in
                try list.append(Row(1))
                source.submit { try $0.append(Row(3)) }
                source.assumeIsolated { $0.finish() }
                try list.append(Row(2))
            }
            _ = try await first.version
            try await executor.clock.sleep(for: .zero)
            #expect(source.snapshot.map(\.id) == [1, 2, 3] && source.hub.isFinished)
        }
    }

    @Test func `law 12: the end of the hub itself refuses what was submitted and not yet made, and says so`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let source = SectionedSource<Row, Row>()
            let receipt = source.submit { _ in Issue.record("an edit of a finished source was called") }
            source.hub.finish()
            let error = await #expect(throws: EditError.self) { _ = try await receipt.version }
            #expect(error?.code == .finished && source.snapshot.isEmpty)
        }
    }

    @Test func `law 12: an edit submitted by a submitted edit comes after all that were submitted before`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let source = ListSource<Row>()
            source.submit { list in
                source.submit { try $0.append(Row(3)) }
                try list.append(Row(1))
            }
            source.submit { try $0.append(Row(2)) }
            try await source.transaction { list in
                let ids = list.snapshot.map(\.id)
                #expect(ids == [1, 2])
                source.submit { try $0.append(Row(5)) }
                try list.append(Row(4))
            }
            let ids = try await source.transaction({ $0.snapshot.map(\.id) }).result
            #expect(ids == [1, 2, 4, 3, 5])
        }
    }

    @Test func `law 12: before a transaction over two sources, edits submitted to one may edit the other`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let group = SourceGroup()
            let (first, second) = (ListSource<Row>(in: group), ListSource<Row>(in: group))
            second.submit { list in
                try list.append(Row(1))
                _ = try first.assumeIsolated { try $0.transaction { try $0.append(Row(2)) } }
            }
            try await transaction(over: first, second) { first, second in
                let (one, other) = (first.count, second.count)
                #expect(one == 1 && other == 1)
            }
        }
    }

    @Test func `law 12: several tasks wait for one receipt, and one that is cancelled waits no longer`() throws {
        var outcomes: Set<String> = []
        for seed in seeds(20) {
            let outcome = try SeededExecutor.run(seed: seed) { executor in
                let source = ListSource<Row>()
                let receipt = source.submit { try $0.append(Row(1)) }
                let waiters = (0..<3).map { _ in
                    Task(executorPreference: executor) { try await receipt.version.number }
                }
                let canceller = Task(executorPreference: executor) { waiters[1].cancel() }
                let results = await (waiters[0].result, waiters[1].result, waiters[2].result)
                await canceller.value
                let waited = (try results.0.get(), try results.2.get())
                #expect(waited == (2, 2), "seed \(seed)")
                #expect(source.snapshot.count == 1, "seed \(seed)")
                switch results.1 {
                case .success: return "made"
                case .failure(is CancellationError): return "cancelled"
                case .failure(let error): return "\(error)"
                }
            }
            outcomes.insert(outcome)
        }
        #expect(outcomes == ["made", "cancelled"])
    }

    @Test func `law 12: every call that enters a source comes after what was submitted before`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let (list, sections) = (ListSource<Row>(), SectionedSource<Row, Row>())
            list.submit { try $0.append(Row(1)) }
            try await list.follow(AsyncStream<[Row]>.of([Row(5)]))
            #expect(list.snapshot.map(\.id) == [5] && list.hub.version.number == 3)
            sections.submit { try $0.appendSection(ItemSection(Row(1))) }
            #expect(await sections.section(id: 1) != nil)
            sections.submit { try $0.appendItem(Row(1), toSection: 1) }
            #expect(await sections.path(of: 1) == ItemPath(section: 0, item: 0))
            sections.submit { try $0.appendSection(ItemSection(Row(2))) }
            #expect(await sections.sectionPosition(of: 2) == 1)
            sections.submit { try $0.appendItem(Row(2), toSection: 2) }
            #expect(await sections.item(id: 2) == Row(2))
            sections.submit { try $0.removeSection(id: 2) }
            try await sections.follow(AsyncStream<[ItemSection<Row, Row>]>.of([ItemSection(Row(3))]))
            #expect(sections.snapshot.map(\.id) == [3] && sections.hub.version.number == 7)
        }
    }

    @Test(arguments: [false, true])
    func `law 12: on real threads each of 2,000 receipts is answered, also when the source finishes midway`(
        endsMidway: Bool
    ) async throws {
        let source = ListSource<Row>()
        let made = try await withThrowingTaskGroup(of: Int.self) { group in
            for writer in 0..<4 {
                group.addTask {
                    var submissions: [Submission] = []
                    for step in 0..<500 {
                        submissions.append(source.submit { try $0.append(Row(writer * 10_000 + step)) })
                        if endsMidway, writer == 0, step == 250 { await source.finish() }
                    }
                    var made = 0
                    for submission in submissions {
                        do {
                            _ = try await submission.version
                            made += 1
                        } catch let error as EditError where error.code == .finished {}
                    }
                    return made
                }
            }
            return try await group.reduce(0, +)
        }
        await source.finish()
        #expect(source.snapshot.count == made && (endsMidway || made == 2_000))
    }
}

extension AsyncStream where Element: Sendable {
    /// A stream of one element.
    fileprivate static func of(_ element: Element) -> AsyncStream {
        AsyncStream { continuation in
            continuation.yield(element)
            continuation.finish()
        }
    }
}
