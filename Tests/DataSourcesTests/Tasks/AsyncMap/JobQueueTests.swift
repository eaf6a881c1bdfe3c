import DataSources
import TestKit
import Testing

struct JobQueueTests {
    @Test(arguments: seeds(60))
    func `every order of arrivals, ends and withdrawals: what is wanted is worked on once, first come, first served`(
        seed: UInt64
    ) {
        var random = Random(seed: seed)
        var queue = JobQueue<Row>()
        // The model: what waits in order, and who works on what; a job whose item has changed or gone is stale.
        var waiting: [Row] = []
        var workers: [Int: (job: JobQueue<Row>.Job, isStale: Bool)] = [:]
        for step in 0..<200 {
            let id = random.below(8)
            let worker = workers.first { $0.value.job.item.id == id && !$0.value.isStale }?.key
            switch random.below(4) {
            case 0:
                let row = Row(id, step)
                #expect(queue.itemArrived(row) == worker)
                if let worker { workers[worker]?.isStale = true }
                if let place = waiting.firstIndex(where: { $0.id == id }) {
                    waiting[place] = row
                } else {
                    waiting.append(row)
                }
            case 1:
                #expect(queue.itemWithdrawn(id) == worker)
                if let worker { workers[worker]?.isStale = true }
                waiting.removeAll { $0.id == id }
            case 2:
                guard let free = (0..<3).first(where: { workers[$0] == nil }) else { continue }
                let job = queue.workerFree(free)
                #expect(job?.item == waiting.first)
                if let job {
                    workers[free] = (job, false)
                    waiting.removeFirst()
                }
            default:
                guard let (worker, (job, isStale)) = workers.min(by: { $0.key < $1.key }) else { continue }
                workers[worker] = nil
                if random.below(3) == 0 {
                    queue.jobDropped(job)
                    if !isStale { waiting.append(job.item) }
                } else {
                    #expect(queue.jobDone(job) == !isStale)
                }
            }
            #expect(queue.count == waiting.count + workers.count { !$0.value.isStale })
        }
    }

    @Test func `items that come and go while nobody works leave nothing behind`() {
        var queue = JobQueue<Row>()
        for round in 0..<10_000 {
            _ = queue.itemArrived(Row(round % 7))
            _ = queue.itemWithdrawn(round % 7)
        }
        #expect(queue.count == 0)
        #expect(queue.queueLength < 200)
    }
}
