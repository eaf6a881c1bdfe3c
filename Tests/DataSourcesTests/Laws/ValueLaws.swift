import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Laws 3, 6, 14 and 15 for sources of one value and operators on several of them.
struct ValueLaws {
    @Test func `law 6: a refresh ends although each call of a transform sets the parameters again`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let source = try ListSource((0..<10).map { Row($0, $0) })
            let (first, second) = (Parameter(0), Parameter(0))
            let moved = first.map { value in
                first.set(value + 1)
                return value
            }
            let sum = moved.combined(with: second) { moved, value in
                second.set(value + 1)
                return moved + value
            }
            let found = source.filter(by: sum, second) { row, sum, second in
                first.set(sum + row.id)
                return row.value % 2 == sum % 2
            }
            for _ in 0..<20 { #expect(await found.snapshot.count == 5) }
            #expect(second.value >= 20)
        }
    }

    @Test(arguments: seeds(13))
    func `law 6: subscribers go on while parameters change constantly, and see only what was so at one moment`(
        seed: UInt64
    ) throws {
        try SeededExecutor.run(seed: seed) { executor in
            var random = Random(seed: seed)
            let settings = Parameter(0)
            let (low, high) = (settings.map { $0 * 10 }, settings.map { $0 * 10 + 3 })
            let source = try ListSource((0..<200).map { Row($0, $0) })
            let found = source.filter(by: low, high) { $0.value >= $1 && $0.value < $2 }
            let given = Shared<[Int]>([])
            let subscription = await found.subscribe()
            let task = Task(executorPreference: executor) {
                var follower = Follower(subscription.snapshot, "seed \(seed)")
                while follower.content.first?.id != 190, let update = await subscription.next() {
                    follower.given(update)
                    given.change { $0.append(update.after.count) }
                }
            }
            for value in 1..<20 {
                settings.set(value)
                if value % 5 == 0 || random.below(3) == 0 { await executor.settle() }
            }
            await task.value
            // Both bounds belong to one state of the settings, so there are always three rows.
            #expect(given.value.allSatisfy { $0 == 3 } && given.value.count > 2)
        }
    }

    @Test(arguments: seeds(10))
    func `law 3: of values that change constantly, no update is empty`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            var random = Random(seed: seed)
            let (first, second) = (Parameter(0.0), Parameter(0.0))
            let quotient = first.combined(with: second) { ($0 / $1).rounded() }
            let subscription = await quotient.subscribe()
            let updates = Shared<[(Double?, Double?)]>([])
            let task = Task(executorPreference: executor) {
                while let update = await subscription.next() {
                    updates.change { $0.append((update.before.value, update.after.value)) }
                }
            }
            for _ in 0..<100 {
                if random.below(2) == 0 {
                    first.set(Double(random.below(4)))
                } else {
                    second.set(Double(random.below(3)))
                }
                await executor.settle()
            }
            first.finish()
            second.finish()
            await task.value
            #expect(updates.value.count > 10)
            // Zero by zero is NaN; the same bits are no change.
            for (before, after) in updates.value {
                #expect(before != after && before?.bitPattern != after?.bitPattern)
            }
        }
    }

    @Test(arguments: seeds(4))
    func `law 15: values whose equality answers as it likes`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { _ in
            var random = Random(seed: seed)
            let whim = Whim(seed: seed)
            let list = try ListSource((0..<20).map { Row($0, $0 % 3) })
            let (first, second) = (Parameter(OddContent(0, 0, whim)), Parameter(Odd<RandomID>(0, 0, whim)))
            let odd = first.combined(with: second) { OddContent($0.value, $1.value, whim) }
            let sources = [
                list.filter(by: first, second, odd) { $0.value >= $1.value % 2 + $2.value % 2 + $3.value % 2 },
                list.sorted(by: odd, first) { odd, _ in odd.value % 2 == 0 ? .ascending(\.value) : .descending(\.value)
                },
                list.prefix(odd.map { $0.value * 5 }),
                odd.switchToLatest { odd in if odd.value % 2 == 0 { list } },
            ]
            for step in 0..<60 {
                first.set(OddContent(step, random.below(3), whim))
                second.set(Odd<RandomID>(step, random.below(3), whim))
                if step % 4 == 0 { try await list.update(at: random.below(20)) { $0.value += 1 } }
                for source in sources { #expect(await source.snapshot.count <= 20) }
                #expect(await odd.snapshot.value != nil)
            }
        }
    }
}
