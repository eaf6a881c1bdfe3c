/// The results so far of asynchronous work on a list's items, and the loop of its workers.
actor AsyncMapper<Item: Identifiable & Equatable & Sendable, Value: Equatable & Sendable> where Item.ID: Sendable {
    /// Publishes the results in the order of their arrival.
    nonisolated let results = SnapshotHub<ListSnapshot<Keyed<Item.ID, Value>>>()
    /// The outcome of a job.
    private enum Outcome {
        case made(Value?)
        case stopped
    }

    private var draft = ListDraft<Keyed<Item.ID, Value>>()
    private var queue = JobQueue<Item>()
    /// By worker, the event that stops its job.
    private var stops: [Int: AsyncEvent] = [:]
    /// The events that wake idle workers.
    private var idle: [AsyncEvent] = []
    private var isClosed = false
    /// Whether the list has finished and a worker found no work, while no other one worked.
    private var isDone = false
    /// The state of the list that the queue and the results belong to.
    private(set) var seen = ListSnapshot<Item>()

    /// The number of items that have no result or an outdated one.
    var pending: Int { queue.count }

    /// Follows a change of the list: adds new work, stops obsolete work, and removes obsolete results.
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

    /// Queues items again, and stops the work on them; they keep their results until the new ones arrive.
    ///
    /// - Returns: The number of items queued.
    func rerun(where shouldRerun: @Sendable (Item) -> Bool) -> Int {
        // After the end nobody would do the work.
        if isDone { return 0 }
        var stopped: [Int?] = []
        for item in seen where shouldRerun(item) { stopped.append(queue.itemArrived(item)) }
        for case let worker? in stopped { stops[worker]?.fire() }
        wakeIdle()
        return stopped.count
    }

    /// The list has finished.
    func close() {
        isClosed = true
        wakeIdle()
    }

    /// Works until the list has finished and all work is done, or the task is cancelled.
    nonisolated func work(
        as worker: Int, _ transform: @escaping @Sendable (_ item: Item, _ last: Value?) async -> Value?
    ) async {
        while let (job, stop, last) = await nextJob(of: worker) {
            // Waits for both; the first outcome counts: the result, or the order to stop.
            let outcome = await withTaskGroup(of: Outcome.self) { @Sendable group in
                group.addTask { .made(await transform(job.item, last)) }
                group.addTask {
                    await stop.wait { "the order to stop work on \(job.item.id)" }
                    return .stopped
                }
                let first = await group.next()
                group.cancelAll()
                return first ?? .stopped
            }
            // A cancelled transform may have returned anything.
            await end(job, of: worker, with: Task.isCancelled ? .stopped : outcome)
        }
    }

    private func nextJob(of worker: Int) async -> (job: JobQueue<Item>.Job, stop: AsyncEvent, last: Value?)? {
        while !Task.isCancelled {
            let signal = AsyncEvent()
            if let job = queue.workerFree(worker) {
                stops[worker] = signal
                return (job, signal, draft[id: job.item.id]?.value)
            }
            // While another one works, this one stays: an item can still be queued again.
            if isClosed, stops.isEmpty {
                isDone = true
                wakeIdle()
                return nil
            }
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
