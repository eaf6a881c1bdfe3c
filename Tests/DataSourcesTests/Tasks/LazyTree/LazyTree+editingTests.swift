import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// How a lazy tree is reloaded and edited.
struct LazyTreeEditingTests {
    private let library = Library([1: [11, 12, 13], 12: [121], 13: [131]])

    @Test func `a reload keeps what is below those that stay, and takes along what is below those that go`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let tree = try library.tree([1, 2])
            for id in [1, 12, 13] { try await tree.expand(id: id) }
            #expect(await tree.picture == "1.v -11 -12.v --121 -13.v --131 2")
            library.put([14, 13, 11], below: 1)
            let latch = library.hold(1)
            let task = Task(executorPreference: executor) { try await tree.reload(id: 1) }
            await executor.settle()
            #expect(await tree.picture == "1~v -11 -12.v --121 -13.v --131 2")
            try await tree.collapse(id: 1)
            try await tree.expand(id: 1)
            latch.open()
            try await task.value
            #expect(await tree.picture == "1.v -14 -13.v --131 -11 2")
            #expect(await tree.node(id: 121) == nil && !tree.isExpanded(id: 12))
            library.put([14, 13, 11, 15], below: 1)
            try await tree.collapse(id: 1)
            try await tree.reload(id: 1)
            #expect(await tree.picture == "1. 2")
            try await tree.expand(id: 1)
            #expect(await tree.picture == "1.v -14 -13.v --131 -11 -15 2")
        }
    }

    @Test(arguments: seeds(13))
    func `law 7: toggles at the same time each see what the one before did`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { _ in
            let tree = try library.tree([1, 2])
            try await tree.expand(id: 1)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 { group.addTask { try await tree.toggle(id: 1) } }
                try await group.waitForAll()
            }
            #expect(tree.isExpanded(id: 1), "seed \(seed)")
            try await tree.toggle(id: 1)
            #expect(!tree.isExpanded(id: 1), "seed \(seed)")
            let error = await #expect(throws: EditError.self) { try await tree.toggle(id: 9) }
            #expect(error?.code == .unknownItem)
            try await tree.toggle(id: 2)
            #expect(tree.isExpanded(id: 2))
        }
    }

    @Test func `a reload that fails or is cancelled keeps the children`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let tree = try library.tree([1])
            try await tree.expand(id: 1)
            library.fail(times: 1)
            await #expect(throws: Library.Unavailable.self) { try await tree.reload(id: 1) }
            #expect(await tree.picture == "1!v -11 -12 -13")
            try await tree.reload(id: 1)
            _ = library.hold(1)
            let task = Task(executorPreference: executor) { try await tree.reload(id: 1) }
            await executor.settle()
            task.cancel()
            _ = await task.result
            #expect(await tree.picture == "1.v -11 -12 -13")
        }
    }

    @Test(arguments: [[121, 5], [121, 121], [1], [12], [11]])
    func `children with ids that are there already are refused, all of them`(ids: [Int]) throws {
        try SeededExecutor.run(seed: 0) { _ in
            let tree = try library.tree([1, 5])
            library.put(ids, below: 12)
            try await tree.expand(id: 1)
            await #expect { try await tree.expand(id: 12) } throws: { ($0 as? EditError)?.code == .duplicateItem }
            #expect(await tree.picture == "1.v -11 -12! -13 5")
            library.put([121], below: 12)
            try await tree.expand(id: 12)
            #expect(await tree.picture == "1.v -11 -12.v --121 -13 5")
        }
    }

    @Test func `items are updated and removed, roots replaced`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let tree = try library.tree([1, 2])
            try await tree.expand(id: 1)
            try await tree.expand(id: 12)
            try await tree.update(Row(12, 7))
            let node = await tree.node(id: 12)
            #expect(node?.item == Row(12, 7) && node?.phase == .loaded)
            try await tree.remove(id: 11)
            #expect(await tree.picture == "1.v -12.v --121 -13 2")
            #expect(await tree.rows.snapshot[0]?.childCount == 2)
            try await tree.replaceRoots(with: [Row(3), Row(1)])
            #expect(await tree.picture == "3 1.v -12.v --121 -13")
            await #expect { try await tree.replaceRoots(with: [Row(1), Row(13)]) } throws: {
                ($0 as? EditError)?.code == .duplicateItem
            }
            #expect(await tree.picture == "3 1.v -12.v --121 -13")
            try await tree.replaceRoots(with: [Row(13), Row(3)])
            #expect(await tree.picture == "13 3")
            try await tree.replaceRoots(with: [])
            let (picture, below) = await (tree.picture, tree.node(id: 121))
            #expect(picture == "" && below == nil)
        }
    }

    @Test func `of what is not there, and after the end, edits throw`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let tree = try library.tree([1])
            for edit in [
                { try await tree.expand(id: 9) }, { try await tree.collapse(id: 9) }, { try await tree.reload(id: 9) },
                { try await tree.remove(id: 9) }, { try await tree.update(Row(9)) },
            ] as [@Sendable () async throws -> Void] {
                await #expect { try await edit() } throws: { ($0 as? EditError)?.code == .unknownItem }
            }
            let subscription = await tree.rows.subscribe()
            await tree.finish()
            #expect(await subscription.next() == nil)
            await #expect { try await tree.expand(id: 1) } throws: { ($0 as? EditError)?.code == .finished }
        }
    }
}
