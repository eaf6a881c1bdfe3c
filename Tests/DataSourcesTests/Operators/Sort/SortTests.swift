import DataSources
import DataSourcesTesting
import TestKit
import Testing

struct SortTests {
    private static let byValue = ItemOrder<Row>.ascending(\.value)

    @Test(arguments: zip([1, 4, 1000, 1000], [62, 6, 6, 62]))
    func `random histories: what a stable sort makes of the whole`(bulk: Int, labelBits: Int) throws {
        try expectFollows(seeds: seeds(30)) {
            SortOperator(Self.byValue, labelBits: labelBits).rebuilding(from: bulk)
        } oracle: {
            $0.sorted { $0.value < $1.value }
        }
    }

    @Test func `random histories, descending and then by id`() throws {
        try expectFollows(seeds: seeds(15)) {
            SortOperator(ItemOrder<Row>.descending(\.value).then(.descending(\.id)))
        } oracle: {
            $0.sorted { ($1.value, $1.id) < ($0.value, $0.id) }
        }
    }

    @Test func `random histories without any order: the upstream's`() throws {
        try expectFollows(seeds: seeds(15)) {
            SortOperator(ItemOrder { _, _ in false }, labelBits: 6)
        } oracle: {
            $0
        }
    }

    @Test(arguments: [1, 1000])
    func `all small histories`(bulk: Int) throws {
        try expectFollowsAll(upTo: bulk == 1 ? 3 : 4, values: 2) { start, update in
            var operation = SortOperator(Self.byValue).rebuilding(from: bulk)
            var output = ListSnapshot<Row>()
            if let first = Update(from: ListSnapshot(), to: start) { output = operation.apply(first) }
            let next = operation.apply(update)
            let expected = update.after.sorted { $0.value < $1.value }
            if next.content != expected { Issue.record("\(update): \(next), expected \(expected)") }
            expectLawful(from: output, to: next, "\(update)", sourceLocation: #_sourceLocation)
        }
    }

    /// What comes of edits in a list, under an operator that has followed it.
    private func outcome(
        of rows: [Row],
        edits: (inout ListDraft<Row>) throws -> Void
    ) throws -> (before: ListSnapshot<Row>, after: ListSnapshot<Row>) {
        var draft = try ListDraft(rows)
        let before = draft.snapshot
        var operation = SortOperator(Self.byValue)
        let output = operation.apply(try #require(Update(from: ListSnapshot(), to: before)))
        try edits(&draft)
        return (output, operation.apply(try #require(Update(from: before, to: draft.snapshot))))
    }

    private let tied = [Row(1, 5), Row(2, 3), Row(3, 5), Row(4, 3), Row(5, 5)]

    @Test func `an update that keeps the place is an update`() throws {
        let outcome = try outcome(of: [Row(1, 1), Row(2, 5), Row(3, 9)]) { try $0.update(Row(2, 8)) }
        let update = try #require(Update(from: outcome.before, to: outcome.after))
        #expect(update.changes == ListChanges(updates: PositionPairs([PositionPair(before: 1, after: 1)])))
    }

    @Test func `an update of the key moves`() throws {
        let outcome = try outcome(of: [Row(1, 1), Row(2, 5), Row(3, 9)]) { try $0.update(Row(1, 10)) }
        let update = try #require(Update(from: outcome.before, to: outcome.after))
        let pairs = PositionPairs([PositionPair(before: 0, after: 2)])
        #expect(update.changes == ListChanges(moves: pairs, updates: pairs))
    }

    @Test func `an insertion goes to its place upstream among equals`() throws {
        let outcome = try outcome(of: tied) { try $0.insert(Row(6, 5), at: 2) }
        #expect(outcome.after.map(\.id) == [2, 4, 1, 6, 3, 5])
    }

    @Test func `a key that becomes equal takes its place upstream among the equals`() throws {
        let outcome = try outcome(of: tied) { try $0.update(Row(2, 5)) }
        #expect(outcome.after.map(\.id) == [4, 1, 2, 3, 5])
    }

    @Test func `a move past an equal one is a move`() throws {
        let outcome = try outcome(of: tied) { try $0.move(from: 0, to: 4) }
        #expect(outcome.after.map(\.id) == [2, 4, 3, 5, 1])
    }

    @Test func `a move that passes no equal one is nothing`() throws {
        let outcome = try outcome(of: tied) { try $0.move(from: 0, to: 1) }
        #expect(outcome.after.isIdentical(to: outcome.before))
        let shuffled = try self.outcome(of: (0..<50).map { Row($0, $0) }) {
            try $0.replaceAll(with: $0.snapshot.reversed())
        }
        #expect(shuffled.after.isIdentical(to: shuffled.before))
    }

    // Checking every invariant compares everything.
    #if !DATASOURCES_INTERNAL_CHECKS
    @Test func `a change among 100,000 compares a few dozen times`() throws {
        let calls = Shared(0)
        var operation = SortOperator(
            ItemOrder<Row> { left, right in
                calls.change { $0 += 1 }
                return left.value < right.value
            }
        )
        var draft = try ListDraft((0..<100_000).map { Row($0, $0 / 100) })
        var before = draft.snapshot
        _ = operation.apply(try #require(Update(from: ListSnapshot(), to: before)))
        var random = Random(seed: 1)
        for step in 0..<100 {
            try draft.insert(Row(200_000 + step, random.below(1000)), at: random.below(draft.count))
            try draft.remove(at: random.below(draft.count))
            try draft.update(at: random.below(draft.count)) { $0.value = random.below(1000) }
            try draft.move(from: random.below(draft.count), to: random.below(draft.count))
            calls.change { $0 = 0 }
            let output = operation.apply(try #require(Update(from: before, to: draft.snapshot)))
            #expect(calls.value < 200)
            #expect(output.count == draft.count)
            before = draft.snapshot
        }
        #expect(operation.apply(try #require(Update(from: before, to: ListSnapshot()))).isEmpty)
    }
    #endif

    @Test func `subscribers are told moves and never nothing`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let source = try ListSource(tied)
            let sorted = source.sorted { $0.value < $1.value }
            let subscription = await sorted.subscribe()
            #expect(subscription.snapshot.map(\.id) == [2, 4, 1, 3, 5])
            let task = Task(executorPreference: executor) { await subscription.next() }
            await executor.settle()
            try await source.move(from: 0, to: 1)
            await executor.settle()
            #expect(sorted.demandCount == 1)
            try await source.move(from: 1, to: 4)
            #expect(await task.value?.after.map(\.id) == [2, 4, 3, 5, 1])
        }
    }

    @Test(arguments: seeds(13))
    func `under an order that contradicts itself nothing is lost, wherever it goes`(seed: UInt64) throws {
        var history = RowListHistory(seed: seed)
        let bulk = [1, 1000][Int(seed % 2)]
        let order = ItemOrder<Row> { ($0.id &* 31 ^ $1.id &* 17 ^ $0.value &+ $1.value) % 3 == 0 }
        var operation = SortOperator(order, labelBits: 9).rebuilding(from: bulk)
        var (items, output) = (ListSnapshot<Row>(), ListSnapshot<Row>())
        for _ in 0..<60 {
            try history.edit()
            guard let update = Update(from: items, to: history.snapshot) else { continue }
            let next = operation.apply(update)
            let byID = { (list: ListSnapshot<Row>) in list.sorted { $0.id < $1.id } }
            if byID(next) != byID(update.after) { Issue.record("seed \(seed): \(history.description)") }
            if let step = Update(from: output, to: next) { #expect(ListSnapshot.violations(of: step) == []) }
            (items, output) = (update.after, next)
        }
    }

    @Test func `the order follows a parameter, with one net update`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let source = try ListSource(tied)
            let direction = Parameter(SortDirection.ascending)
            let sorted = source.sorted(by: direction) { ItemOrder<Row>(by: \.value, $0) }
            let subscription = await sorted.subscribe()
            #expect(subscription.snapshot.map(\.id) == [2, 4, 1, 3, 5])
            try await source.insert(Row(6, 4), at: 0)
            direction.set(.descending)
            let update = try #require(await subscription.next())
            #expect(update.after.map(\.id) == [1, 3, 5, 6, 2, 4])
            #expect(ListSnapshot.violations(of: update) == [])
            #expect(update.changes.insertions.count == 1 && update.changes.moves.count == 2)
            try await source.update(Row(2, 5))
            #expect(await subscription.next()?.after.map(\.id) == [1, 2, 3, 5, 6, 4])
        }
    }

    @Test func `a parameter that changes at random`() throws {
        for seed in seeds(15) {
            var history = RowListHistory(seed: seed)
            var random = Random(seed: seed)
            var operation = SortByValueOperator<Row, Bool> { ItemOrder(by: \.value, $0 ? .ascending : .descending) }
            var (items, value) = (ListSnapshot<Row>(), ValueSnapshot<Bool>())
            for _ in 0..<30 {
                if random.below(3) > 0 { try history.edit() }
                let choice = random.below(3) > 0 ? value : ValueSnapshot(random.below(2) == 0)
                let first = Update(from: items, to: history.snapshot)
                let second = Update(from: value, to: choice)
                if first == nil && second == nil { continue }
                (items, value) = (history.snapshot, choice)
                let output = operation.apply(first, second)
                let expected = value.value.map { ascending in
                    items.sorted { ascending ? $0.value < $1.value : $0.value > $1.value }
                }
                if output.content != expected ?? [] { Issue.record("\(history.description)") }
            }
        }
    }
}
