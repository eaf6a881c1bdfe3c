import DataSources
import TestKit
import Testing

struct LabelGroupTests {
    @Test(arguments: seeds(10))
    func `labels inserted, removed and changed at random are a sorted array`(seed: UInt64) {
        var random = Random(seed: seed)
        var model: [UInt64] = [1000]
        var group = LabelGroup(1000)
        for step in 0..<400 {
            let isGrowing = random.below(step < 200 ? 3 : 5) < 2
            if isGrowing || model.count == 1 {
                let label = UInt64(random.below(2000))
                if model.contains(label) { continue }
                let rank = model.firstIndex { $0 > label } ?? model.count
                model.insert(label, at: rank)
                #expect(group.insert(label) == rank, "seed \(seed), step \(step)")
            } else if random.below(3) == 0 {
                let rank = random.below(model.count)
                let low = rank == 0 ? 0 : model[rank - 1] + 1
                let high = rank + 1 == model.count ? 3000 : model[rank + 1]
                let label = low + UInt64(random.below(Int(high - low)))
                model[rank] = label
                group.put(label, at: rank)
            } else {
                let rank = random.below(model.count)
                model.remove(at: rank)
                group.remove(at: rank)
            }
            expect(group, is: model, "seed \(seed), step \(step)")
        }
    }

    @Test(arguments: [1, 2, 7, 8, 9, 100, 5000])
    func `labels appended are there in their order`(count: Int) {
        var group = LabelGroup(0)
        for label in 1..<max(1, count) { group.append(UInt64(label) * 2) }
        expect(group, is: (0..<count).map { UInt64($0) * 2 }, "\(count) labels")
        #expect(group.rank(of: 1) == 1 && group.rank(of: UInt64(count) * 2) == count)
    }

    @Test func `the only label is in place whatever it is, others where they ascend`() {
        var group = LabelGroup(5)
        #expect(group.isAscending(at: 0))
        for label: UInt64 in [7, 9] { group.insert(label) }
        #expect((0..<3).allSatisfy { group.isAscending(at: $0) })
        group.put(8, at: 0)
        #expect((0..<3).map { group.isAscending(at: $0) } == [false, false, true])
        group.put(5, at: 0)
        group.put(10, at: 1)
        #expect((0..<3).map { group.isAscending(at: $0) } == [true, false, false])
    }

    private func expect(_ group: LabelGroup, is model: [UInt64], _ comment: @autoclosure () -> String) {
        let isEqual =
            Array(group.labels) == model && group.count == model.count && group.first == model[0]
            && group.isSingle == (model.count == 1) && model.indices.allSatisfy { group[$0] == model[$0] }
            && model.indices.allSatisfy { group.rank(of: model[$0]) == $0 }
        #expect(isEqual, "\(comment()): \(group.labels) instead of \(model)")
    }
}
