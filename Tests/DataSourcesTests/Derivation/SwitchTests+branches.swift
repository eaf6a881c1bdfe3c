import DataSources
import DataSourcesTesting
import Testing

/// The branches of a switch may be sources of different types, or none. That these compile is half of the tests.
extension SwitchTests {
    private static let rows = (0..<6).map { Row($0, $0 % 3) }

    /// Sets the selection to each value in turn, and reads which rows are shown.
    private func shown<Value>(
        _ selection: Parameter<Value>, _ values: [Value], _ shown: Rows
    ) async -> [[Int]] {
        var found: [[Int]] = []
        for value in values {
            selection.set(value)
            found.append(await shown.snapshot.map(\.id))
        }
        return found
    }

    @Test func `branches of different types: ?:, if and switch`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let staff = try ListSource(Self.rows)
            let (flag, number) = (Parameter(false), Parameter(0))
            let either = [[3, 4, 5], [0, 1, 2, 3, 4, 5]]
            let ternary = flag.switchToLatest { $0 ? staff : staff.filter { $0.id > 2 } }
            #expect(await shown(flag, [false, true], ternary) == either)
            let branches = flag.switchToLatest { flag in
                if flag { staff } else { staff.filter { $0.id > 2 } }
            }
            #expect(await shown(flag, [false, true], branches) == either)
            let returns = flag.switchToLatest { flag in
                if flag { return staff }
                return staff.filter { $0.id > 2 }
            }
            #expect(await shown(flag, [false, true], returns) == either)
            let cases = number.switchToLatest { number in
                let limit = number + 2
                switch number {
                case 0: staff
                case 1: staff.filter { $0.id > limit }.sorted(by: \.value)
                default: nil
                }
            }
            #expect(
                await shown(number, [0, 1, 2, 0], cases) == [[0, 1, 2, 3, 4, 5], [4, 5], [], [0, 1, 2, 3, 4, 5]])
        }
    }

    @Test func `no source: an if without else, an optional source, nil`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let staff = try ListSource(Self.rows)
            let lists = [7: try ListSource([Row(7)])]
            let (id, number) = (Parameter<Int?>(nil), Parameter(0))
            let expected = [[], [1, 4], [], [0, 3]]
            let selected = [nil, 1, nil, 0]
            let open = id.switchToLatest { id in
                if let id { staff.filter { $0.value == id } }
            }
            #expect(await shown(id, selected, open) == expected)
            let mapped = id.switchToLatest { $0.map { id in staff.filter { $0.value == id } } }
            #expect(await shown(id, selected, mapped) == expected)
            let named = id.switchToLatest { id in
                if let id { staff.filter { $0.value == id } } else { nil }
            }
            #expect(await shown(id, selected, named) == expected)
            let guarded: Rows = id.switchToLatest { id in
                guard let id else { return nil }
                return staff.filter { $0.value == id }
            }
            #expect(await shown(id, selected, guarded) == expected)
            let found = number.switchToLatest { lists[$0] }
            #expect(await shown(number, [0, 7, 1], found) == [[], [7], []])
            let none = number.switchToLatest { $0 == 1 ? nil : staff }.filter { $0.id > 4 }
            #expect(await shown(number, [0, 1, 2], none) == [[5], [], [5]])
        }
    }

    @Test func `calls from before branches: functions and closures with a written type`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let staff = try ListSource(Self.rows)
            let flag = Parameter(true)
            let any: @Sendable (Bool) -> any DerivableSource<ListSnapshot<Row>> = { _ in staff }
            let derived: @Sendable (Bool) -> Rows = { flag in staff.filter { _ in flag } }
            let written = flag.switchToLatest { (flag: Bool) -> any DerivableSource<ListSnapshot<Row>> in
                flag ? staff : staff.filter { $0.id > 2 }
            }
            let concrete = flag.switchToLatest { (flag: Bool) -> Rows in staff.filter { _ in flag } }
            for source in [flag.switchToLatest(any), flag.switchToLatest(derived), written, concrete] {
                #expect(await source.snapshot.count == 6)
            }
            let erased = [staff as any DerivableSource<ListSnapshot<Row>>, staff.reversed()]
            #expect(await flag.switchToLatest { erased[$0 ? 1 : 0] }.snapshot.first?.id == 5)
            let value = flag.switchToLatest { flag in
                let list = staff.filter { _ in flag }
                return list.counted()
            }
            #expect(await value.snapshot.value == 6)
        }
    }

    @Test func `to no source is one update, the deletion of everything; nothing to nothing is none`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let staff = try ListSource(Self.rows)
            let id = Parameter<Int?>(0)
            let open = id.switchToLatest { id in
                if let id, id >= 0 { staff.filter { $0.value == id } }
            }
            let subscription = await open.subscribe()
            #expect(subscription.snapshot.map(\.id) == [0, 3])
            id.set(nil)
            #expect(await subscription.next()?.changes == ListChanges(deletions: [0, 1]))
            let task = Task(executorPreference: executor) { await subscription.next()?.changes }
            await executor.settle()
            for none in [-1, -2, nil] as [Int?] {
                id.set(none)
                await executor.settle()
            }
            // What it showed before is no longer followed.
            try await staff.append(Row(9))
            await executor.settle()
            #expect(open.demandCount == 1)
            id.set(1)
            #expect(await task.value == ListChanges(insertions: [0, 1]))
        }
    }

    @Test func `it finishes with the selection when there is no source`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let staff = try ListSource(Self.rows)
            for closure in 0..<2 {
                let id = Parameter<Int?>(0)
                let open =
                    closure == 0
                    ? id.switchToLatest { $0 == nil ? nil : staff }
                    : id.switchToLatest { id in
                        if id != nil { return staff }
                        return nil
                    }
                let subscription = await open.subscribe()
                id.set(nil)
                id.finish()
                #expect(await subscription.next()?.after.isEmpty == true)
                #expect(await subscription.next() == nil)
            }
        }
    }

    @Test func `law 6: what follows a source without inputs and another one waits for the other one`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let staff = try ListSource(Self.rows)
            let nothing = SourceBuilder<ListSnapshot<Row>>.buildBlock()
            let all = staff.merged(with: nothing)
            let subscription = await all.subscribe()
            #expect(subscription.snapshot.count == 6)
            let task = Task(executorPreference: executor) { await subscription.next()?.changes }
            await executor.settle()
            #expect(all.demandCount == 1)
            try await staff.append(Row(9))
            #expect(await task.value == ListChanges(insertions: [6]))
        }
    }
}
