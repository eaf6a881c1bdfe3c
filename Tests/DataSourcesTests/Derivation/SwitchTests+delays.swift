import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// What happens to those who wait for their turn while a switch is refreshed: they run on a second executor, on the same
/// thread, and come as far as their turns let them while the first one stands still.
extension SwitchTests {
    @Test func `who has waited for a turn while it switched does not follow what was left`() throws {
        let (source, choice, other) = (try ListSource([Row(1)]), Parameter(0), SeededExecutor(seed: 1))
        let (below, seen) = (Shared<Rows?>(nil), Shared<[Row]>([]))
        let shown = choice.switchToLatest { choice in
            if choice == 1 {
                #expect(throws: Never.self) {
                    try other.run { other in
                        other.start {
                            let rows = Array(await below.value!.snapshot)
                            seen.change { $0 = rows }
                        }
                        await other.settle()
                    }
                }
            }
            return source.map { Row($0.id, choice) }
        }
        below.change { $0 = shown.map { $0 } }
        try SeededExecutor.run(seed: 0) { _ in
            _ = await below.value?.snapshot
            choice.set(1)
            #expect(Array(await shown.snapshot) == [Row(1, 1)])
        }
        #expect(seen.value == [])
        try other.run { await $0.settle() }
        #expect(seen.value == [Row(1, 1)])
        below.change { $0 = nil }
    }

    @Test(arguments: seeds(10))
    func `turns are taken in one order, also where a switch follows what is younger`(seed: UInt64) throws {
        let (source, choice, other) = (try ListSource([Row(1)]), Parameter(0), SeededExecutor(seed: seed))
        let (younger, waiting) = (Shared<Rows?>(nil), Shared<[Rows]>([]))
        let (shown, seen) = (choice.switchToLatest { _ in younger.value! }, Shared<[Int]>([]))
        // Who follows this holds its turn; others come and wait for it.
        let heard: @Sendable () -> Void = {
            let sources = waiting.value
            waiting.change { $0 = [] }
            #expect(throws: Never.self) {
                try other.run { other in
                    for source in sources {
                        other.start {
                            let count = await source.snapshot.count
                            seen.change { $0.append(count) }
                        }
                    }
                    await other.settle()
                }
            }
        }
        let found = DerivedSource(from: source, through: Spy(Shared([]), heard: heard))
        younger.change { $0 = found }
        let both = DerivedSource(from: found, shown, through: Joined(offset: 100))
        try SeededExecutor.run(seed: 0) { _ in
            #expect(await both.snapshot.count == 2)
            #expect(await shown.snapshot.count == 1)
            try await source.append(Row(2))
            waiting.change { $0 = [both, shown] }
            #expect(await found.snapshot.count == 2)
        }
        #expect(seen.value == [])
        try other.run { await $0.settle() }
        #expect(seen.value.sorted() == [2, 4])
        younger.change { $0 = nil }
    }
}
