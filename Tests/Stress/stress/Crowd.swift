import DataSources

/// All consumers of a source, some of them cancelled.
actor Crowd<Snapshot: SnapshotProtocol> where Snapshot.Content: Equatable {
    private struct Member {
        let name: String
        /// Until the consumer has been joined: a task keeps what it has returned.
        var task: Task<Snapshot, Never>?
        weak var subscription: SnapshotSubscription<Snapshot>?
        var isCancelled = false
    }

    private let ledger: Ledger
    private var members: [Member] = []
    private var cancelledCount = 0

    init(_ ledger: Ledger) {
        self.ledger = ledger
    }

    /// A consumer comes.
    func add(_ manner: Manner, to subscription: SnapshotSubscription<Snapshot>) {
        let consumer = Consumer<Snapshot>(name: "\(manner) \(members.count)", manner: manner, ledger: ledger)
        let task = Task.detached { await consumer.follow(subscription) }
        members.append(Member(name: consumer.name, task: task, subscription: subscription))
    }

    /// Some consumers go: the one that came last, which may not have begun, or others.
    func cancel(_ count: Int, _ seed: UInt64) {
        var random = Random(seed: seed)
        for _ in 0..<count where !members.isEmpty {
            let place = random.oneIn(4) ? members.count - 1 : random.below(members.count)
            if !members[place].isCancelled { cancelledCount += 1 }
            members[place].isCancelled = true
            members[place].task?.cancel()
        }
    }

    /// Waits for all; whoever has not been cancelled has reached `last`.
    func join(_ last: Snapshot) async -> (count: Int, cancelled: Int) {
        for place in members.indices {
            guard let end = await members[place].task?.value else { continue }
            members[place].task = nil
            if members[place].isCancelled || end.isIdentical(to: last) || end == last { continue }
            let version = end.version.map { "\($0)" } ?? "no version"
            await ledger.complain(
                "law 13, \(members[place].name): ended at \(version), not \(last.version?.number ?? 0)")
        }
        return (members.count, cancelledCount)
    }

    /// How many subscriptions are still there.
    var liveSubscriptions: Int { members.count { $0.subscription != nil } }
}
