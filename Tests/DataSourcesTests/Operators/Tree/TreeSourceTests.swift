import DataSources
import DataSourcesTesting
import Testing

/// A tree as a source: what its subscribers get, end to end.
struct TreeSourceTests {
    private let files = [Twig(1), Twig(11, in: 1), Twig(111, in: 11), Twig(2), Twig(21, in: 2)]

    @Test func `expanding and an edit are one update, and nothing is told of what is hidden`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let source = try ListSource(files)
            let expansion = Parameter(Expansion<Int>())
            let tree = source.tree(parent: { $0.parent }, expanded: expansion)
            let subscription = await tree.subscribe()
            #expect(subscription.snapshot.map(\.id) == [1, 2])
            let task = Task(executorPreference: executor) { await subscription.next() }
            await executor.settle()
            try await source.append(Twig(112, in: 11))
            try await source.update(Twig(21, in: 2, 5))
            await executor.settle()
            #expect(tree.demandCount == 1)
            expansion.set(Expansion([1, 11]))
            let update = try #require(await task.value)
            #expect(update.after.map(\.id) == [1, 11, 111, 112, 2])
            #expect(update.changes.insertions.count == 3 && update.changes.updates.count == 1)
            expansion.set(Expansion([11]))
            #expect(await subscription.next()?.changes.deletions.count == 3)
        }
    }

    @Test func `sections, and trees that are expanded everywhere`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let source = try ListSource(files)
            let expansion = Parameter(Expansion.all(except: [11]))
            let sections = source.treeSections(parent: { $0.parent }, expanded: expansion)
            #expect(await sections.snapshot.map { [$0.id] + $0.items.map(\.id) } == [[1, 11], [2, 21]])
            #expect(await source.treeSections { $0.parent }.snapshot.itemCount == 3)
            #expect(await source.tree { $0.parent }.snapshot.map(\.depth) == [0, 1, 2, 0, 1])
            let found = source.filter { $0.id != 1 }.tree { $0.parent }
            #expect(await found.snapshot.map(\.id) == [11, 111, 2, 21])
        }
    }
}
