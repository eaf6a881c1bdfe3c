import DataSources
import DataSourcesTesting
import TestKit
import Testing

struct WatchTests {
    @Test func `a list, random histories: the item with the id`() throws {
        for id in 0..<4 {
            try expectFollows(seeds: seeds(10)) {
                WatchOperator<ListSnapshot<Row>, Row>(id) { $0 }
            } oracle: {
                $0.first { $0.id == id }
            }
        }
    }

    @Test func `a list, all small histories`() throws {
        for id in 0..<3 {
            try expectFollowsAll(upTo: 3, values: 2) { start, update in
                var operation = WatchOperator<ListSnapshot<Row>, Row>(id) { $0 }
                if let first = Update(from: ListSnapshot(), to: start) { _ = operation.apply(first) }
                #expect(operation.apply(update).value == update.after[id: id])
            }
        }
    }

    @Test func `sections, random histories: the item with the id, in whichever section`() throws {
        for id in 0..<5 {
            try expectFollowsSections(seeds: seeds(10)) {
                WatchOperator<RowSections, Row>(id) { $0 }
            } oracle: { sections in
                sections[id: id].map { [$0] } ?? []
            }
        }
    }

    @Test func `sections, all small histories`() throws {
        for id in 0..<3 {
            try expectFollowsAllSections {
                WatchOperator<RowSections, Row>(id) { $0 }
            } oracle: { sections in
                sections[id: id].map { [$0] } ?? []
            }
        }
    }

    @Test func `by an id that changes, lists and sections`() throws {
        try expectFollowsBoth(seeds: seeds(10)) {
            WatchByValueOperator<ListSnapshot<Row>>()
        } value: { random in
            random.below(4) == 0 ? nil : random.below(8)
        } oracle: { rows, id in
            rows.first { $0.id == id }
        }
        try expectFollowsPair(try SectionedHistory.withValues(seeds(10))) {
            WatchByValueOperator<RowSections>()
        } oracle: { sections, id in
            id.value.flatMap { sections[id: $0] }.map { [$0] } ?? []
        }
    }

    @Test func `contains: random histories of both kinds`() throws {
        try expectFollows(seeds: seeds(10)) {
            WatchOperator<ListSnapshot<Row>, Bool>(2) { $0 != nil }
        } oracle: {
            $0.contains { $0.id == 2 }
        }
        try expectFollowsSections(seeds: seeds(10)) {
            WatchOperator<RowSections, Bool>(2) { $0 != nil }
        } oracle: {
            [$0[id: 2] != nil]
        }
    }

    @Test func `a change of other items is compared, not searched for in the rest`() throws {
        let counts = Located.Counts()
        var draft = try ListDraft(counts.items(0..<10_000))
        let followed = Followed(
            WatchOperator<ListSnapshot<Located>, Located>(Located.ID(number: 77, counts: counts)) { $0 },
            draft.snapshot)
        let before = draft.snapshot
        try draft.update(Located(5, value: 3, counts: counts))
        try draft.insert(Located(20_000, counts: counts), at: 30)
        let update = try #require(Update(from: before, to: draft.snapshot))
        counts.reset()
        let found = followed.follow(draft.snapshot)
        #expect(found == nil)
        let followingCost = counts.countInTasks + counts.countElsewhere
        counts.reset()
        _ = Update(from: update.before, to: update.after)
        // What is more than the difference itself.
        #expect(followingCost - (counts.countInTasks + counts.countElsewhere) < 20)
    }

    @Test func `sources of one value: the item, whether it is there, and the one that is selected`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let source = try ListSource([Row(1, 10), Row(2, 20)])
            let selection = Parameter(2)
            let (one, selected) = (source.watching(id: 1), source.watching(id: selection))
            let exists = source.contains(id: 3)
            #expect(await one.snapshot.value == Row(1, 10))
            #expect(await selected.snapshot.value == Row(2, 20))
            #expect(await exists.snapshot.value == false)
            let subscription = await one.subscribe()
            let task = Task(executorPreference: executor) { await subscription.next() }
            await executor.settle()
            try await source.update(Row(2, 21))
            try await source.move(from: 0, to: 1)
            await executor.settle()
            #expect(one.demandCount == 1)
            try await source.remove(id: 1)
            #expect(await task.value?.after.value == .some(nil))
            #expect(await selected.snapshot.value == Row(2, 21))
            selection.set(3)
            #expect(await selected.snapshot.value == nil)
            try await source.append(Row(3, 30))
            #expect(await selected.snapshot.value == Row(3, 30))
            #expect(await exists.snapshot.value == true)
        }
    }

    @Test func `in sections: an item that changes its section changes nothing`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let source = try SectionedSource([
                ItemSection(Heading(1), items: [Row(1)]), ItemSection(Heading(2), items: [Row(2)]),
            ])
            let (one, exists) = (source.watching(id: 1), source.contains(id: 2))
            let start = await one.snapshot
            try await source.transaction { draft in
                try draft.moveItem(id: 1, toSection: 2, at: 0)
                try draft.removeSection(id: 1)
            }
            let next = await one.snapshot
            #expect(next.value == Row(1) && next.version == start.version)
            #expect(await exists.snapshot.value == true)
            try await source.removeSection(id: 2)
            #expect(await one.snapshot.value == nil)
            #expect(await exists.snapshot.value == false)
        }
    }
}
