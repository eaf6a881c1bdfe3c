import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// Laws 14 and 15: keys and values that do not equal themselves.
///
/// Whatever has come and gone, an operator shows what a fresh one shows, and what obvious code makes of the documented rule:
/// NaN is one key, comes last in an order, and has no place among extremes.
struct NaNOperatorLaws {
    private typealias Derived = DerivedSource<ListSnapshot<Measurement>>

    /// Changes a source at random, and calls `check` with its items after each change.
    private func follow(
        seed: UInt64, _ source: ListSource<Measurement>, _ check: ([Measurement]) async throws -> Void
    ) async throws {
        var random = Random(seed: seed)
        for _ in 0..<40 {
            let edits = (0...random.below(3)).map { _ in
                (
                    kind: random.below(4), id: random.below(10), value: Measurement.value(&random),
                    target: random.below(10)
                )
            }
            try await source.transaction { list in
                for edit in edits {
                    switch edit.kind {
                    case 0, 1: list.upsert(Measurement(edit.id, edit.value))
                    case 2: _ = try? list.remove(id: edit.id)
                    default:
                        if list.contains(id: edit.id) { try list.move(id: edit.id, to: edit.target % list.count) }
                    }
                }
            }
            try await check(Array(source.snapshot))
        }
        // And once there are no such values any more.
        try await source.removeAll { $0.value.isNaN }
        try await check(Array(source.snapshot))
    }

    @Test(arguments: 0..<30 as Range<UInt64>, [SortDirection.ascending, .descending])
    func `law 15: sorted: NaN comes last, in the order of upstream`(seed: UInt64, direction: SortDirection) throws {
        try SeededExecutor.run(seed: seed) { _ in
            let source = ListSource<Measurement>()
            let sorted = source.sorted(by: ItemOrder(by: \.value, direction))
            try await follow(seed: seed, source) { items in
                let numbers = items.enumerated().filter { !$0.element.value.isNaN }.sorted { left, right in
                    let (first, second) = (left.element.value, right.element.value)
                    if first == second { return left.offset < right.offset }
                    return direction == .ascending ? first < second : first > second
                }
                let expected = numbers.map(\.element.id) + items.filter(\.value.isNaN).map(\.id)
                try #require(await sorted.snapshot.map(\.id) == expected, "seed \(seed): \(items)")
            }
        }
    }

    @Test(arguments: seeds(10))
    func `law 15: min and max: NaN has no place among them`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { _ in
            let source = ListSource<Measurement>()
            let (least, greatest) = (source.min(of: \.value), source.max(of: \.value))
            try await follow(seed: seed, source) { items in
                let numbers = items.map(\.value).filter { !$0.isNaN }
                try #require(await least.snapshot.value == numbers.min(), "seed \(seed): \(items)")
                try #require(await greatest.snapshot.value == numbers.max(), "seed \(seed): \(items)")
            }
        }
    }

    @Test(arguments: seeds(10))
    func `law 15: joined: NaN is equal to NaN`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { _ in
            var random = Random(seed: seed &+ 1_000)
            let (left, right) = (ListSource<Measurement>(), ListSource<Measurement>())
            let joined = left.joined(with: right, on: \.value, equals: \.value)
            try await follow(seed: seed, left) { items in
                let id = random.below(6)
                let value = Measurement.value(&random)
                try await right.upsert(Measurement(id, value))
                let others = Array(right.snapshot)
                let expected = items.flatMap { item in
                    others.filter { Double.areSame($0.value, item.value) }.map { [item.id, $0.id] }
                }
                let shown = await joined.snapshot.map { [$0.id.left, $0.id.right] }
                try #require(shown == expected, "seed \(seed): \(items) and \(others)")
            }
        }
    }

    @Test(arguments: seeds(10))
    func `law 15: grouped: all that have NaN for a key are one group`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { _ in
            let source = ListSource<Measurement>()
            let grouped = source.grouped(by: \.value)
            try await follow(seed: seed, source) { items in
                var expected: [[Int]] = []
                var keys: [Double] = []
                for item in items {
                    if let place = keys.firstIndex(where: { Double.areSame($0, item.value) }) {
                        expected[place].append(item.id)
                    } else {
                        keys.append(item.value)
                        expected.append([item.id])
                    }
                }
                // The groups of numbers ascend, that of NaN comes last.
                expected = zip(keys, expected).sorted { $0.0 < $1.0 || $1.0.isNaN && !$0.0.isNaN }.map(\.1)
                let shown = await grouped.snapshot.map { $0.items.map(\.id) }
                try #require(shown == expected, "seed \(seed): \(items)")
            }
        }
    }

    @Test(arguments: seeds(10))
    func `law 15: aggregated by key: NaN is one key, the last`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { _ in
            let source = ListSource<Measurement>()
            let counts = source.aggregated(by: \.value, .count)
            try await follow(seed: seed, source) { items in
                let numbers = Set(items.map(\.value).filter { !$0.isNaN }).sorted()
                var expected = numbers.map { number in items.count { $0.value == number } }
                let nans = items.count(where: \.value.isNaN)
                if nans > 0 { expected.append(nans) }
                let shown = await counts.snapshot.map(\.value)
                try #require(shown == expected, "seed \(seed): \(items)")
            }
        }
    }

    @Test(arguments: seeds(10))
    func `law 15: sum of integers: exact, whatever comes and goes on the way`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { _ in
            var random = Random(seed: seed)
            let source = ListSource<Measurement>()
            let sum = source.sum(of: \.count)
            let small = source.sum { Int8(truncatingIfNeeded: $0.count) }
            for _ in 0..<60 {
                let extremes = [Int.max, .min, .max - 1, .min + 1, 0, 1, -1, 100]
                let readings = (0...random.below(4)).map { _ in
                    Measurement(random.below(6), 0, count: extremes[random.below(extremes.count)])
                }
                try await source.upsert(readings[0])
                try await source.transaction { list in
                    for reading in readings { list.upsert(reading) }
                }
                let counts = source.snapshot.map(\.count)
                // In a wider type, by halves.
                let high = counts.reduce(0) { $0 + ($1 >> 32) }
                let low = counts.reduce(0) { $0 + ($1 & 0xFFFF_FFFF) }
                let (upper, rest) = (high + (low >> 32), low & 0xFFFF_FFFF)
                let expected = upper > Int(Int32.max) ? Int.max : upper < Int(Int32.min) ? .min : upper << 32 | rest
                try #require(await sum.snapshot.value == expected, "seed \(seed): \(counts)")
                let whole = counts.reduce(0) { $0 + Int(Int8(truncatingIfNeeded: $1)) }
                try #require(await small.snapshot.value == Int8(clamping: whole), "seed \(seed): \(counts)")
            }
        }
    }
}
