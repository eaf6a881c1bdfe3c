import DataSources
import DataSourcesTesting
import TestKit
import Testing

struct GroupTests {
    private static func groups(_ order: GroupOrder<Int>) -> GroupOperator<GroupHeader<Int>, Row>.Sections {
        .withItems(order) { key, _ in GroupHeader(key) }
    }

    /// Groups in the order of their first appearance.
    private static func grouped(_ rows: [Row]) -> [ItemSection<GroupHeader<Int>, Row>] {
        var groups: [(key: Int, rows: [Row])] = []
        for row in rows {
            if let place = groups.firstIndex(where: { $0.key == row.value }) {
                groups[place].rows.append(row)
            } else {
                groups.append((row.value, [row]))
            }
        }
        return groups.map { ItemSection(GroupHeader($0.key), items: $0.rows) }
    }

    @Test(arguments: zip([4, 1000, 1000], [62, 6, 62]))
    func `random histories, ordered by key`(bulk: Int, labelBits: Int) throws {
        try expectFollows(seeds: seeds(8)) {
            GroupOperator(Self.groups(.descending), labelBits: labelBits) { $0.value }.rebuilding(from: bulk)
        } oracle: {
            Self.grouped($0).sorted { $1.id < $0.id }
        }
    }

    @Test(arguments: [4, 1000])
    func `random histories, ordered by first appearance`(bulk: Int) throws {
        try expectFollows(seeds: seeds(8)) {
            GroupOperator(Self.groups(.firstAppearance), labelBits: 8) { $0.value }.rebuilding(from: bulk)
        } oracle: {
            Self.grouped($0)
        }
    }

    @Test func `random histories, ordered by a predicate that leaves ties`() throws {
        let order = GroupOrder<Int>.by { $0 / 3 < $1 / 3 }
        try expectFollows(seeds: seeds(8)) {
            GroupOperator(Self.groups(order)) { $0.value }
        } oracle: {
            Self.grouped($0).sorted { $0.id / 3 < $1.id / 3 }
        }
    }

    @Test func `thousands of keys come and go`() throws {
        var operation = GroupOperator(Self.groups(.ascending)) { $0.value }
        var draft = try ListDraft((0..<10).map { Row($0, $0) })
        var before = ListSnapshot<Row>()
        for round in 0..<4000 {
            if round > 0 { try draft.update(at: round % 10) { $0.value = round % 3 == 0 ? 5 : round + 100 } }
            guard let update = Update(from: before, to: draft.snapshot) else { continue }
            let output = operation.apply(update)
            before = update.after
            if round % 97 == 0 {
                #expect(Array(output) == Self.grouped(Array(before)).sorted { $0.id < $1.id }, "round \(round)")
            }
        }
        #expect(operation.keyNumberCount < 1200)
    }

    @Test func `random histories with headers that count`() throws {
        try expectFollows(seeds: seeds(8)) {
            GroupOperator<Heading, Row>(.withItems(.ascending) { Heading($0, $1.count) }) { $0.value }
        } oracle: {
            Self.grouped($0).sorted { $0.id < $1.id }.map {
                ItemSection(Heading($0.id, $0.items.count), items: $0.items)
            }
        }
    }

    @Test(arguments: [1, 1000])
    func `random histories in fixed sections`(bulk: Int) throws {
        let headers = [Heading(4), Heading(1), Heading(3)]
        try expectFollows(seeds: seeds(8)) {
            GroupOperator(.fixed(headers)) { $0.value == 5 ? nil : $0.value }.rebuilding(from: bulk)
        } oracle: { rows in
            headers.map { header in ItemSection(header, items: rows.filter { $0.value == header.id }) }
        }
    }

    @Test(arguments: [1, 1000])
    func `all small histories, ordered by first appearance`(bulk: Int) throws {
        try expectFollowsAll(upTo: bulk == 1 ? 3 : 4, values: 2) { start, update in
            var operation = GroupOperator(Self.groups(.firstAppearance)) { $0.value }.rebuilding(from: bulk)
            var output = SectionedSnapshot<GroupHeader<Int>, Row>()
            if let first = Update(from: ListSnapshot(), to: start) { output = operation.apply(first) }
            let next = operation.apply(update)
            if next.content != Self.grouped(Array(update.after)) { Issue.record("\(update): \(next)") }
            expectLawful(from: output, to: next, "\(update)", sourceLocation: #_sourceLocation)
        }
    }

    /// What comes of edits in a list, under an operator that has followed it.
    private func changes(
        of rows: [Row],
        _ order: GroupOrder<Int> = .ascending,
        edits: (inout ListDraft<Row>) throws -> Void
    ) throws -> SectionedChanges {
        var draft = try ListDraft(rows)
        let before = draft.snapshot
        var operation = GroupOperator(Self.groups(order)) { $0.value }
        let output = operation.apply(try #require(Update(from: ListSnapshot(), to: before)))
        try edits(&draft)
        let next = operation.apply(try #require(Update(from: before, to: draft.snapshot)))
        return Update(from: output, to: next)?.changes ?? SectionedChanges()
    }

    private let rows = [Row(1, 5), Row(2, 3), Row(3, 5), Row(4, 3), Row(5, 5)]

    @Test func `an update of the key is one move and one update`() throws {
        let changes = try changes(of: rows) { try $0.update(Row(2, 5)) }
        let pair = PositionPair(before: ItemPath(section: 0, item: 0), after: ItemPath(section: 1, item: 1))
        #expect(
            changes == SectionedChanges(items: Changes(moves: PositionPairs([pair]), updates: PositionPairs([pair]))))
    }

    @Test func `a section comes with its first item and goes with its last`() throws {
        #expect(try changes(of: rows) { try $0.insert(Row(6, 4), at: 0) }.sections.insertions == [1])
        let gone = try changes(of: rows + [Row(6, 4)]) { try $0.remove(id: 6) }
        #expect(gone == SectionedChanges(sections: Changes(deletions: [1])))
        let moved = try changes(of: rows + [Row(6, 4)]) { try $0.update(Row(6, 9)) }
        #expect(moved.sections.deletions == [1] && moved.sections.insertions == [2] && moved.moves.count == 1)
    }

    @Test func `a move that passes nothing of its section is nothing`() throws {
        #expect(try changes(of: rows) { try $0.move(from: 0, to: 1) }.isEmpty)
        #expect(try changes(of: rows) { try $0.move(from: 0, to: 2) }.moves.count == 1)
    }

    @Test func `another first item moves its section, where they are in order of first appearance`() throws {
        let changes = try changes(of: rows, .firstAppearance) { try $0.move(from: 0, to: 1) }
        #expect(changes.sections.moves.count == 1 && changes.items.isEmpty)
        #expect(
            try self.changes(of: rows, .firstAppearance) { try $0.insert(Row(6, 3), at: 0) }.sections.moves.count == 1)
    }

    @Test func `keys are asked for in order, of what is new or updated; headers of what is touched`() throws {
        let (asked, made) = (Shared<[Int]>([]), Shared<[Int]>([]))
        var operation = GroupOperator<Heading, Row>(
            .withItems(.ascending) { key, items in
                made.change { $0.append(key) }
                return Heading(key, items.count)
            }
        ) { row in
            asked.change { $0.append(row.id) }
            return row.value
        }
        var draft = try ListDraft((0..<1000).map { Row($0, $0 / 100) })
        let before = draft.snapshot
        _ = operation.apply(try #require(Update(from: ListSnapshot(), to: before)))
        #expect(asked.value == Array(0..<1000) && made.value == Array(0..<10))
        asked.change { $0 = [] }
        made.change { $0 = [] }
        try draft.insert(Row(2000, 7), at: 500)
        try draft.update(Row(900, 8))
        try draft.remove(id: 10)
        try draft.move(id: 350, to: 340)
        let output = operation.apply(try #require(Update(from: before, to: draft.snapshot)))
        #expect(asked.value == [2000, 900])
        #expect(made.value.sorted() == [0, 3, 7, 8, 9])
        #expect(output.map(\.header.title) == [99, 100, 100, 100, 100, 100, 100, 101, 101, 99])
    }

    @Test func `sections given are there from the start, and stay`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let source = ListSource<Row>()
            let board = source.sectioned(into: [Heading(2), Heading(1)]) { $0.value }
            let subscription = await board.subscribe()
            #expect(subscription.snapshot.map(\.id) == [2, 1])
            try await source.append(contentsOf: [Row(1, 1), Row(2, 2), Row(3, 9)])
            let update = try #require(await subscription.next())
            #expect(update.after.map { $0.items.map(\.id) } == [[2], [1]])
            #expect(update.changes.insertions.count == 2 && update.changes.sections.isEmpty)
            try await source.removeAll { _ in true }
            #expect(await subscription.next()?.after.map(\.items.count) == [0, 0])
        }
    }

    @Test func `the key follows a parameter; flattened again it is sorted`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let source = try ListSource(rows)
            let divisor = Parameter(1)
            let groups = source.grouped(by: divisor, order: .ascending) { row, divisor in row.value / divisor }
            let list = groups.flattened()
            let subscription = await list.subscribe()
            #expect(await groups.snapshot.map(\.id) == [3, 5])
            #expect(subscription.snapshot.map(\.id) == [2, 4, 1, 3, 5])
            divisor.set(2)
            #expect(await groups.snapshot.map(\.id) == [1, 2])
            let task = Task(executorPreference: executor) { await subscription.next() }
            await executor.settle()
            #expect(list.demandCount == 1)
            divisor.set(10)
            #expect(await task.value?.after.map(\.id) == [1, 2, 3, 4, 5])
            try await source.update(Row(1, 50))
            #expect(await groups.snapshot.map(\.id) == [0, 5])
        }
    }
}
