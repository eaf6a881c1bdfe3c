import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// What is loaded, when, and what subscribers see of it.
struct LazyTreeTests {
    private let library = Library([1: [11, 12], 12: [121], 2: []])

    @Test func `expanding loads the children, which come in one update with the expansion`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let tree = try library.tree([1, 2])
            let latch = library.hold(1)
            let subscription = await tree.rows.subscribe()
            #expect(LazyTree.picture(subscription.snapshot) == "1 2")
            let task = Task(executorPreference: executor) { try await tree.expand(id: 1) }
            await executor.settle()
            #expect(await subscription.next().map { LazyTree.picture($0.after) } == "1~ 2")
            latch.open()
            try await task.value
            let update = try #require(await subscription.next())
            #expect(LazyTree.picture(update.after) == "1.v -11 -12 2")
            #expect(update.changes.insertions.count == 2 && update.changes.updates.count == 1)
            try await tree.expand(id: 2)
            #expect(await tree.picture == "1.v -11 -12 2.v")
        }
    }

    @Test func `children are loaded once; what is collapsed is kept, what is discarded is not`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let tree = try library.tree([1])
            try await tree.expand(id: 1)
            try await tree.toggle(id: 12)
            #expect(await tree.picture == "1.v -11 -12.v --121")
            try await tree.collapse(id: 1)
            #expect(await tree.picture == "1.")
            try await tree.toggle(id: 1)
            try await tree.expand(id: 1)
            #expect(await tree.picture == "1.v -11 -12.v --121" && tree.isExpanded(id: 12))
            #expect(library.calls == [1, 12])
            try await tree.collapse(id: 1, discarding: true)
            #expect(await tree.picture == "1")
            let (grandchild, child) = await (tree.node(id: 121), tree.node(id: 12))
            #expect(grandchild == nil && child == nil && !tree.isExpanded(id: 12))
            try await tree.expand(id: 1)
            #expect(await tree.picture == "1.v -11 -12")
            #expect(library.calls == [1, 12, 1])
        }
    }

    @Test(arguments: seeds(10))
    func `many who expand one item load it once`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let tree = try library.tree([1])
            let tasks = (0..<10).map { _ in Task(executorPreference: executor) { try await tree.expand(id: 1) } }
            for task in tasks { try await task.value }
            #expect(await tree.picture == "1.v -11 -12")
            #expect(library.calls == [1])
            #expect(!tree.isLoading)
        }
    }

    @Test(arguments: seeds(10))
    func `a failure is that of all who wait, and leaves the row collapsed for another attempt`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let tree = try library.tree([1])
            let latch = library.hold(1)
            library.fail(times: 1)
            let tasks = (0..<5).map { _ in Task(executorPreference: executor) { try await tree.expand(id: 1) } }
            await executor.settle()
            latch.open()
            for task in tasks {
                #expect(await task.result.failure as? Library.Unavailable == Library.Unavailable(number: 0))
            }
            #expect(await tree.picture == "1!" && library.calls == [1])
            try await tree.expand(id: 1)
            #expect(await tree.picture == "1.v -11 -12")
        }
    }

    @Test(arguments: seeds(10))
    func `one who waits goes on in the place of one who is cancelled`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let tree = try library.tree([1])
            _ = library.hold(1)
            let first = Task(executorPreference: executor) { try await tree.expand(id: 1) }
            await executor.settle()
            let second = Task(executorPreference: executor) { try await tree.expand(id: 1) }
            let third = Task(executorPreference: executor) { try await tree.expand(id: 1) }
            await executor.settle()
            third.cancel()
            #expect(await third.result.failure is CancellationError)
            #expect(await tree.picture == "1~")
            first.cancel()
            #expect(await first.result.failure is CancellationError)
            try await second.value
            #expect(await tree.picture == "1.v -11 -12" && library.calls == [1, 1])
        }
    }

    @Test func `a cancelled load leaves the row as it was`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let tree = try library.tree([1])
            for isRetry in [false, true] {
                if isRetry {
                    library.fail(times: 1)
                    await #expect(throws: Library.Unavailable.self) { try await tree.expand(id: 1) }
                }
                let before = await tree.picture
                _ = library.hold(1)
                let task = Task(executorPreference: executor) { try await tree.expand(id: 1) }
                await executor.settle()
                #expect(await tree.picture == "1~")
                task.cancel()
                #expect(await task.result.failure is CancellationError)
                #expect(await tree.picture == before)
            }
            #expect(!tree.isLoading)
        }
    }

    @Test func `the last word counts: collapsed, discarded or removed while it is loaded`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let tree = try library.tree([1, 2, 3])
            let latches = [1, 2, 3].map { library.hold($0) }
            library.put([21], below: 2)
            let tasks = [1, 2, 3].map { id in Task(executorPreference: executor) { try await tree.expand(id: id) } }
            await executor.settle()
            try await tree.collapse(id: 1)
            try await tree.collapse(id: 2, discarding: true)
            try await tree.remove(id: 3)
            #expect(await tree.picture == "1~ 2")
            for latch in latches { latch.open() }
            try await tasks[0].value
            try await tasks[1].value
            #expect((await tasks[2].result.failure as? EditError)?.code == .unknownItem)
            #expect(await tree.picture == "1. 2")
            try await tree.expand(id: 1)
            #expect(library.calls.filter { $0 == 1 }.count == 1)
        }
    }

    @Test(arguments: seeds(10))
    func `who waits does not load what has been collapsed since`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let tree = try library.tree([1])
            _ = library.hold(1)
            let first = Task(executorPreference: executor) { try await tree.expand(id: 1) }
            await executor.settle()
            let second = Task(executorPreference: executor) { try await tree.expand(id: 1) }
            await executor.settle()
            try await tree.collapse(id: 1)
            first.cancel()
            try await second.value
            #expect(await tree.picture == "1" && library.calls == [1])
        }
    }

    @Test func `who expands after a collapse has the last word, also while it is loaded`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let tree = try library.tree([1])
            let latch = library.hold(1)
            let first = Task(executorPreference: executor) { try await tree.expand(id: 1) }
            await executor.settle()
            try await tree.collapse(id: 1)
            let second = Task(executorPreference: executor) { try await tree.expand(id: 1) }
            await executor.settle()
            latch.open()
            try await first.value
            try await second.value
            #expect(await tree.picture == "1.v -11 -12" && library.calls == [1])
        }
    }
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
