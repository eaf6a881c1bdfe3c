import DataSources
import DataSourcesTesting
import TestKit
import Testing

struct VarianceTests {
    private static func variance(_ numbers: [Double], _ kind: VarianceKind) -> Double? {
        let divisor = Double(numbers.count - (kind == .sample ? 1 : 0))
        if divisor < 1 { return nil }
        let average = numbers.reduce(0, +) / Double(numbers.count)
        return numbers.reduce(0) { $0 + ($1 - average) * ($1 - average) } / divisor
    }

    private static func areClose(_ left: Double?, _ right: Double?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        return abs(left - right) <= 1e-12 * Swift.max(1, abs(right))
    }

    @Test(arguments: VarianceKind.allCases)
    func `random histories: the variance of what is there, of a population or of a sample`(kind: VarianceKind) throws {
        for seed in seeds(10) {
            var operation = AggregateOperator(Aggregation<Row, ExactVariance, Double>.variance(of: \.value, kind))
            var deviation = AggregateOperator(
                Aggregation<Row, ExactVariance, Double>.standardDeviation(of: { Double($0.value) }, kind))
            var before = ListSnapshot<Row>()
            for state in try RowListHistory.states(seed: seed) {
                guard let update = Update(from: before, to: state) else { continue }
                let expected = Self.variance(state.map { Double($0.value) }, kind)
                let (found, root) = (operation.apply(update).value, deviation.apply(update).value)
                #expect(Self.areClose(found, expected), "seed \(seed): \(state)")
                #expect(Self.areClose(root, expected?.squareRoot()), "seed \(seed): \(state)")
                before = state
            }
        }
    }

    @Test func `large numbers close together lose nothing`() {
        var spread = ExactVariance()
        for number in [1e15, 1e15 + 1, 1e15 + 2] { spread.add(number) }
        #expect(spread.variance(.sample) == 1 && spread.variance(.population) == 2.0 / 3)
        spread.add(3e130)
        spread.remove(1e15 + 1)
        spread.remove(3e130)
        #expect(spread.variance(.population) == 1 && spread.count == 2)
    }

    @Test func `equal numbers have none, whatever came and went`() {
        var random = Random(seed: 3)
        for _ in 0..<300 {
            var spread = ExactVariance()
            let number = Double(random.below(1_000_000)) / 7 * (random.below(2) == 0 ? 1e-30 : 1e40)
            let others = (0..<5).map { _ in Double(random.below(1_000_000)) / 3 }
            for other in others { spread.add(other) }
            for _ in 0..<3 { spread.add(number) }
            for other in others { spread.remove(other) }
            #expect(spread.variance(.population) == 0 && spread.variance(.sample) == 0)
        }
    }

    @Test func `no number traps, and one that is not finite spoils the result only while it is there`() {
        let numbers = [
            Double.nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
            .leastNonzeroMagnitude, 1e-170, -0.0, 1e160,
        ]
        var spread = ExactVariance()
        for number in [2, 4] as [Double] { spread.add(number) }
        for number in numbers {
            spread.add(number)
            let (variance, isLarge) = (spread.variance(.sample), abs(number) > 1)
            #expect(variance?.isNaN == !number.isFinite, "\(number)")
            #expect((variance == .infinity) == (number.isFinite && isLarge), "\(number)")
            spread.remove(number)
            #expect(spread.variance(.sample) == 2)
        }
        var tiny = ExactVariance()
        for number in [Double.leastNonzeroMagnitude, -.leastNonzeroMagnitude, 1e-170] { tiny.add(number) }
        #expect(tiny.variance(.sample) == 0)
    }

    @Test func `is exact up to the range of squares, and infinite beyond`() {
        func variance(_ numbers: [Double]) -> Double? {
            var spread = ExactVariance()
            for number in numbers { spread.add(number) }
            return spread.variance(.population)
        }
        #expect(variance([0x1p510, 0x1p510]) == 0)
        #expect(variance([0x1p500, -0x1p500]) == 0x1p1000)
        #expect(variance([0x1p510, 0x1p510 + 0x1p460]) == 0x1p918)
        #expect(variance([1e200, -1e200]) == .infinity && variance([1e308, 1e308]) == .infinity)
    }

    @Test func `as sources of one value`() throws {
        try SeededExecutor.run(seed: 0) { _ in
            let source = try ListSource([Row(1, 2)])
            #expect(await source.variance(of: \.value).snapshot.value == nil)
            #expect(await source.variance(of: \.value, .population).snapshot.value == 0)
            let deviation = source.standardDeviation(of: \.value)
            try await source.append(contentsOf: [Row(2, 4), Row(3, 6)])
            #expect(await deviation.snapshot.value == 2)
            #expect(await source.standardDeviation(of: { Double($0.value) }).snapshot.value == 2)
            #expect(await source.variance(of: { Double($0.value) }).snapshot.value == 4)
        }
    }
}
