import DataSources
import DataSourcesTesting
import TestKit
import Testing

struct CombinedTests {
    private typealias Sum = CombinedOperator<Int, Int, Int>

    private static func states(_ values: Range<Int>) -> [ValueSnapshot<Int>] {
        [ValueSnapshot()] + values.map { ValueSnapshot($0) }
    }

    @Test func `all small histories of two values`() {
        let states = Self.states(0..<3)
        let pairs = states.flatMap { first in states.map { (first, $0) } }
        var checked = 0
        for before in pairs {
            for after in pairs {
                var operation = CombinedOperator { (first: Int, second: Int) in first + second }
                let start = operation.apply(
                    Update(from: ValueSnapshot(), to: before.0), Update(from: ValueSnapshot(), to: before.1))
                let next = operation.apply(Update(from: before.0, to: after.0), Update(from: before.1, to: after.1))
                let expected = after.0.value.flatMap { first in after.1.value.map { first + $0 } }
                if next.value != expected { Issue.record("\(before) → \(after): \(next)") }
                if start == next, !start.isIdentical(to: next) { Issue.record("\(before) → \(after): an equal value") }
                checked += 1
            }
        }
        #expect(checked == 256)
    }

    @Test(arguments: seeds(20))
    func `random histories of three values: the result of the newest ones, and nothing for an equal result`(
        seed: UInt64
    ) throws {
        try SeededExecutor.run(seed: seed) { _ in
            var random = Random(seed: seed)
            let (first, second, third) = (Parameter(0), MaybeValue<Int>(), MaybeValue<String>("a"))
            let combined = first.combined(with: second, third) { first, second, third in
                "\(min(first, second)) \(third)"
            }
            let subscription = await combined.subscribe()
            var follower = Follower(subscription.snapshot, "seed \(seed)")
            for _ in 0..<60 {
                let kinds = 1 + random.below(7)
                if kinds & 1 != 0 { first.set(random.below(4)) }
                if kinds & 2 != 0 { second.set(random.below(5) == 0 ? nil : random.below(4)) }
                if kinds & 4 != 0 { third.set(random.below(9) == 0 ? nil : ["a", "b"][random.below(2)]) }
                let values = (first.value, second.hub.snapshot.value, third.hub.snapshot.value)
                var expected: String?
                if let second = values.1, let third = values.2 { expected = "\(min(values.0, second)) \(third)" }
                try #require(await combined.snapshot.value == expected)
                if expected != follower.content { follower.given(try #require(await subscription.next())) }
                try #require(follower.content == expected)
            }
        }
    }

    // MARK: No value

    @Test func `without one of the values there is no result, and the transform is not called`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let calls = Shared(0)
            let (first, second) = (Parameter(1), MaybeValue<Int>())
            let sum = first.combined(with: second) { first, second in
                calls.change { $0 += 1 }
                return first + second
            }
            #expect(await sum.snapshot.value == nil)
            first.set(2)
            #expect(await sum.snapshot.value == nil && calls.value == 0)
            second.set(40)
            #expect(await sum.snapshot.value == 42 && calls.value == 1)
            second.set(nil)
            #expect(await sum.snapshot.value == nil && calls.value == 1)
            #expect(await second.map { $0 + 1 }.snapshot.value == nil)
            #expect(await second.collected().map(\.value).snapshot.value == .some(nil))
        }
    }

    // MARK: Equal values

    @Test func `law 3: an equal result is not published, and wakes no subscriber`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let search = Parameter("al")
            let query = search.map { $0.lowercased() }
            let subscription = await query.subscribe()
            let task = Task(executorPreference: executor) { await subscription.next() }
            await executor.settle()
            for text in ["AL", "Al", "al", "aL"] {
                search.set(text)
                await executor.settle()
            }
            #expect(query.demandCount == 1)
            let version = await query.snapshot.version
            search.set("ALI")
            let update = try #require(await task.value)
            #expect(update.before.value == "al" && update.after.value == "ali")
            #expect(update.after.version?.number == version.map { $0.number + 1 })
        }
    }

    @Test func `law 15: values that do not equal themselves are equal by their bits`() throws {
        try SeededExecutor.run(seed: 0) { executor in
            let (number, scale) = (Parameter(1.0), Parameter(1))
            let calls = Shared(0)
            let root = number.combined(with: scale) { number, scale in
                calls.change { $0 += 1 }
                return number < 0 ? Double.nan : number
            }
            let subscription = await root.subscribe()
            number.set(-1)
            #expect(await subscription.next()?.after.value?.isNaN == true)
            let task = Task(executorPreference: executor) { await subscription.next() }
            await executor.settle()
            for value in 2...4 {
                scale.set(value)
                await executor.settle()
            }
            #expect(root.demandCount == 1 && calls.value == 5)
            number.set(3)
            #expect(await task.value?.after.value == 3)
            // A pack of values is compared like each of them.
            let (left, right) = (ValuePack(Double.nan, 1), ValuePack(Double.nan, 1))
            #expect(left == right && left != ValuePack(Double.nan, 2))
        }
    }

    // MARK: Ends

    @Test func `it finishes with the last of its sources, and keeps them alive until then`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let (first, second) = (Parameter(1), Parameter(2))
            let sum = first.combined(with: second) { $0 + $1 }
            let subscription = await sum.subscribe()
            first.set(10)
            first.finish()
            #expect(await subscription.next()?.after.value == 12)
            second.set(20)
            second.finish()
            #expect(await subscription.next()?.after.value == 30)
            #expect(await subscription.next() == nil)
        }
    }
}
