import DataSources
import TestKit
import Testing

struct WaiterQueueTests {
    @Test(arguments: seeds(100))
    func `random inputs against an array`(seed: UInt64) throws {
        var random = Random(seed: seed)
        var queue = WaiterQueue<Int>()
        var model: [(id: Int, waiter: Int)] = []
        var idsGiven: Set<Int> = []
        for step in 0..<300 {
            switch random.below(seed % 2 == 0 ? 6 : 8) {
            case 0, 1, 2:
                let id = queue.append(step)
                try #require(idsGiven.insert(id).inserted, "seed \(seed)")
                model.append((id, step))
            case 3:
                let first = queue.popFirst()
                let expected = model.isEmpty ? nil : model.removeFirst()
                try #require(first?.id == expected?.id && first?.waiter == expected?.waiter, "seed \(seed)")
            case 4 where random.below(30) == 0:
                try #require(queue.takeAll().waiters == model.map(\.waiter), "seed \(seed)")
                model = []
            default:
                guard let place = model.indices.randomElement(using: &random) else { continue }
                let (id, waiter) = model.remove(at: place)
                try #require(queue.remove(id) == waiter && queue.remove(id) == nil, "seed \(seed)")
            }
            try #require(queue.count == model.count && queue.isEmpty == model.isEmpty, "seed \(seed)")
            try #require(queue.ids == model.map(\.id) && queue.waiters == model.map(\.waiter), "seed \(seed)")
            try #require(model.allSatisfy { queue.contains($0.id) }, "seed \(seed)")
            try #require(queue.capacity <= 4 * model.count + 64, "seed \(seed)")
        }
    }

    @Test func `law 5: 100,000 that leave out of order cost little, and leave no room behind`() {
        var queue = WaiterQueue<Int>()
        let ids = (0..<100_000).map { queue.append($0) }
        for id in ids.dropLast().reversed() { _ = queue.remove(id) }
        #expect(queue.waiters == [99_999] && queue.capacity < 64)
    }
}

struct LowestKeyTableTests {
    @Test(arguments: seeds(100))
    func `random inputs against a dictionary`(seed: UInt64) throws {
        var random = Random(seed: seed)
        var table = LowestKeyTable<Int>()
        var model: [UInt64: Int] = [:]
        for step in 0..<300 {
            let key = UInt64(random.below(12))
            switch random.below(6) {
            case 0, 1:
                table.change(key) { $0 = step }
                model[key] = step
            case 2:
                try #require(table.change(key) { $0.take() } == model.removeValue(forKey: key), "seed \(seed)")
            case 3:
                let popped = table.popLowest(upTo: key)
                let lowest = model.keys.min().flatMap { $0 <= key ? $0 : nil }
                try #require(popped?.key == lowest, "seed \(seed)")
                if let lowest { try #require(popped?.value == model.removeValue(forKey: lowest), "seed \(seed)") }
            default: try #require(table.lowestKey == model.keys.min(), "seed \(seed)")
            }
            try #require(table[key] == model[key] && table.isEmpty == model.isEmpty, "seed \(seed)")
        }
    }
}

struct CursorCountsTests {
    @Test(arguments: seeds(100))
    func `random inputs against a list of cursors`(seed: UInt64) throws {
        var random = Random(seed: seed)
        var counts = CursorCounts()
        var model: [UInt64] = []
        let distinct = seed % 2 == 0 ? 5 : 40
        for _ in 0..<400 {
            if random.below(2) == 0 {
                let (count, cursor) = (random.below(4), UInt64(random.below(distinct)))
                counts.add(count, at: cursor)
                model += Array(repeating: cursor, count: count)
            } else if let place = model.indices.randomElement(using: &random) {
                counts.removeOne(at: model.remove(at: place))
            }
            try #require(counts.total == model.count && counts.lowest == model.min(), "seed \(seed)")
        }
    }
}
