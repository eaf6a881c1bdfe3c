import DataSources

/// A small list, of which every commit changes one item.
struct SmallSource {
    let source: ListSource<Employee>

    init() {
        do {
            source = try ListSource((0..<100).map { Employee($0) })
        } catch {
            fatalError("numbers are unique: \(error)")
        }
    }

    func commit(_ version: Int) async {
        _ = try? await source.update(id: version % 100) { $0.salary = -version }
    }

    /// The number of the version that an update leads to; the source's first state has the number 1.
    static func version(of update: Update<ListSnapshot<Employee>>) -> Int {
        consume(update.changes.updates.count)
        return Int(update.after.version?.number ?? 0) - 1
    }
}

/// `for await update in subscription`.
struct SubscriptionFanout: Fanout {
    static let name = "Subscription"
    let small = SmallSource()

    init(subscribers: Int) {}

    func commit(_ version: Int) async { await small.commit(version) }

    func follow(_ subscriber: Int, ready: () -> Void, _ receiver: Receiver) async {
        let subscription = small.source.subscribe()
        ready()
        for await update in subscription {
            if !receiver.received(SmallSource.version(of: update)) { return }
            await receiver.work()
        }
    }
}

/// `for await update in subscription.updates`, an unfolding `AsyncStream`.
struct UpdatesFanout: Fanout {
    static let name = "updates"
    let small = SmallSource()

    init(subscribers: Int) {}

    func commit(_ version: Int) async { await small.commit(version) }

    func follow(_ subscriber: Int, ready: () -> Void, _ receiver: Receiver) async {
        let updates = small.source.subscribe().updates
        ready()
        for await update in updates {
            if !receiver.received(SmallSource.version(of: update)) { return }
            await receiver.work()
        }
    }
}

/// A buffered `AsyncStream` of snapshots for each subscriber, which finds the difference to the one before itself.
struct ComparingStreamFanout: Fanout {
    static let name = "AsyncStream each, each compares"
    let small = SmallSource()
    private let pipes: [Pipe<ListSnapshot<Employee>>]

    init(subscribers: Int) {
        pipes = (0..<subscribers).map { _ in Pipe(.bufferingNewest(1)) }
    }

    func commit(_ version: Int) async {
        await small.commit(version)
        let snapshot = small.source.snapshot
        for pipe in pipes { pipe.continuation.yield(snapshot) }
    }

    func follow(_ subscriber: Int, ready: () -> Void, _ receiver: Receiver) async {
        var snapshot = small.source.snapshot
        ready()
        for await after in pipes[subscriber].stream {
            guard let update = Update(from: snapshot, to: after) else { continue }
            snapshot = after
            if !receiver.received(SmallSource.version(of: update)) { return }
            await receiver.work()
        }
    }
}
