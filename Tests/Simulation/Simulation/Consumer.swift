import DataSources
import DataSourcesTesting
import Synchronization

/// What is known of one subscription: by the consumer that asks it, and by others that want to know how far it is.
final class Tracker<Model: PlainModel>: Sendable {
    private struct State {
        var asks = 0
        /// Since when the ask that is not answered has been going on, and from where.
        var open: (since: VirtualClock.Instant, from: Model.Snapshot)?
        var isCancelled = false
        var hasEnded = false
        var states: [(number: UInt64?, model: Model)] = []
    }

    let subscription: SnapshotSubscription<Model.Snapshot>
    private let state = Mutex(State())

    init(_ subscription: SnapshotSubscription<Model.Snapshot>) {
        self.subscription = subscription
    }

    func demandBegan(at time: VirtualClock.Instant) {
        let from = subscription.snapshot
        state.withLock { state in
            state.asks += 1
            state.open = (time, from)
        }
    }

    func answered() {
        state.withLock { $0.open = nil }
    }

    func ended() {
        state.withLock { $0.hasEnded = true }
    }

    /// Whether the consumer's loop has ended.
    var hasEnded: Bool { state.withLock { $0.hasEnded } }

    func cancelled() {
        state.withLock { $0.isCancelled = true }
    }

    func given(_ snapshot: Model.Snapshot) {
        let entry = (snapshot.version?.number, Model(snapshot))
        state.withLock { $0.states.append(entry) }
    }

    /// The number of the ask that began before `time` and is not answered; `nil` when there is none that must be.
    ///
    /// Virtual time only passes when nobody can go on: the source knows of such an ask. One whose consumer has not been
    /// resumed yet with what it was given is answered.
    func openAsk(before time: VirtualClock.Instant) -> Int? {
        let snapshot = subscription.snapshot
        return state.withLock { state in
            guard let open = state.open, open.since < time, !state.isCancelled else { return nil }
            return snapshot.isIdentical(to: open.from) ? state.asks : nil
        }
    }

    var states: [(number: UInt64?, model: Model)] { state.withLock { $0.states } }
}

/// Somebody who follows a source, well or badly, and checks all that it is told.
struct Consumer<Source: Simulated>: Sendable {
    let name: String
    let scene: Scene<Source>
    let tracker: Tracker<Source.Model>
    /// What the consumer edits from inside of a delivery; `nil` for one that must not keep the source alive.
    let source: Source?
    var random: SeededGenerator

    /// Asks until the end, or until the task is cancelled.
    mutating func follow() async {
        let subscription = tracker.subscription
        var iterator = subscription.makeAsyncIterator()
        var stream = subscription.updates.makeAsyncIterator()
        var last = subscription.snapshot
        var content = last.content
        while true {
            let newest = source?.hub.version.number ?? 0
            if random.oneIn(12) { cancelSomebodyMidway() }
            tracker.demandBegan(at: scene.executor.clock.now)
            let update =
                switch random.below(3) {
                case 0: await subscription.next()
                case 1: await iterator.next()
                default: await stream.next()
                }
            tracker.answered()
            guard let update else { break }
            check(update, after: last, newest)
            do {
                try update.apply(to: &content)
                if isLawful, !Source.Model.isSame(content, update.after.content) { fault("law 1", "\(update) astray") }
            } catch {
                // Of items that are lawless a difference may be wrong; the state is not.
                if isLawful { fault("law 1", "\(error) in \(update)") }
                content = update.after.content
            }
            last = update.after
            await react()
        }
        if Task.isCancelled { return }
        guard let end = scene.ledger.end else { return fault("law 13", "ended before its source") }
        if isLawful, !end.isSame(as: Source.Model(subscription.snapshot)) {
            fault("law 13", "ended with \(subscription.snapshot), not with \(end)")
        }
        if subscription.lag != 0 { fault("law 13", "ended \(subscription.lag) commits behind") }
    }

    private func check(_ update: Update<Source.Snapshot>, after last: Source.Snapshot, _ newest: UInt64) {
        if !update.before.isIdentical(to: last) { fault("law 2", "\(update) does not start from \(last)") }
        if update.before.version != last.version { fault("law 2", "\(update) starts from another commit") }
        guard let number = update.after.version?.number else { return fault("law 16", "\(update) has no version") }
        if let before = update.before.version, before.epoch == update.after.version?.epoch, before.number >= number {
            fault("law 16", "\(update) leads back")
        }
        if update.changes.isEmpty { fault("law 3", "\(update) is empty") }
        if number < newest { fault("law 5", "\(update), although v\(newest) was there when it was asked for") }
        if isLawful {
            for violation in Source.Model.violations(of: update) {
                fault("law \(violation.law.rawValue)", "\(violation)")
            }
        }
        tracker.given(update.after)
        scene.stepTaken(from: update.before.version, to: number)
    }

    /// What a consumer does between two updates.
    private mutating func react() async {
        switch random.below(10) {
        case 0...3: return
        case 4...6: await scene.rest(&random)
        case 7: await scene.rest(&random, .seconds(random.below(200)))
        case 8:
            if let source { _ = try? await source.perform(Script(&random), scene.ledger) }
        default: source?.submit(Script(&random), scene.ledger)
        }
    }

    /// Cancels some consumer in the midst of a difference, this one perhaps.
    private mutating func cancelSomebodyMidway() {
        let victim = random.next()
        scene.ledger.witness.at(1 + random.below(6)) { [scene] in scene.cancel(victim) }
    }

    private var isLawful: Bool { Source.Model.Item.isLawful }

    private func fault(_ law: String, _ message: @autoclosure () -> String) {
        scene.ledger.fault(law, "\(name): \(message())")
    }
}
