@testable import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Laws 5, 6 and 14 with many tasks that read derived sources while others write.
struct ConcurrentReadLaws {
    private typealias Rows = DerivedSource<ListSnapshot<Row>>

    /// Runs `body` once, while the operator of a derived source works.
    private static func once(_ body: @escaping @Sendable () -> Void) -> @Sendable (Row) -> Row {
        let isFirst = Shared(true)
        return { row in
            let runs = isFirst.change { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            if runs { body() }
            return row
        }
    }

    /// While an operator works, many refreshes begin, each at a cut of its own, and then none of them can run.
    ///
    /// Each of their cuts stays registered until the end. What they make hubs keep must not depend on how often others
    /// ask meanwhile.
    @Test(arguments: [1, 2, 10, 100])
    func `law 5: refreshes that cannot run keep one commit of each hub for each of their cuts`(stalled: Int) throws {
        let (busy, seen) = (SeededExecutor(seed: 1), Shared<[Int]>([]))
        let source = try ListSource([Row(0)])
        let derived = Shared<Rows?>(nil)
        let working = source.map(
            Self.once {
                #expect(throws: Never.self) {
                    try busy.run { busy in
                        for id in 1...stalled {
                            busy.start {
                                let rows = await derived.value!.snapshot
                                seen.change { $0.append(rows.count) }
                            }
                            await busy.settle()
                            source.hub.publish(try ListSnapshot((0...id).map { Row($0) }))
                        }
                    }
                }
            })
        derived.change { $0 = working.filter { _ in true } }
        try SeededExecutor.run(seed: 0) { _ in
            #expect(await working.snapshot.count == 1)
            #expect(source.hub.cutCount == stalled)
            for id in stalled + 1...stalled + 50 {
                source.hub.publish(try ListSnapshot((0...id).map { Row($0) }))
                for _ in 0..<3 { #expect(await derived.value?.snapshot.count == id + 1) }
                #expect(source.hub.cutCount == stalled && source.hub.pastCount <= stalled)
                #expect(working.pastCount <= stalled && derived.value!.pastCount <= stalled)
                // A derived source that comes and goes leaves nothing with the cuts.
                #expect(await working.map { $0 }.snapshot.count == id + 1)
            }
            #expect(source.hub.keptCount <= 3 * stalled)
            #expect(seen.value == [])
        }
        try busy.run { await $0.settle() }
        // The derived source was taken beyond their cuts meanwhile.
        #expect(seen.value == Array(repeating: stalled + 51, count: stalled))
        #expect(source.hub.cutCount == 0 && source.hub.keptCount == 0)
        derived.change { $0 = nil }
    }

    /// A refresh that waits at an early cut, for which a source that a switch chose later no longer knows its state.
    ///
    /// Another refresh would stop at that cut on its way, and show there what the switch showed before.
    @Test func `law 14: nobody shows a state at a cut that a source has passed`() async throws {
        let (selection, chosen) = (Parameter(0), try ListSource([Row(0), Row(1)]))
        let switched = selection.switchToLatest { (_: Int) -> (any DerivableSource<ListSnapshot<Row>>)? in chosen }
        let (early, seen) = (Shared<Derivation.Pass?>(nil), Shared<[Int]>([]))
        let below = Shared<Rows?>(nil)
        let rows = switched.map(
            Self.once {
                // The refresh that has waited goes on while another one works on its hub.
                if case .done = early.change({ $0!.run { false } }) {
                    seen.change { $0.append(below.value!.core.newest.itemCount) }
                }
            })
        below.change { $0 = rows }
        early.change { $0 = Derivation.Pass(of: rows.core) }
        chosen.hub.publish(try ListSnapshot([Row(0), Row(1), Row(2)]))
        #expect(await switched.snapshot.count == 3)
        #expect(await rows.snapshot.count == 3)
        #expect(seen.value == [])
        guard case .done = early.change({ $0!.run { false } }) else {
            Issue.record("the refresh that waited does not end")
            return
        }
        early.change { $0 = nil }
        below.change { $0 = nil }
        #expect(chosen.hub.cutCount == 0 && chosen.hub.keptCount == 0)
    }

    /// A refresh that stops at the cut of another one, which is cancelled meanwhile.
    ///
    /// Then a source that has not stopped there shows its newest state, which belongs to a later cut.
    @Test func `law 14: nobody shows a state at a cut whose refresh has ended`() async throws {
        let number = Parameter(0)
        let (early, seen) = (Shared<Derivation.Pass?>(nil), Shared<[[Int]?]>([]))
        let pair = Shared<DerivedSource<ValueSnapshot<[Int]>>?>(nil)
        let parity = number.map { (value: Int) -> Int in value % 2 }
        let copy = number.map { (value: Int) -> Int in
            if value == 1 {
                early.change { $0 = nil }
                var pass = Derivation.Pass(of: parity.core)
                guard case .done = pass.run(isCancelled: { false }) else { fatalError("nobody else works") }
            } else if value == 2 {
                seen.change {
                    $0.append(downcast(pair.value!.core.newest, to: Commit<ValueSnapshot<[Int]>>.self).snapshot.value)
                }
            }
            return value
        }
        pair.change { $0 = copy.combined(with: parity) { (copied: Int, parity: Int) -> [Int] in [copied, parity] } }
        #expect(await pair.value?.snapshot.value == [0, 0])
        number.set(1)
        early.change { $0 = Derivation.Pass(of: pair.value!.core) }
        number.set(2)
        #expect(await pair.value?.snapshot.value == [2, 0])
        #expect(early.change { $0 == nil })
        #expect(seen.value == [[0, 0]])
        pair.change { $0 = nil }
    }

    private struct Crowd: CustomTestStringConvertible {
        let readers: Int
        let writers: Int
        let sources: Int

        var testDescription: String { "\(readers) readers, \(writers) writers, \(sources) derived sources" }
    }

    @Test(arguments: [
        Crowd(readers: 300, writers: 100, sources: 1), Crowd(readers: 1000, writers: 1, sources: 1),
        Crowd(readers: 1, writers: 1000, sources: 1), Crowd(readers: 500, writers: 500, sources: 10),
        Crowd(readers: 400, writers: 40, sources: 100),
    ])
    private func `law 6: on real threads all who read derived sources and write return, and read what they wrote`(
        crowd: Crowd
    ) async throws {
        for _ in 0..<3 {
            let source = ListSource<Row>()
            let derived = (0..<crowd.sources).map { number in
                // Each is a diamond: a state that mixes two cuts has another count.
                let (even, odd) = (source.filter { $0.id % 2 == 0 }, source.filter { $0.id % 2 != 0 })
                return DerivedSource(from: even, odd, through: Sum(number))
            }
            await withTaskGroup(of: Void.self) { group in
                for id in 0..<crowd.writers {
                    group.addTask {
                        let view = derived[id % derived.count]
                        let count =
                            (try? await source.transaction { list in
                                try list.append(Row(2 * id))
                                try list.append(Row(2 * id + 1))
                                return list.count
                            })?.result
                        let sum = await view.snapshot.value ?? -1
                        if sum < count ?? .max || sum % 2 != 0 { Issue.record("laws 6, 14: \(sum)") }
                    }
                }
                for reader in 0..<crowd.readers {
                    group.addTask {
                        var last = 0
                        for _ in 0..<3 {
                            // Nothing has been summed before the first write.
                            let sum = await derived[reader % derived.count].snapshot.value ?? 0
                            if sum < last || sum % 2 != 0 { Issue.record("law 14: \(sum) after \(last)") }
                            last = sum
                        }
                    }
                }
            }
            for view in derived {
                #expect(await view.snapshot.value == 2 * crowd.writers)
                #expect(view.pastCount == 0)
            }
            #expect(source.hub.cutCount == 0 && source.hub.keptCount == 0)
        }
    }

    /// How many rows two lists have.
    private struct Sum: PairOperator {
        private var (first, second) = (0, 0)

        init(_ number: Int) {}

        mutating func apply(
            _ first: Update<ListSnapshot<Row>>?, _ second: Update<ListSnapshot<Row>>?
        ) -> ValueSnapshot<Int> {
            if let first { self.first = first.after.count }
            if let second { self.second = second.after.count }
            return ValueSnapshot(self.first + self.second)
        }
    }
}
