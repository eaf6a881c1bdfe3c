import DataSources
import TestKit
import Testing

struct WeightSequenceTests {
    @Test func `random histories: the same as an array`() {
        for seed in seeds(10) {
            var random = Random(seed: seed)
            let start = (0..<random.below(3) * 700).map { _ in weight(&random) }
            var (sequence, array) = (WeightSequence(start), start)
            for step in 0..<120 {
                edit(&sequence, &array, using: &random)
                expectEqual(sequence, array, using: &random, "seed \(seed), step \(step)")
            }
            #expect(sequence.weights(in: 0..<sequence.count) == array, "seed \(seed)")
        }
    }

    @Test func `single weights, appended and then removed one by one`() {
        var random = Random(seed: 1)
        var (sequence, array) = (WeightSequence(), [UInt32]())
        for step in 0..<3000 {
            array.append(UInt32(step % 3))
            sequence.insert(contentsOf: [UInt32(step % 3)], at: step)
            if step % 100 == 0 { expectEqual(sequence, array, using: &random, "step \(step)") }
        }
        while !array.isEmpty {
            let position = random.below(array.count)
            let removed = array.remove(at: position)
            #expect(sequence.removeSubrange(position..<position + 1) == Int(removed))
            if array.count % 100 == 0 { expectEqual(sequence, array, using: &random, "\(array.count) left") }
        }
        #expect(sequence.count == 0 && sequence.total == 0)
    }

    @Test func `every unit of a sum belongs to the weight that holds it`() {
        let weights: [UInt32] = [0, 2, 0, 0, 1, 3, 0]
        let sequence = WeightSequence(weights)
        #expect((0..<6).map { sequence.position(ofSum: $0) } == [1, 1, 4, 5, 5, 5])
        #expect((0...7).map { sequence.sum(upTo: $0) } == [0, 0, 2, 2, 2, 3, 6, 6])
        #expect((0..<7).map { sequence.units(at: $0).lowerBound } == [0, 0, 2, 2, 2, 3, 6])
    }

    // MARK: Machinery

    private func weight(_ random: inout Random) -> UInt32 { random.below(2) == 0 ? 0 : UInt32(random.below(4)) }

    private func edit(_ sequence: inout WeightSequence, _ array: inout [UInt32], using random: inout Random) {
        let place = random.below(array.count + 1)
        switch random.below(6) {
        case 0, 1:
            let weights = (0..<1 + random.below(5)).map { _ in weight(&random) }
            array.insert(contentsOf: weights, at: place)
            sequence.insert(contentsOf: weights, at: place)
        case 2:
            let weights = (0..<random.below(900)).map { _ in weight(&random) }
            array.insert(contentsOf: weights, at: place)
            sequence.insert(contentsOf: weights, at: place)
        case 3 where place < array.count:
            let new = weight(&random)
            array[place] = new
            sequence[place] = new
        default:
            let length = random.below(3) == 0 ? random.below(1500) : random.below(6)
            let range = place..<min(array.count, place + length)
            let sum = array[range].reduce(0, +)
            array.removeSubrange(range)
            #expect(sequence.removeSubrange(range) == Int(sum))
        }
    }

    private func expectEqual(
        _ sequence: WeightSequence, _ array: [UInt32], using random: inout Random, _ label: String
    ) {
        // Plain conditions: there are very many of these.
        let total = Int(array.reduce(0, +))
        if sequence.count != array.count || sequence.total != total {
            Issue.record("\(label): \(sequence.count) of \(sequence.total) instead of \(array.count) of \(total)")
        }
        for _ in 0..<4 where !array.isEmpty {
            let position = random.below(array.count)
            let sum = Int(array[..<position].reduce(0, +))
            let weight = array[position]
            if sequence[position] != weight { Issue.record("\(label): wrong weight at \(position)") }
            if sequence.sum(upTo: position) != sum { Issue.record("\(label): wrong sum up to \(position)") }
            if sequence.units(at: position) != sum..<sum + Int(weight) {
                Issue.record("\(label): wrong units at \(position)")
            }
            for unit in 0..<Int(weight) where sequence.position(ofSum: sum + unit) != position {
                Issue.record("\(label): the unit \(sum + unit) is not at \(position)")
            }
            let range = position..<min(array.count, position + random.below(700))
            if sequence.weights(in: range) != Array(array[range]) {
                Issue.record("\(label): wrong weights in \(range)")
            }
        }
        if sequence.sum(upTo: array.count) != total { Issue.record("\(label): wrong sum up to the end") }
    }
}
