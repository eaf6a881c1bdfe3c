import DataSources
import TestKit
import Testing

struct PackedNumbersTests {
    /// Numbers that lie close together, far apart, or at the ends of their type.
    private static func number(_ random: inout Random) -> UInt64 {
        switch random.below(6) {
        case 0: 7
        case 1: UInt64(random.below(200))
        case 2: 1 << 40 + UInt64(random.below(70_000))
        case 3: 1 << 61 + UInt64(random.below(1 << 34))
        case 4: .max - UInt64(random.below(3))
        default: random.next()
        }
    }

    @Test(arguments: seeds(20))
    func `numbers inserted, replaced and removed at random are an array`(seed: UInt64) {
        var random = Random(seed: seed)
        var model: ContiguousArray<UInt64> = []
        for _ in 0..<random.below(20) { model.append(Self.number(&random)) }
        var numbers = PackedNumbers(model)
        for step in 0..<200 {
            let place = random.below(model.count + 1)
            switch random.below(5) {
            case 0:
                let number = Self.number(&random)
                model.insert(number, at: place)
                numbers.insert(number, at: place)
            case 1:
                let many = ContiguousArray((0..<random.below(40)).map { _ in Self.number(&random) })
                model.insert(contentsOf: many, at: place)
                numbers.insert(contentsOf: many, at: place)
            case 2 where place < model.count:
                model[place] = Self.number(&random)
                numbers[place] = model[place]
            case 3:
                model.append(Self.number(&random))
                numbers.append(model[model.count - 1])
            default:
                let range = place..<place + random.below(Swift.min(60, model.count - place) + 1)
                model.removeSubrange(range)
                numbers.removeSubrange(range)
            }
            let isEqual =
                numbers.numbers == model && numbers.count == model.count && numbers.isEmpty == model.isEmpty
                && model.indices.allSatisfy { numbers[$0] == model[$0] }
            #expect(isEqual, "seed \(seed), step \(step): \(numbers.numbers) instead of \(model)")
            if !isEqual { return }
        }
    }

    @Test(arguments: [0, 1, 1 << 7, 1 << 8, 1 << 16, 1 << 32, 1 << 40, 1 << 56, UInt64.max / 40] as [UInt64])
    func `a search in ascending numbers finds the first that is not smaller`(gap: UInt64) {
        let model = ContiguousArray((0..<40).map { UInt64($0) * gap })
        let numbers = PackedNumbers(model)
        for number in model.flatMap({ [$0, $0 &+ 1, $0 &- 1] }) {
            let expected = model.firstIndex { $0 >= number } ?? model.count
            #expect(numbers.index(ofFirstFrom: number) == expected, "\(number) in steps of \(gap)")
        }
    }

    @Test func `descending and ascending insertions keep every number`() {
        var numbers = PackedNumbers()
        for number in 0..<600 as Range<UInt64> {
            numbers.insert(1_000_000 - number * 1000, at: 0)
            numbers.append(1_000_000 + number * 1000)
        }
        let expected = (0..<600 as Range<UInt64>).reversed().map { 1_000_000 - $0 * 1000 }
        #expect(Array(numbers.numbers.prefix(600)) == expected)
        #expect(numbers[1199] == 1_599_000)
    }
}
