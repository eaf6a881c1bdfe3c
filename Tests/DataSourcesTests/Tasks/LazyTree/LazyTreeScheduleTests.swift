import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// A lazy tree in the hands of several tasks, in many orders.
struct LazyTreeScheduleTests {
    private static let children = Dictionary(
        uniqueKeysWithValues: (0..<40).map { ($0, [$0 * 3 + 1, $0 * 3 + 2, $0 * 3 + 3]) })

    /// What is wrong with rows that somebody has seen.
    private static func faults(_ rows: ListSnapshot<LazyTree<Row>.Row>) -> [String] {
        var faults: [String] = []
        var way: [LazyTree<Row>.Row] = []
        for row in rows {
            way.removeSubrange(min(row.depth, way.count)...)
            if row.depth != way.count { faults.append("\(row.id) is indented by \(row.depth)") }
            if way.last?.id != row.item.parentID { faults.append("\(row.id) is below \(way.last?.id ?? -1)") }
            if way.last?.isExpanded == false { faults.append("\(row.id) is below what is collapsed") }
            if row.isExpanded, row.childCount != 3 { faults.append("\(row.id) is expanded and has \(row.childCount)") }
            if row.item.phase == .loaded, row.childCount != 3 { faults.append("\(row.id) has \(row.childCount)") }
            if row.item.phase == .unloaded, row.hasChildren { faults.append("\(row.id) has children not loaded") }
            way.append(row)
        }
        return faults
    }

    @Test(arguments: seeds(20))
    func `whoever does what, rows are those of a tree, and nothing is left loading`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let library = Library(Self.children)
            let tree = try library.tree([0])
            let watcher = Task(executorPreference: executor) {
                var faults: [String] = []
                let subscription = await tree.rows.subscribe()
                for await update in subscription { faults += Self.faults(update.after) }
                return faults
            }
            try await tree.expand(id: 0)
            let tasks = (0..<6).map { number in
                Task(executorPreference: executor) {
                    var random = Random(seed: seed * 10 + UInt64(number))
                    for _ in 0..<12 {
                        let id = random.below(12)
                        let kind = random.below(8)
                        do {
                            switch kind {
                            case 0: try await tree.collapse(id: id)
                            case 1: try await tree.collapse(id: id, discarding: true)
                            case 2: try await tree.reload(id: id)
                            case 3: library.fail(times: 1)
                            case 4:
                                let task = Task(executorPreference: executor) { try await tree.expand(id: id) }
                                try await executor.clock.sleep(for: .zero)
                                task.cancel()
                                try await task.value
                            default: try await tree.expand(id: id)
                            }
                        } catch let error as Library.Unavailable {
                            #expect(error.number >= 0, "two loads of one item at the same time")
                        } catch let error as EditError {
                            #expect(error.code == .unknownItem)
                        } catch {
                            #expect(error is CancellationError)
                        }
                    }
                }
            }
            for task in tasks { await task.value }
            #expect(!tree.isLoading)
            library.fail(times: 0)
            try await tree.expand(id: 0)
            #expect(await tree.rows.snapshot.allSatisfy { $0.item.phase != .loading })
            await tree.finish()
            #expect(await watcher.value == [])
        }
    }

    @Test(arguments: seeds(10))
    func `when the expansion cannot be committed, the children are not either`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let tree = try Library([1: [11]]).tree([1])
            let watcher = Task(executorPreference: executor) {
                var phases: [LazyTree<Row>.Node.Phase?] = []
                for await update in await tree.rows.subscribe() { phases.append(update.after[0]?.item.phase) }
                return phases
            }
            await executor.settle()
            tree.expansion.finish()
            await #expect { try await tree.expand(id: 1) } throws: { ($0 as? EditError)?.code == .finished }
            #expect(await tree.picture == "1!")
            await tree.finish()
            #expect(await !watcher.value.contains(.loaded))
        }
    }

    @Test func `under real threads nobody sees the children without the expansion, or it without them`() async throws {
        let library = Library([0: [1, 2, 3]])
        let tree = try library.tree([0])
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for _ in 0..<3 {
                tasks.addTask {
                    let subscription = await tree.rows.subscribe()
                    for await update in subscription {
                        guard let root = update.after[0] else { continue }
                        if root.isExpanded != (root.item.phase == .loaded)
                            || update.after.count != (root.isExpanded ? 4 : 1)
                        {
                            Issue.record("\(LazyTree.picture(update.after))")
                        }
                    }
                }
            }
            for _ in 0..<500 {
                try await tree.expand(id: 0)
                try await tree.collapse(id: 0, discarding: true)
            }
            await tree.finish()
            try await tasks.waitForAll()
        }
    }
}
