import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// The laws as lazy trees keep them.
///
/// Lifted: 12 (nothing is submitted) and 16 (edits return no version of the rows).
struct LazyTreeLaws {
    private typealias Tree = LazyTree<Row>

    private static let children = Dictionary(
        uniqueKeysWithValues: (0..<40).map { ($0, [$0 * 3 + 1, $0 * 3 + 2, $0 * 3 + 3]) })

    /// Expands, collapses, discards, reloads, edits and cancels at random.
    private static func use(_ tree: Tree, _ library: Library, seed: UInt64, _ executor: SeededExecutor) async {
        var random = Random(seed: seed)
        for _ in 0..<20 {
            let (id, kind) = (random.below(14), random.below(9))
            let call = Task(executorPreference: executor) {
                switch kind {
                case 0: try await tree.collapse(id: id)
                case 1: try await tree.collapse(id: id, discarding: true)
                case 2: try await tree.reload(id: id)
                case 3: try await tree.toggle(id: id)
                case 4: try await tree.update(Row(id, kind))
                case 5: library.fail(times: 1)
                default: try await tree.expand(id: id)
                }
            }
            if random.below(4) == 0 {
                try? await executor.clock.sleep(for: .zero)
                call.cancel()
            }
            _ = await call.result
        }
    }

    @Test(arguments: seeds(30))
    func `laws 1 to 5, 10 and 16: whoever subscribes to the rows, whenever, and however slowly`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let library = Library(Self.children)
            let tree = try library.tree([0])
            let late = await tree.rows.subscribe()
            let watchers = (0..<2).map { number in
                Task(executorPreference: executor) {
                    let subscription = await tree.rows.subscribe()
                    var last = subscription.snapshot
                    for await update in subscription.validating() {
                        last = update.after
                        if number > 0 { try? await executor.clock.sleep(for: .milliseconds(1)) }
                    }
                    return last
                }
            }
            let users = (0..<3).map { number in
                Task(executorPreference: executor) {
                    await Self.use(tree, library, seed: seed * 10 + UInt64(number), executor)
                }
            }
            for user in users { await user.value }
            #expect(!tree.isLoading)
            // Idle all the time: one update, to the newest state.
            let start = late.snapshot
            let end = await tree.rows.snapshot
            if start != end {
                let update = await late.next()
                #expect(update?.before == start && update?.after == end)
            }
            await tree.finish()
            #expect(await late.next() == nil)
            for watcher in watchers { #expect(await watcher.value == end) }
        }
    }

    @Test(arguments: seeds(10))
    func `law 7: an edit or a load that throws publishes no change of the rows, but the phase of the load`(seed: UInt64)
        throws
    {
        try SeededExecutor.run(seed: seed) { _ in
            let tree = try Library([0: [1, 2], 1: [2, 3], 2: [1]]).tree([0])
            try await tree.expand(id: 0)
            let before = await tree.rows.snapshot
            await #expect { try await tree.expand(id: 99) } throws: { ($0 as? EditError)?.code == .unknownItem }
            await #expect(throws: EditError.self) { try await tree.update(Row(99)) }
            await #expect(throws: EditError.self) { try await tree.remove(id: 99) }
            await #expect(throws: EditError.self) { try await tree.replaceRoots(with: [Row(5), Row(5)]) }
            #expect(await tree.rows.snapshot.version == before.version)
            // Law 10: one of the children is elsewhere in the tree, so none is added.
            await #expect { try await tree.expand(id: 1) } throws: { ($0 as? EditError)?.code == .duplicateItem }
            let after = await tree.rows.snapshot
            #expect(after.map(\.id) == before.map(\.id) && after[id: 1]?.item.phase == .failed)
        }
    }

    @Test(arguments: seeds(10))
    func `law 6: those who wait for rows make progress while others expand and collapse without end`(seed: UInt64)
        throws
    {
        try SeededExecutor.run(seed: seed) { executor in
            let tree = try Library(Self.children).tree([0])
            let seen = Shared(0)
            let watcher = Task(executorPreference: executor) {
                for await _ in await tree.rows.subscribe() { seen.change { $0 += 1 } }
            }
            var rounds = 0
            while seen.value < 20 {
                try await tree.toggle(id: 0)
                rounds += 1
                try #require(rounds < 10_000)
            }
            await tree.finish()
            await watcher.value
        }
    }

    @Test(arguments: seeds(13))
    func `law 14: an edit is one update at most of what follows the rows on two ways`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let library = Library(Self.children)
            let tree = try library.tree([0])
            let even = tree.rows.filter { $0.id.isMultiple(of: 2) }
            let odd = tree.rows.filter { !$0.id.isMultiple(of: 2) }
            let both = even.merged(with: odd)
            let watcher = Task(executorPreference: executor) {
                var faults: [[Int]] = []
                for await update in await both.subscribe().validating() {
                    let rows = Dictionary(uniqueKeysWithValues: update.after.map { ($0.id, $0) })
                    // Children come with the expansion, and all at once.
                    let isWhole = rows.values.allSatisfy { row in
                        let count = Self.children[row.id, default: []].count { rows[$0] != nil }
                        return count == (row.isExpanded ? 3 : 0)
                    }
                    if !isWhole { faults.append(rows.keys.sorted()) }
                }
                return faults
            }
            let users = (0..<3).map { number in
                Task(executorPreference: executor) {
                    await Self.use(tree, library, seed: seed * 10 + UInt64(number), executor)
                }
            }
            for user in users { await user.value }
            await tree.finish()
            #expect(await watcher.value == [])
        }
    }

    @Test func `law 13: 1,000 loads that are cancelled, and subscriptions that end, leave nothing`() throws {
        try SeededExecutor.run(seed: 1) { executor in
            let library = Library(Self.children)
            let tree = try library.tree([0])
            for round in 0..<1_000 {
                let watcher = Task(executorPreference: executor) { await tree.rows.subscribe().next() }
                let load = Task(executorPreference: executor) { try await tree.expand(id: 0) }
                for _ in 0..<round % 7 { try await executor.clock.sleep(for: .zero) }
                load.cancel()
                watcher.cancel()
                _ = await load.result
                _ = await watcher.value
                try? await tree.collapse(id: 0, discarding: true)
            }
            #expect(!tree.isLoading && tree.rows.demandCount == 0 && tree.rows.dependentCount == 0)
        }
    }

    @Test func `laws 5 and 13: what is discarded is released; without references the rows end`() throws {
        try SeededExecutor.run(seed: 2) { executor in
            let census = Counted.Census()
            var tree: LazyTree<Counted>? = try LazyTree([census.item(0)]) { parent in
                (1...10).map { census.item(parent.id * 10 + $0) }
            }
            try await tree?.expand(id: 0)
            try await tree?.expand(id: 5)
            #expect(census.count == 21)
            try await tree?.collapse(id: 0, discarding: true)
            _ = await tree?.rows.snapshot
            #expect(census.count == 1)
            let subscription = await tree?.rows.subscribe()
            let ended = Task(executorPreference: executor) { await subscription?.next() == nil }
            tree = nil
            #expect(await ended.value)
        }
    }

    @Test(arguments: seeds(10))
    func `law 15: ids that contradict themselves trap and hang nothing`(seed: UInt64) throws {
        try checkIDs(UnequalID.self, seed)
        try checkIDs(EqualID.self, seed)
        try checkIDs(LyingHashID.self, seed)
        try checkIDs(FlippingID.self, seed)
        try checkIDs(RandomID.self, seed)
        try checkIDs(Double.self, seed)
        try checkIDs(ObjectID.self, seed)
    }

    private func checkIDs<ID: OddID>(_ type: ID.Type, _ seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { _ in
            let whim = Whim(seed: seed)
            let tree = try? LazyTree((0..<3).map { Odd<ID>($0, 0, whim) }) { parent in
                (0..<4).map { Odd<ID>(parent.value * 4 + $0 + 3, parent.value + 1, whim) }
            }
            guard let tree else { return }
            var random = Random(seed: seed)
            for _ in 0..<40 {
                let rows = await tree.rows.snapshot
                guard let row = rows.isEmpty ? nil : rows[random.below(rows.count)] else { break }
                switch random.below(6) {
                case 0: try? await tree.collapse(id: row.id, discarding: random.below(2) == 0)
                case 1: try? await tree.reload(id: row.id)
                case 2: try? await tree.remove(id: row.id)
                case 3: row.item.item.misbehave(random.below(40))
                default: if row.depth < 4 { try? await tree.expand(id: row.id) }
                }
                #expect(await tree.rows.snapshot.map { $0 }.count == tree.rows.snapshot.count)
            }
            await tree.finish()
            #expect(!tree.isLoading)
        }
    }
}
