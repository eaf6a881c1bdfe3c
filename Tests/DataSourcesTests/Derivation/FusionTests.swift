import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// When a derived source takes over the operators upstream, and that nobody can tell.
struct FusionTests {
    typealias Rows = DerivedSource<ListSnapshot<Row>>

    /// Three operators, of which only the last one can be reached.
    static func chain(_ source: some DerivableSource<ListSnapshot<Row>>) -> Rows {
        source.filter { $0.value % 3 != 0 }.sorted { $0.value > $1.value }.prefix(5)
    }

    static func chain(_ rows: some Sequence<Row>) -> [Row] {
        // Sorting is stable.
        Array(rows.filter { $0.value % 3 != 0 }.sorted { $0.value > $1.value }.prefix(5))
    }

    // MARK: When

    @Test func `a chain is one operator from its second change on, and its source has one dependent`() async throws {
        let source = try ListSource((0..<20).map { Row($0, $0) })
        let chain = Self.chain(source)
        #expect(await Array(chain.snapshot) == Self.chain(source.snapshot) && chain.fusedCount == 0)
        for value in 100..<120 {
            try await source.update(at: value % 20) { $0.value = value }
            #expect(await Array(chain.snapshot) == Self.chain(source.snapshot) && chain.fusedCount == 2)
        }
        try await source.removeAll()
        #expect(await chain.snapshot.isEmpty && source.hub.dependentCount == 1)
    }

    @Test func `a thousand operators in a row are one, in their order`() async throws {
        let source = try ListSource([Row(0, 1)])
        var chain = source.map { $0 }
        var expected = [2, 3]
        for number in 0..<1_000 {
            chain = chain.map { Row($0.id, ($0.value * 3 + number) % 1_000_003) }
            expected = expected.map { ($0 * 3 + number) % 1_000_003 }
        }
        _ = await chain.snapshot
        for (value, expected) in zip([2, 3], expected) {
            try await source.update(at: 0) { $0.value = value }
            #expect(await chain.snapshot[0] == Row(0, expected))
        }
        #expect(chain.fusedCount == 1_000)
    }

    @Test func `an operator that somebody else can reach stays where it is, and is shared`() async throws {
        let (source, calls) = (try ListSource((0..<20).map { Row($0, $0) }), Shared(0))
        let filter = Shared<Rows?>(
            source.filter { row in
                calls.change { $0 += 1 }
                return row.value % 2 == 0
            })
        let sorted = [filter.value!.sorted { $0.value > $1.value }, filter.value!.sorted { $0.value < $1.value }]
        func edit(_ value: Int, calls expected: Int) async throws {
            calls.change { $0 = 0 }
            try await source.update(at: 3) { $0.value = value }
            let even = source.snapshot.filter { $0.value % 2 == 0 }
            #expect(await Array(sorted[0].snapshot) == even.sorted { $0.value > $1.value })
            #expect(await Array(sorted[1].snapshot) == even.sorted { $0.value < $1.value })
            #expect(calls.value == expected)
        }
        try await edit(100, calls: 20)
        for value in 101..<104 { try await edit(value, calls: 1) }
        // The two still share it after the program has released it.
        filter.change { $0 = nil }
        for value in 104..<107 { try await edit(value, calls: 1) }
        #expect(sorted.map(\.fusedCount) == [0, 0])
    }

    @Test func `a source that was kept is taken over once it is released, and one with a subscription is not`()
        async throws
    {
        let source = try ListSource((0..<20).map { Row($0, $0) })
        let filter = Shared<Rows?>(source.filter { $0.value % 2 == 0 })
        let sorted = filter.value!.sorted { $0.value > $1.value }
        let subscription = Shared<SnapshotSubscription<ListSnapshot<Row>>?>(await filter.value!.subscribe())
        func edit(_ value: Int) async throws {
            try await source.update(at: value % 20) { $0.value = value }
            let expected = source.snapshot.filter { $0.value % 2 == 0 }.sorted { $0.value > $1.value }
            #expect(await Array(sorted.snapshot) == expected)
        }
        for value in 100..<103 { try await edit(value) }
        filter.change { $0 = nil }
        for value in 103..<106 { try await edit(value) }
        #expect(sorted.fusedCount == 0)
        // The subscription works as if nothing else were there.
        #expect(await subscription.value!.next()?.after.count == source.snapshot.count { $0.value % 2 == 0 })
        subscription.change { $0 = nil }
        for value in 106..<109 { try await edit(value) }
        #expect(sorted.fusedCount == 1)
    }

    // MARK: Nobody can tell

    @Test func `law 16: settled(at:) knows a version of a source that was taken over`() async throws {
        let source = try ListSource((0..<20).map { Row($0, $0) })
        let filter = Shared<Rows?>(source.filter { $0.value % 2 == 0 })
        let sorted = filter.value!.sorted { $0.value > $1.value }
        #expect(await sorted.snapshot.count == 10)
        try await source.update(at: 0) { $0.value = 50 }
        let version = try #require(await filter.value!.snapshot.version)
        filter.change { $0 = nil }
        for value in [60, 70] {
            try await source.update(at: 0) { $0.value = value }
            _ = await sorted.snapshot
        }
        #expect(sorted.fusedCount == 1)
        let (subscription, refreshes) = (await sorted.subscribe(), sorted.inputsRead)
        try await source.update(at: 0) { $0.value = 80 }
        // It names a commit, so `settled(at:)` waits for the subscribers that have not had it.
        #expect(await subscription.version(containing: version) == subscription.newest)
        #expect(sorted.inputsRead == refreshes + 1)
        await sorted.settled(at: version)
        #expect(await sorted.snapshot.first == Row(0, 80))
    }

    @Test func `an annotation passes through operators that were taken over`() async throws {
        let source = try ListSource((0..<20).map { Row($0, $0) })
        let heard = Shared<[String]>([])
        let chain = DerivedSource(
            from: source.filter { $0.value % 2 == 0 },
            through: Annotated { annotation in heard.change { $0.append(annotation) } })
        _ = await chain.snapshot
        let subscription = await chain.subscribe()
        for name in ["one", "two", "three"] {
            try await TransactionAnnotation.$current.withValue(name) {
                try await source.update(at: 0) { $0.value += 2 }
            }
            #expect(await subscription.next()?.annotation as? String == name)
        }
        #expect(chain.fusedCount == 1 && heard.value == ["none", "one", "two", "three"])
    }

    @Test func `law 6: many changes at once are left to a thread, through all operators`() async throws {
        let source = try ListSource((0..<20).map { Row($0, $0) })
        let isInTask = Shared<Set<Bool>>([])
        let chain = source.map { Row($0.id, $0.value + 1) }.filter { _ in
            isInTask.change { _ = $0.insert(withUnsafeCurrentTask { $0 != nil }) }
            return true
        }
        _ = await chain.snapshot
        try await source.update(at: 0) { $0.value = 1 }
        _ = await chain.snapshot
        #expect(chain.fusedCount == 1 && isInTask.value == [true])
        isInTask.change { $0 = [] }
        try await source.replaceAll(with: (0...WorkerThreads.itemLimit).map { Row($0 + 100) })
        #expect(await chain.snapshot.count == WorkerThreads.itemLimit + 1 && isInTask.value == [false])
    }

    @Test func `law 6: a long difference between operators is left to a thread, and goes on if the task was cancelled`()
        async throws
    {
        let (counts, size) = (Located.Counts(), 4 * WorkerThreads.itemLimit)
        let states = try [counts.items(0..<size), counts.items((0..<size).reversed())].map { try ListSnapshot($0) }
        let (source, moved) = (try ListSource([Row(0)]), Shared<[Int]>([]))
        let chain = DerivedSource(
            from: DerivedSource(from: source, through: Chosen(states: states)),
            through: Moves { count in moved.change { $0.append(count) } })
        for value in [0, 1] {
            try await source.update(at: 0) { $0.value = value }
            _ = await chain.snapshot
        }
        counts.reset()
        try await source.update(at: 0) { $0.value = 2 }
        #expect(await chain.snapshot[0]?.id.number == 0)
        #expect(chain.fusedCount == 1 && moved.value == [0, size - 1, size - 1])
        #expect(counts.countInTasks <= 2 * WorkerThreads.lookLimit && counts.countElsewhere > size)

        // The operator has followed the change, and the next demand goes on from there, also after another change.
        try await source.update(at: 0) { $0.value = 3 }
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await chain.snapshot.count
        }
        #expect(await task.value == size)
        try await source.update(at: 0) { $0.value = 5 }
        #expect(await chain.snapshot[0]?.id.number == size - 1)
        #expect(moved.value.last == size - 1 && moved.value.count == 4)
    }

    @Test func `law 7: a chain that was taken over ends after its last change`() async throws {
        let source = try ListSource((0..<20).map { Row($0, $0) })
        let chain = Self.chain(source)
        let subscription = await chain.subscribe()
        for value in [100, 101, 103] {
            try await source.update(at: 0) { $0.value = value }
            #expect(await subscription.next()?.after.first == Row(0, value))
        }
        try await source.update(at: 0) { $0.value = 200 }
        await source.finish()
        #expect(await subscription.next()?.after.first == Row(0, 200))
        #expect(await subscription.next() == nil && chain.fusedCount == 2)
    }
}

/// An operator that shows one of several states, which have nothing in common.
private struct Chosen: SnapshotOperator {
    let states: [ListSnapshot<Located>]

    func apply(_ update: Update<ListSnapshot<Row>>) -> ListSnapshot<Located> {
        states[update.after[0]!.value % states.count]
    }
}

/// An operator that passes its input on and tells how many items move.
private struct Moves: SnapshotOperator {
    let heard: @Sendable (Int) -> Void

    func apply(_ update: Update<ListSnapshot<Located>>) -> ListSnapshot<Located> {
        heard(update.changes.moves.count)
        return update.after
    }
}

/// An operator that passes its input on and tells of annotations.
private struct Annotated: SnapshotOperator {
    let heard: @Sendable (String) -> Void

    func apply(_ update: Update<ListSnapshot<Row>>) -> ListSnapshot<Row> {
        heard(update.annotation as? String ?? "none")
        return update.after
    }
}
