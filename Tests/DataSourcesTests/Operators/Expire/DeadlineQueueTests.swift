import DataSources
import TestKit
import Testing

struct DeadlineQueueTests {
    @Test(arguments: seeds(60))
    func `every order of deadlines: what is due comes out, the earliest first`(seed: UInt64) {
        var random = Random(seed: seed)
        var queue = DeadlineQueue<Int, Int>()
        var model: [Int: Int] = [:]
        var now = 0
        for _ in 0..<300 {
            let id = random.below(20)
            switch random.below(4) {
            case 0, 1:
                let deadline = now + 1 + random.below(30)
                queue.set(id, to: deadline)
                model[id] = deadline
            case 2:
                queue.set(id, to: nil)
                model[id] = nil
            default:
                now += random.below(6)
                var last = 0
                while let due = queue.popDue(at: now) {
                    let deadline = model.removeValue(forKey: due) ?? .max
                    #expect(deadline <= now && deadline >= last)
                    last = deadline
                }
                #expect(model.values.allSatisfy { $0 > now })
            }
            #expect(queue.first == model.values.min() && queue.count == model.count)
        }
    }

    @Test func `deadlines that are put off again and again leave nothing behind`() {
        var queue = DeadlineQueue<Int, Int>()
        for round in 0..<10_000 { queue.set(round % 7, to: 20_000 - round) }
        for round in 0..<10_000 { queue.set(round % 7, to: 20_000 + round) }
        #expect(queue.count == 7 && queue.heapCount < 200)
        for id in 0..<7 { queue.set(id, to: nil) }
        #expect(queue.first == nil && queue.heapCount == 0)
    }
}
