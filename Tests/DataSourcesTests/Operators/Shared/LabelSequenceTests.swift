import DataSources
import TestKit
import Testing

struct LabelSequenceTests {
    @Test(arguments: [3, 40, 1500], 0..<8 as Range<UInt64>)
    func `labels and tags inserted, replaced and removed at random are an array`(size: Int, seed: UInt64) {
        var random = Random(seed: seed)
        var model = (0..<random.below(size)).map { _ in Labelled(&random) }
        var sequence = LabelSequence<Int>()
        sequence.load(count: model.count) { model[$0] }
        for step in 0..<60 {
            let place = random.below(model.count + 1)
            switch random.below(5) {
            case 0, 1:
                let many = (0..<(random.below(3) == 0 ? random.below(size) : 1)).map { _ in Labelled(&random) }
                model.insert(contentsOf: many, at: place)
                sequence.insert(many, at: place)
            case 2 where place < model.count:
                let new = Labelled(&random)
                model[place] = new
                sequence.setLabel(new.label, at: place)
                sequence.setTag(new.tag, at: place)
            default:
                let range = place..<place + random.below(Swift.min(size, model.count - place) + 1)
                model.removeSubrange(range)
                sequence.removeSubrange(range)
            }
            expect(sequence, is: model, "seed \(seed), step \(step)")
        }
    }

    @Test func `a label is found in a long ascending sequence, and so is the place of one that is missing`() {
        var sequence = LabelSequence<Untagged>()
        #expect(sequence.position(ofFirstFrom: 5) == 0)
        sequence.load(count: 3000) { Labelled(UInt64($0) * 3 + 1, Untagged()) }
        for position in stride(from: 0, to: 3000, by: 7) {
            #expect(sequence.position(ofFirstFrom: UInt64(position) * 3 + 1) == position)
            #expect(sequence.position(ofFirstFrom: UInt64(position) * 3) == position)
        }
        #expect(sequence.position(ofFirstFrom: 9001) == 3000)
        #expect(sequence[2999] == Labelled(8998, Untagged()) && sequence.tags.count == 3000)
        sequence.removeSubrange(0..<3000)
        #expect(sequence.count == 0 && sequence.labels.isEmpty && sequence.position(ofFirstFrom: 0) == 0)
        sequence.insert([Labelled(4, Untagged())], at: 0)
        #expect(sequence.label(at: 0) == 4)
    }

    private func expect(_ sequence: LabelSequence<Int>, is model: [Labelled<Int>], _ comment: String) {
        var all: [Labelled<Int>] = []
        sequence.forEach { all.append($0) }
        let isEqual =
            all == model && sequence.count == model.count && Array(sequence.labels) == model.map(\.label)
            && Array(sequence.tags) == model.map(\.tag) && model.indices.allSatisfy { sequence[$0] == model[$0] }
        #expect(isEqual, "\(comment): \(all) instead of \(model)")
    }
}

extension Labelled<Int> {
    /// A label and a tag that random numbers give.
    fileprivate init(_ random: inout Random) {
        self.init(random.below(2) == 0 ? random.next() : UInt64(random.below(1000)), random.below(9))
    }
}
