import DataSources
import TestKit
import Testing

struct ChunkCountsTests {
    @Test(arguments: seeds(10))
    func `positions, sums and changes are those of a plain array`(seed: UInt64) {
        var random = Random(seed: seed)
        var model = ContiguousArray((0..<1 + random.below(40)).map { _ in random.below(5) })
        var counts = ChunkCounts()
        counts.load(model)
        for step in 0..<40 {
            let chunk = random.below(model.count)
            let change = random.below(9) - Swift.min(4, model[chunk])
            model[chunk] += change
            counts.add(change, to: chunk)
            var owners: [(chunk: Int, offset: Int)] = []
            for chunk in model.indices { for offset in 0..<model[chunk] { owners.append((chunk, offset)) } }
            #expect(counts.total == owners.count, "seed \(seed), step \(step)")
            for (position, owner) in owners.enumerated() {
                #expect(counts.place(of: position) == owner, "seed \(seed), step \(step), \(position)")
            }
            for chunk in 0...model.count {
                #expect(counts.sum(before: chunk) == model[..<chunk].reduce(0, +), "seed \(seed), step \(step)")
            }
        }
    }
}
