import Testing

import DataSources
import TestKit

/// The set of ranks against the standard library's.
struct HierarchicalBitSetTests {
    @Test(arguments: [1, 2, 63, 64, 65, 127, 128, 4095, 4096, 4097, 300_000])
    func `neighbours are those of a sorted array`(capacity: Int) {
        var random = Random(seed: UInt64(capacity))
        var memory = ScratchMemory(byteCount: HierarchicalBitSet.byteCount(capacity: capacity))
        var set = HierarchicalBitSet(capacity: capacity, in: &memory)
        var model: Set<Int> = []
        for _ in 0..<400 {
            let number = random.below(4) == 0 ? capacity - 1 - random.below(min(capacity, 3)) : random.below(capacity)
            if random.below(3) == 0 {
                set.remove(number)
                model.remove(number)
            } else {
                set.insert(number)
                model.insert(number)
            }
            for bound in [0, number, number + 1, capacity, random.below(capacity + 1)] where bound <= capacity {
                let below = model.filter { $0 < bound }.max() ?? -1
                let from = model.filter { $0 >= bound }.min() ?? -1
                #expect(set.last(below: bound) == below, "capacity \(capacity), below \(bound)")
                #expect(set.first(from: bound) == from, "capacity \(capacity), from \(bound)")
            }
            #expect(set.contains(number) == model.contains(number))
        }
    }
}
