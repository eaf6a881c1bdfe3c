/// What asynchronous work has made of a list's items so far, and the workers' side of it.
actor AsyncMapper<Item: Identifiable & Equatable & Sendable, Value: Equatable & Sendable> where Item.ID: Sendable {
    /// Where results are published, in the order in which they came.
    nonisolated let results = SnapshotHub<ListSnapshot<Keyed<Item.ID, Value>>>()
    /// How a job ended.
    private enum Outcome {
        case made(Value?)
        case stopped
    }

    private var draft = ListDraft<Keyed<Item.ID, Value>>()
    private var queue = JobQueue<Item>()
    /// By worker, what stops its job.
    private var stops: [Int: AsyncEvent] = [:]
    /// What wakes those that have nothing to do.
    private var idle: [AsyncEvent] = []
    private var isClosed = false
    /// The state of the list that everything here belongs to.
    private(set) var seen = ListSnapshot<Item>()

    /// How many items have no result yet, or an older one.
    var pending: Int { queue.count }

    /// Takes in what has changed: new work, work that is not wanted any more, and results that go.
    func follow(_ update: Update<ListSnapshot<Item>>) {
        var stopped: [Int?] = []
        for position in update.changes.deletions {
            guard let id = update.before[position]?.id else { continue }
            stopped.append(queue.itemWithdrawn(id))
            take(nil, for: id)
        }
        for position in update.changes.insertions {
            if let item = update.after[position] { stopped.append(queue.itemArrived(item)) }
        }
        for pair in update.changes.updates {
            if let item = update.after[pair.after] { stopped.append(queue.itemArrived(item)) }
        }
        seen = update.after
        results.publish(draft.snapshot)
        for case let worker? in stopped { stops[worker]?.fire() }
        wakeIdle()
    }

    /// Nothing more will come.
    func close() {
        isClosed = true
        wakeIdle()
    }

    /// Works until there is nothing more to come, or the task is cancelled.
    nonisolated func work(as worker: Int, _ transform: @escaping @Sendable (Item) async -> Value?) async {
        while let (job, stop) = await nextJob(of: worker) {
            // Whichever comes first: the result, or that it is not wanted any more. Both are waited for.
            let outcome = await withTaskGroup(of: Outcome.self) { group in
                group.addTask { .made(await transform(job.item)) }
                group.addTask {
                    await stop.wait { "the order to stop work on \(job.item.id)" }
                    return .stopped
                }
                let first = await group.next()
                group.cancelAll()
                return first ?? .stopped
            }
            // A transform that is cancelled may have returned anything.
            await end(job, of: worker, with: Task.isCancelled ? .stopped : outcome)
        }
    }

    private func nextJob(of worker: Int) async -> (JobQueue<Item>.Job, AsyncEvent)? {
        while !Task.isCancelled {
            let signal = AsyncEvent()
            if let job = queue.workerFree(worker) {
                stops[worker] = signal
                return (job, signal)
            }
            if isClosed { return nil }
            idle.append(signal)
            await signal.wait { "something to do" }
            idle.removeAll { $0 === signal }
        }
        return nil
    }

    private func end(_ job: JobQueue<Item>.Job, of worker: Int, with outcome: Outcome) {
        stops[worker] = nil
        switch outcome {
        case .stopped: queue.jobDropped(job)
        case .made(let value):
            guard queue.jobDone(job) else { return }
            take(value, for: job.item.id)
            results.publish(draft.snapshot)
        }
    }

    private func take(_ value: Value?, for id: Item.ID) {
        if let value {
            draft.upsert(Keyed(id: id, value: value))
        } else if let position = draft.position(of: id) {
            _ = try? draft.remove(at: position)
        }
    }

    private func wakeIdle() {
        let woken = idle
        idle = []
        for signal in woken { signal.fire() }
    }
}
