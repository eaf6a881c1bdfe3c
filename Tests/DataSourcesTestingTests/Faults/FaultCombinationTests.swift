import DataSources
import DataSourcesTesting
import TestKit
import Testing

/// All faults at once: what a subscriber is given is always a chain, and who lives to the end has the last state.
struct `Faults combined` {
    /// What one subscriber was given.
    private struct Chain: Sendable {
        var last: ListSnapshot<Note>?
        var isBroken = false
        var isEmpty = false

        mutating func given(_ delivery: FaultySubscriber<ListSnapshot<Note>>.Delivery, keepsPlace: Bool) {
            switch delivery {
            case .start(let snapshot):
                if keepsPlace, let last, snapshot != last { isBroken = true }
                last = snapshot
            case .update(let update):
                if update.before != last { isBroken = true }
                if update.changes.isEmpty { isEmpty = true }
                last = update.after
            }
        }
    }

    /// Runs subscribers with random faults while writers commit; `clock` is what the slow sleep on.
    private static func scenario(seed: UInt64, clock: some Clock<Duration>) async throws {
        var random = SeededGenerator(seed: seed)
        let (source, latch) = (try ListSource([Note(0)]), Latch())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                var faults: [SubscriberFault] = []
                let start: SubscriberFault.Resubscription = random.next(below: 2) == 0 ? .lastSnapshot : .newestState
                if random.next(below: 2) == 0 {
                    faults.append(.slow(.microseconds(random.next(below: 50)), clock: clock))
                }
                if random.next(below: 2) == 0 { faults.append(.stalled(after: random.next(below: 4), until: latch)) }
                if random.next(below: 2) == 0 {
                    faults.append(.resubscribing(every: 1 + random.next(below: 3), from: start))
                }
                switch random.next(below: 4) {
                case 0: faults.append(.cancelled(afterUpdates: random.next(below: 4)))
                case 1: faults.append(.cancelled(whileAskingAfter: random.next(below: 4)))
                default: break
                }
                let subscriber = FaultySubscriber(source, faults)
                group.addTask {
                    let chain = Shared(Chain())
                    let report = try await subscriber.run { delivery in
                        chain.change { $0.given(delivery, keepsPlace: start == .lastSnapshot) }
                    }
                    let seen = chain.value
                    #expect(!seen.isBroken && !seen.isEmpty, "seed \(seed)")
                    #expect(seen.last == report.snapshot, "seed \(seed)")
                    if report.ending == .finished { #expect(report.snapshot == source.snapshot, "seed \(seed)") }
                }
            }
            for id in 1...20 {
                try await source.append(Note(id))
                if id % 3 == 0 { try await source.comeAndGo() }
                try await clock.sleep(for: .microseconds(random.next(below: 20)))
            }
            latch.open()
            await source.finish()
            try await group.waitForAll()
        }
        #expect(source.hub.demandCount == 0, "seed \(seed)")
    }

    @Test(arguments: seeds(50))
    func `on the executor, in any order`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { try await Self.scenario(seed: seed, clock: $0.clock) }
    }

    @Test(arguments: seeds(13))
    func `on real threads`(seed: UInt64) async throws {
        try await Self.scenario(seed: seed, clock: ContinuousClock())
    }
}
