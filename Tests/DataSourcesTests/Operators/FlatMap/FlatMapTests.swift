import DataSources
import DataSourcesTesting
import TestKit
import Testing

struct FlatMapTests {
    private typealias Child = Keyed<FlatID<Int, Int>, Row>

    /// As many children as the value says, whose ids turn with the row's id; one of them twice.
    private static func children(of row: Row) -> [Row] {
        (0..<row.value).map { Row(($0 + row.id) % 4, $0 / 2) }
    }

    private static func expected(_ rows: [Row]) -> [Child] {
        rows.flatMap { row in
            var ids: Set<Int> = []
            return children(of: row).filter { ids.insert($0.id).inserted }
                .map { Child(id: FlatID(parent: row.id, child: $0.id), value: $0) }
        }
    }

    @Test func `random histories: what the oracle makes of the whole`() throws {
        try expectFollows(seeds: seeds(30)) {
            FlatMapOperator(children: Self.children)
        } oracle: {
            Self.expected($0)
        }
    }

    @Test func `upheavals: what the oracle makes of the whole`() throws {
        try expectFollowsUpheavals(seeds: seeds(10)) {
            FlatMapOperator(children: Self.children)
        } oracle: {
            Self.expected($0)
        }
    }

    @Test func `all small histories`() throws {
        try expectFollowsAll(upTo: 4, values: 3) { start, update in
            var operation = FlatMapOperator(children: Self.children)
            if let first = Update(from: ListSnapshot(), to: start) { _ = operation.apply(first) }
            #expect(operation.apply(update).content == Self.expected(update.after.content))
        }
    }

    @Test func `children before and after an update are told apart by their ids`() throws {
        var draft = try ListDraft([Order(1, [1, 2, 3]), Order(2, [1]), Order(3, [])])
        let operation = Followed(FlatMapOperator(children: \Order.lines), draft.snapshot)
        #expect(operation.output.map(\.id.description) == ["1/1", "1/2", "1/3", "2/1"])
        try draft.update(Order(1, [1, 3, 4]))
        #expect(operation.follow(draft.snapshot)?.changes == ListChanges(deletions: [1], insertions: [2]))
        try draft.update(Order(1, [3, 1, 4]))
        #expect(operation.follow(draft.snapshot)?.changes.moves.count == 1)
        try draft.update(id: 1) { $0.lines[1].value = 7 }
        let update = try #require(operation.follow(draft.snapshot))
        #expect(update.changes.updates.count == 1 && update.changes.count == 1)
        try draft.move(id: 1, to: 2)
        #expect(operation.follow(draft.snapshot)?.after.map(\.id.description) == ["2/1", "1/3", "1/1", "1/4"])
        try draft.update(Order(3, [9]))
        #expect(operation.follow(draft.snapshot)?.changes == ListChanges(insertions: [1]))
    }

    @Test func `of many children with the same id the first is kept`() throws {
        let lines = (0..<40).map { Row($0 % 20, $0) }
        var operation = FlatMapOperator { (order: Order) in order.lines }
        let start = try ListSnapshot([Order(id: 0, lines: lines)])
        let output = operation.apply(try #require(Update(from: ListSnapshot(), to: start)))
        #expect(output.map(\.value) == Array(lines.prefix(20)))
    }

    @Test func `one child of a thousand that changes is one edit`() throws {
        let ear = Heard.Ear()
        var draft = try ListDraft([Family(id: 0, children: ear.items(0..<1000)), Family(id: 1, children: [])])
        let operation = Followed(FlatMapOperator(children: \Family.children), draft.snapshot)
        try draft.update(id: 0) { $0.children[500].value = 1 }
        ear.listen()
        let update = try #require(operation.follow(draft.snapshot))
        #expect(update.changes.updates.count == 1 && update.changes.count == 1)
        // The family's own comparison, the operator's, and the one leaf that is another one.
        #expect(ear.comparisons < 3200)
    }

    @Test func `a source of children is a source`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let orders = try ListSource([Order(1, [1, 2]), Order(2, [5])])
            let lines = orders.flatMap(\.lines)
            let subscription = await lines.subscribe()
            #expect(subscription.snapshot.map(\.value.id) == [1, 2, 5])
            try await orders.update(Order(2, [4, 5]))
            #expect(await subscription.next()?.changes == ListChanges(insertions: [2]))
            #expect(await lines.snapshot[2]?.id.parent == 2)
        }
    }
}

private struct Order: Identifiable, Equatable, Sendable {
    let id: Int
    var lines: [Row]

    init(id: Int, lines: [Row]) {
        self.id = id
        self.lines = lines
    }

    init(_ id: Int, _ lines: [Int]) {
        self.init(id: id, lines: lines.map { Row($0) })
    }
}

private struct Family: Identifiable, Equatable, Sendable {
    let id: Int
    var children: [Heard]
}
