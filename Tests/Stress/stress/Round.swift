import DataSources
import Synchronization

/// How a source ends.
enum Ending: CaseIterable {
    /// It is finished once the writers are done.
    case finished
    /// It is finished in the midst of writing.
    case interrupted
    /// Its last reference goes.
    case dropped
}

/// What a round is to do.
struct Plan: Sendable {
    let seed: UInt64
    let subscribers: Int
    let writers: Int
    let ending: Ending

    /// The choices of one task.
    func random(_ task: Int) -> Random { Random(seed: seed &* 31 &+ UInt64(task)) }
}

/// The life of one source.
struct Round<Source: Stressed>: Sendable {
    typealias Snapshot = Source.Snapshot

    let plan: Plan
    let ledger = Ledger()
    let census = Census()
    /// How many mutations each writer makes.
    private let mutations = 250
    /// How often the writers rest meanwhile.
    private let phases = 10

    init(_ plan: Plan) {
        self.plan = plan
    }

    func run() async -> Report {
        let remains = await live()
        // What tasks hold goes a moment after their value is there.
        for _ in 0..<500 where await remains.describe(census) != nil {
            try? await Task.sleep(for: .milliseconds(20))
        }
        if let left = await remains.describe(census) { await ledger.complain("law 13, \(Source.self): \(left)") }
        var report = await ledger.report
        (report.consumers, report.cancelled) = (remains.consumers, remains.cancelled)
        return report
    }

    /// What should be gone after a round.
    private struct Remains {
        weak var source: Source?
        weak var hub: SnapshotHub<Snapshot>?
        let crowd: Crowd<Snapshot>
        let consumers: Int
        let cancelled: Int

        func describe(_ census: Census) async -> String? {
            let subscriptions = await crowd.liveSubscriptions
            if source == nil, hub == nil, subscriptions == 0, census.count == 0 { return nil }
            return "left over: source \(source != nil), hub \(hub != nil), \(subscriptions) subscriptions, "
                + "\(census.count) items"
        }
    }

    private func live() async -> Remains {
        let crowd = Crowd<Snapshot>(ledger)
        let holder = SourceHolder(Source.make(census))
        let (last, shares) = await holder.perform { source in
            var random = plan.random(0)
            for number in 0..<plan.subscribers {
                // Folding costs as much as the list is long.
                let manner: Manner = number % 64 == 0 ? .fold : Manner.allCases[random.below(5)]
                await crowd.add(manner, to: source.hub.subscribe())
            }
            let shares = await share(source)
            return (await work(source, crowd), shares)
        }
        weak let source = await holder.source
        weak let hub = await holder.source?.hub
        if plan.ending != .dropped { await source?.finish() }
        await holder.clear()
        let (count, cancelled) = await crowd.join(last)
        for (subscription, share, tasks) in shares {
            for task in tasks { await task.value }
            if let fault = await share.fault(last.version) { await ledger.complain("shared: \(fault)") }
            await ledger.expect(subscription.snapshot == last, "law 13: a shared subscription missed its end")
        }
        return Remains(source: source, hub: hub, crowd: crowd, consumers: count, cancelled: cancelled)
    }

    /// Holds the only reference to a source that outlasts what is done with it.
    private actor SourceHolder {
        private(set) var source: Source?

        init(_ source: Source) {
            self.source = source
        }

        func perform<Result: Sendable>(_ body: @Sendable (Source) async -> Result) async -> Result {
            guard let source else { preconditionFailure("the play is over") }
            return await body(source)
        }

        func clear() {
            source = nil
        }
    }

    /// The writers and all who disturb them; the last state, which everybody is to reach.
    private func work(_ source: Source, _ crowd: Crowd<Snapshot>) async -> Snapshot {
        let isOver = Flag()
        var random = plan.random(6)
        await withTaskGroup(of: Void.self) { group in
            let disturbers: [@Sendable () async -> Void] = [
                { await comeAndGo(source, crowd, isOver) },
                { await suspendAndResume(source, isOver) },
                { await settle(source, isOver) },
                { await follow(source, isOver) },
                { await dropSources(isOver) },
            ]
            for disturber in disturbers { group.addTask(operation: disturber) }
            if plan.ending == .interrupted { group.addTask { await interrupt(source) } }
            var writers = (0..<plan.writers).map { Writer(number: $0, round: self) }
            for _ in 0..<phases {
                writers = await withTaskGroup(of: Writer<Source>.self) { group in
                    for var writer in writers {
                        group.addTask {
                            await writer.write(source, mutations: mutations / phases)
                            if plan.ending != .interrupted { await writer.settle(source) }
                            return writer
                        }
                    }
                    return await group.reduce(into: []) { $0.append($1) }
                }
                await rest(source, &random)
            }
            isOver.raise()
        }
        return source.hub.snapshot
    }

    /// A commit while many are on their way back from the one before, and then none: whoever asks must be given the
    /// last one without another one to wake them.
    private func rest(_ source: Source, _ random: inout Random) async {
        for id in -10..<0 {
            for _ in 0..<2 {
                _ = try? await source.mutate(&random, newID: id * 1_000_000, census)
                await pause(&random)
            }
            await source.settled(at: source.hub.version)
        }
    }

    /// Finishes the source when a third of the work is done.
    private func interrupt(_ source: Source) async {
        while ledger.commits.load(ordering: .relaxed) < plan.writers * mutations / 3 {
            try? await Task.sleep(for: .milliseconds(1))
        }
        await source.finish()
    }

    /// Tasks that share a subscription; of each four one is never cancelled.
    private func share(_ source: Source) async -> [(
        SnapshotSubscription<Snapshot>, Share<Snapshot>, [Task<Void, Never>]
    )] {
        (0..<min(20, plan.subscribers)).map { number in
            let subscription = source.hub.subscribe()
            let share = Share<Snapshot>(subscription.snapshot.version)
            let tasks = (0..<4).map { place in
                Task.detached {
                    var random = plan.random(10_000 + number * 4 + place)
                    let patience = place == 0 ? Int.max : random.below(20)
                    var taken = 0
                    while taken < patience, let update = await subscription.next() {
                        taken += 1
                        await share.note(update)
                    }
                }
            }
            tasks[3].cancel()
            return (subscription, share, tasks)
        }
    }
}

/// Raised once.
final class Flag: Sendable {
    private let isUp = Atomic(false)

    var isRaised: Bool { isUp.load(ordering: .acquiring) }

    func raise() { isUp.store(true, ordering: .releasing) }
}
