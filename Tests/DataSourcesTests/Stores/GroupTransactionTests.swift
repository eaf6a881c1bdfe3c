import DataSources
import DataSourcesTesting
import Testing

/// Laws 7 and 14 over several sources at once.
struct GroupTransactionTests {
    private typealias Accounts = ListSource<Row>

    /// The sum of all values in two lists.
    private struct Total: PairOperator {
        private var (first, second) = (ListSnapshot<Row>(), ListSnapshot<Row>())

        mutating func apply(
            _ first: Update<ListSnapshot<Row>>?, _ second: Update<ListSnapshot<Row>>?
        ) -> ListSnapshot<Row> {
            if let first { self.first = first.after }
            if let second { self.second = second.after }
            let sum = (Array(self.first) + Array(self.second)).reduce(0) { $0 + $1.value }
            // The second row makes each state differ from the one before.
            let rows = [Row(0, sum), Row(1, self.first.reduce(0) { $0 + $1.value })]
            return (try? ListSnapshot(rows)) ?? ListSnapshot()
        }
    }

    private struct Refusal: Error {}

    @Test func `both change at one moment, and what is derived from both is told once`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let group = SourceGroup()
            let (left, right) = (try Accounts([Row(1, 10)], in: group), try Accounts([Row(2, 20)], in: group))
            let joined = DerivedSource(from: left, right, through: Joined(offset: 100))
            let subscription = await joined.subscribe()
            let task = Task(executorPreference: executor) { await subscription.next() }
            await executor.settle()
            let before = (left.hub.version, right.hub.version)
            let (sum, versions) = try await transaction(over: left, right) { left, right in
                try left.update(id: 1) { $0.value -= 5 }
                try right.update(id: 2) { $0.value += 5 }
                return 30
            }
            #expect(sum == 30 && versions == [left.hub.version, right.hub.version])
            #expect(versions[0] > before.0 && versions[1] > before.1)
            let update = try #require(await task.value)
            #expect(Array(update.after) == [Row(1, 5), Row(102, 25)] && update.changes.updates.count == 2)
            #expect(subscription.lag == 0)
        }
    }

    @Test func `law 7: when it throws, neither has changed`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let group = SourceGroup()
            let (left, right) = (try Accounts([Row(1)], in: group), try Accounts([Row(2)], in: group))
            let before = (left.snapshot, right.snapshot)
            await #expect(throws: Refusal.self) {
                try await transaction(over: left, right) { left, right in
                    try left.append(Row(3))
                    right.removeAll()
                    throw Refusal()
                }
            }
            await #expect(throws: EditError.self) {
                try await transaction(over: left, right) { left, right in
                    try left.append(Row(3))
                    try right.append(Row(2))
                }
            }
            #expect(left.snapshot.isIdentical(to: before.0) && right.snapshot.isIdentical(to: before.1))
            #expect(left.snapshot.version == before.0.version && right.snapshot.version == before.1.version)
            try await left.append(Row(3))
            #expect(await left.position(of: 3) == 1)
        }
    }

    @Test func `law 7: when one has finished, the other does not change`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let group = SourceGroup()
            let (left, right) = (try Accounts([Row(1)], in: group), try Accounts([Row(2)], in: group))
            for finished in [right, left] {
                await finished.finish()
                await #expect { try await transaction(over: left, right) { left, _ in left.removeAll() } } throws: {
                    ($0 as? EditError)?.code == .finished
                }
                #expect(left.snapshot.count == 1)
            }
            #expect(await left.item(id: 1) == Row(1))
        }
    }

    @Test func `sources of different groups are refused`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let (left, right) = (try Accounts([Row(1)]), try Accounts([Row(2)]))
            await #expect { try await transaction(over: left, right) { left, _ in left.removeAll() } } throws: {
                ($0 as? EditError)?.code == .notInOneGroup
            }
            #expect(left.snapshot.count == 1)
        }
    }

    @Test func `lists and sections go together, and three lists`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            typealias Sections = SectionedSource<Heading, Row>
            let group = SourceGroup()
            let (list, other, third) = (Accounts(in: group), Accounts(in: group), Accounts(in: group))
            let (sections, more) = (Sections(in: group), Sections(in: group))
            try await transaction(over: list, sections) { list, sections in
                try list.append(Row(1))
                try sections.appendSection(ItemSection(Heading(1), items: [Row(1)]))
            }
            try await transaction(over: sections, list) { sections, list in
                try list.append(Row(2))
                try sections.appendSection(ItemSection(Heading(2), items: [Row(2)]))
            }
            try await transaction(over: sections, more) { sections, more in
                try more.appendSection(ItemSection(Heading(1), items: [Row(2)]))
                try sections.removeSection(id: 2)
            }
            try await transaction(over: list, other, third) { list, other, third in
                try third.append(Row(7))
                try other.append(contentsOf: list.snapshot)
                list.removeAll()
            }
            #expect(list.snapshot.isEmpty && Array(other.snapshot) == [Row(1), Row(2)] && third.snapshot.count == 1)
            #expect(sections.snapshot.itemCount == 1 && more.snapshot.itemCount == 1)
        }
    }

    @Test func `law 14: under real threads the sum over two sources is always what it was`() async throws {
        let group = SourceGroup()
        let (left, right) = (try Accounts([Row(1, 500)], in: group), try Accounts([Row(2, 500)], in: group))
        let total = DerivedSource(from: left, right, through: Total())
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for _ in 0..<4 {
                tasks.addTask {
                    let subscription = await total.subscribe()
                    #expect(subscription.snapshot[0]?.value == 1000)
                    for await update in subscription where update.after[0]?.value != 1000 {
                        Issue.record("law 14: the sum is \(String(describing: update.after[0]?.value))")
                    }
                }
            }
            try await withThrowingTaskGroup(of: Void.self) { writers in
                for writer in 0..<2 {
                    writers.addTask {
                        for step in 0..<500 {
                            try await transaction(over: left, right) { left, right in
                                let amount = (step + writer) % 7
                                try left.update(id: 1) { $0.value -= amount }
                                try right.update(id: 2) { $0.value += amount }
                            }
                        }
                    }
                }
                try await writers.waitForAll()
            }
            await left.finish()
            await right.finish()
            try await tasks.waitForAll()
        }
    }

    @Test func `a transaction over the same source twice throws, and calls nothing`() async throws {
        let group = SourceGroup()
        let (list, sections) = (ListSource<Row>(in: group), SectionedSource<Row, Row>(in: group))
        func refused(_ body: () async throws -> Void) async {
            let error = await #expect(throws: EditError.self) { try await body() }
            #expect(error?.code == .sameSourceTwice)
        }
        await refused { try await transaction(over: list, list) { _, _ in Issue.record("it was called") } }
        await refused { try await transaction(over: sections, sections) { _, _ in Issue.record("it was called") } }
        await refused { try await transaction(over: list, ListSource<Row>(in: group), list) { _, _, _ in } }
        await refused { try await transaction(over: list, list, ListSource<Row>()) { _, _, _ in } }
    }
}
