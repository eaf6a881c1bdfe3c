import DataSources
import DataSourcesTesting
import TestKit
import Testing

struct WindowTests {
    @Test func `random histories of both: what a plain model shows`() throws {
        for seed in seeds(60) {
            var random = Random(seed: seed)
            var history = RowListHistory(seed: seed)
            var model = WindowModel()
            var operation = WindowOperator<Row>()
            var (rows, window) = (history.snapshot, ValueSnapshot<ListWindow<Int>>())
            var output = ListSnapshot<Row>()
            for step in 0..<40 {
                let (rowsBefore, windowBefore) = (rows, window)
                let choice = random.below(4)
                if choice != 0 { try history.edit() }
                if choice == 0 || step < 2 { window = anotherWindow(of: rows, than: window, using: &random) }
                rows = history.snapshot
                let updates = (Update(from: rowsBefore, to: rows), Update(from: windowBefore, to: window))
                if updates.0 == nil, updates.1 == nil { continue }
                let next = operation.apply(updates.0, updates.1)
                let expected = model.shown(of: rows.content, after: updates.0, updates.1)
                func label() -> String { "\(history.description)\nstep \(step), window \(windowBefore) → \(window)" }
                if next.content != expected { Issue.record("\(label())\nfound \(next.content)\nexpected \(expected)") }
                if let step = Update(from: output, to: next) {
                    for violation in ListSnapshot.violations(of: step) { Issue.record("\(label()): \(violation)") }
                }
                output = next
            }
        }
    }

    @Test func `all small histories`() throws {
        for start in 0..<3 {
            let window = ListWindow<Int>(start: start, count: 2)
            try expectFollowsAll(upTo: 4, values: 2) { rows, update in
                var operation = WindowOperator<Row>(window)
                var model = WindowModel(window)
                if let first = Update(from: ListSnapshot(), to: rows) {
                    let expected = model.shown(of: rows.content, after: first, nil)
                    #expect(operation.apply(first).content == expected)
                }
                let expected = model.shown(of: update.after.content, after: update, nil)
                #expect(operation.apply(update).content == expected)
            }
        }
    }

    @Test func `where an item was carried, for all small histories`() throws {
        try expectFollowsAll(upTo: 4, values: 1) { before, update in
            for position in 0..<before.count {
                let carried = update.changes.carried(position, of: before.count)
                let goes = update.changes.departures.flatMap { Array($0) }
                let next = (position..<before.count).first { !goes.contains($0) }
                let direct = update.after.position(of: before.content[position].id)
                #expect(carried == direct ?? next.flatMap { update.after.position(of: before.content[$0].id) })
            }
        }
    }

    @Test func `edits above it do not shift what it shows`() throws {
        var draft = try ListDraft((0..<100).map { Row($0) })
        var operation = WindowOperator<Row>(ListWindow(start: 50, count: 5))
        var before = draft.snapshot
        let output = operation.apply(try #require(Update(from: ListSnapshot(), to: before)))
        #expect(output.map(\.id) == [50, 51, 52, 53, 54])
        for edit in 0..<6 {
            switch edit {
            case 0: try draft.insert(Row(200), at: 0)
            case 1: try draft.insert(contentsOf: [Row(201), Row(202)], at: 51)
            case 2: try draft.removeSubrange(3..<40)
            case 3: try draft.move(id: 49, to: 0)
            case 4: try draft.update(id: 49) { $0.value = 1 }
            default: try draft.remove(id: 90)
            }
            let next = operation.apply(try #require(Update(from: before, to: draft.snapshot)))
            #expect(next.isIdentical(to: output), "edit \(edit)")
            before = draft.snapshot
        }
    }

    @Test func `a deletion inside the window pulls in the next item`() throws {
        var draft = try ListDraft((0..<10).map { Row($0) })
        let operation = Followed(WindowOperator(ListWindow(start: 5, count: 3)), draft.snapshot)
        try draft.remove(id: 6)
        #expect(operation.follow(draft.snapshot)?.changes == ListChanges(deletions: [1], insertions: [2]))
        #expect(operation.output.map(\.id) == [5, 7, 8])
        try draft.insert(Row(20), after: 5)
        #expect(operation.follow(draft.snapshot)?.changes == ListChanges(deletions: [2], insertions: [1]))
        try draft.removeSubrange(8..<10)
        #expect(operation.follow(draft.snapshot) == nil)
        try draft.remove(id: 7)
        #expect(operation.follow(draft.snapshot)?.after.map(\.id) == [5, 20])
    }

    @Test func `when the first item goes its successor takes its place; when it moves the window goes with it`() throws
    {
        var draft = try ListDraft((0..<10).map { Row($0) })
        let operation = Followed(WindowOperator(ListWindow(start: 5, count: 2)), draft.snapshot)
        try draft.insert(Row(20), at: 0)
        try draft.removeSubrange(5..<8)
        operation.follow(draft.snapshot)
        #expect(operation.output.map(\.id) == [7, 8])
        try draft.move(id: 7, to: 0)
        operation.follow(draft.snapshot)
        #expect(operation.output.map(\.id) == [7, 20])
    }

    @Test func `a window beyond the end waits for its position`() throws {
        var draft = try ListDraft([Row(0)])
        let operation = Followed(WindowOperator(ListWindow(start: 2, count: 2)), draft.snapshot)
        #expect(operation.output.isEmpty)
        try draft.insert(Row(1), at: 0)
        #expect(operation.follow(draft.snapshot) == nil)
        try draft.append(contentsOf: [Row(2), Row(3), Row(4)])
        #expect(operation.follow(draft.snapshot)?.after.map(\.id) == [2, 3])
        try draft.insert(Row(5), at: 0)
        #expect(operation.follow(draft.snapshot) == nil)
    }

    @Test func `a window that starts with an id waits for it`() throws {
        var draft = try ListDraft((0..<5).map { Row($0) })
        let operation = Followed(WindowOperator(ListWindow(startingWith: 9, count: 2)), draft.snapshot)
        #expect(operation.output.isEmpty)
        try draft.insert(Row(9), at: 1)
        #expect(operation.follow(draft.snapshot)?.after.map(\.id) == [9, 1])
    }

    @Test func `numbers below zero and without bound are no trap`() throws {
        let rows = try ListSnapshot((0..<5).map { Row($0) })
        for (window, ids) in [
            (ListWindow<Int>(start: -3, count: 2), [0, 1]), (ListWindow(start: 3, count: .max), [3, 4]),
            (ListWindow(start: .max, count: .max), []), (ListWindow(start: 1, count: -1), []),
        ] {
            let operation = Followed(WindowOperator<Row>(window), rows)
            #expect(operation.output.map(\.id) == ids, "\(window)")
        }
    }

    @Test func `scrolling through a great list compares few items`() throws {
        let ear = Heard.Ear()
        let rows = try ListSnapshot(ear.items(0..<100_000))
        var operation = WindowOperator<Heard>()
        let windows = [10_000, 10_030].map { ValueSnapshot(ListWindow<Int>(start: $0, count: 50_000)) }
        _ = operation.apply(Update(from: ListSnapshot(), to: rows), Update(from: ValueSnapshot(), to: windows[0]))
        ear.listen()
        let shown = operation.apply(nil, Update(from: windows[0], to: windows[1]))
        #expect(shown.first?.id == 10_030 && shown.count == 50_000 && ear.comparisons == 0)
    }

    @Test func `scrolling is one update in which the rest stays`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let source = try ListSource((0..<100).map { Row($0) })
            let window = Parameter(ListWindow<Int>(start: 10, count: 5))
            let visible = source.window(window)
            let subscription = await visible.subscribe()
            #expect(subscription.snapshot.map(\.id) == [10, 11, 12, 13, 14])
            window.set(ListWindow(start: 13, count: 5))
            try await source.insert(Row(200), at: 0)
            let update = try #require(await subscription.next())
            // In the list as it is after.
            #expect(update.after.map(\.id) == [12, 13, 14, 15, 16])
            #expect(update.changes == ListChanges(deletions: [0, 1], insertions: [3, 4]))
            try await source.remove(id: 3)
            window.set(ListWindow(start: 13, count: 6))
            #expect(await subscription.next()?.changes == ListChanges(insertions: [5]))
            window.set(ListWindow(startingWith: 50, count: 2))
            #expect(await subscription.next()?.after.map(\.id) == [50, 51])
            #expect(await source.window(ListWindow(start: 1, count: 2)).snapshot.map(\.id) == [0, 1])
        }
    }

    private func anotherWindow(
        of rows: ListSnapshot<Row>, than window: ValueSnapshot<ListWindow<Int>>, using random: inout Random
    ) -> ValueSnapshot<ListWindow<Int>> {
        let count = random.below(8) - 1
        switch random.below(8) {
        case 0: return ValueSnapshot()
        case 1, 2:
            return ValueSnapshot(ListWindow(startingWith: rows.randomElement(using: &random)?.id ?? 3, count: count))
        case 3: return ValueSnapshot(ListWindow(startingWith: random.below(60), count: count))
        case 4, 5:
            return window.value.map { old in
                var next = old
                next.count = count
                return ValueSnapshot(next)
            } ?? window
        default: return ValueSnapshot(ListWindow(start: random.below(rows.count + 4) - 1, count: count))
        }
    }
}
