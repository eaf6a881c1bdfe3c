import DataSources
import DataSourcesTesting
import Synchronization

/// What the actors of one run share.
final class Scene<Source: Simulated>: Sendable {
    /// Everything is guarded by the mutex.
    private struct State {
        var trackers: [Tracker<Source.Model>] = []
        var tasks: [Task<Void, Never>] = []
        var steps: Set<[UInt64]> = []
        var cancellations = 0
    }

    let seed: UInt64
    let executor: SeededExecutor
    let ledger: Ledger<Source.Model>
    private let state = Mutex(State())

    init(seed: UInt64, _ executor: SeededExecutor, _ ledger: Ledger<Source.Model>) {
        self.seed = seed
        self.executor = executor
        self.ledger = ledger
    }

    /// The random numbers of one of the actors: they do not depend on the order in which all of them run.
    func random(_ stream: Int) -> SeededGenerator {
        var random = SeededGenerator(seed: seed ^ UInt64(stream) &* 0x9E6C_63D0_876A_68EE)
        _ = random.next()
        return random
    }

    /// Lets the others go on: for some steps, or as far as they can and for some virtual time.
    func rest(_ random: inout SeededGenerator, _ time: Duration? = nil) async {
        if time == nil, random.oneIn(2) {
            // Yields, so that schedules differ in who overtakes whom; a sleep of no duration lets all others go first.
            for _ in 0..<random.below(8) { await Task.yield() }
            return
        }
        try? await executor.clock.sleep(for: time ?? .milliseconds(random.below(4)))
    }

    // MARK: Consumers

    /// Has a consumer follow a subscription, in a task that may be cancelled at any moment.
    func follow(_ subscription: SnapshotSubscription<Source.Snapshot>, number: Int, editing source: Source?) {
        let tracker = Tracker<Source.Model>(subscription)
        if subscription.snapshot.version != nil { tracker.given(subscription.snapshot) }
        let consumer = Consumer(
            name: "consumer \(number)", scene: self, tracker: tracker, source: source, random: random(100 + number)
        )
        let task = Task(executorPreference: executor) {
            var consumer = consumer
            await consumer.follow()
            tracker.ended()
        }
        state.withLock { state in
            state.trackers.append(tracker)
            state.tasks.append(task)
        }
    }

    var trackers: [Tracker<Source.Model>] { state.withLock { $0.trackers } }

    var tasks: [Task<Void, Never>] { state.withLock { $0.tasks } }

    /// Cancels one of the consumers, now or right before a step, and returns what is known of it; `nil` when there is none.
    @discardableResult
    func cancel(_ victim: UInt64, atStep step: Int? = nil) -> Tracker<Source.Model>? {
        let found = state.withLock { state -> (Tracker<Source.Model>, Task<Void, Never>)? in
            guard !state.tasks.isEmpty else { return nil }
            let place = Int(victim % UInt64(state.tasks.count))
            state.cancellations += 1
            return (state.trackers[place], state.tasks[place])
        }
        guard let (tracker, task) = found else { return nil }
        tracker.cancelled()
        if let step { executor.cancel(task, atStep: step) } else { task.cancel() }
        return tracker
    }

    /// Lets go of everything, so that what still lives has leaked.
    func released() {
        let old = state.withLock { state in
            defer { state = State() }
            return state
        }
        withExtendedLifetime(old) {}
    }

    // MARK: Steps

    /// A consumer was given the difference between two commits.
    func stepTaken(from before: Version?, to after: UInt64) {
        let before = before?.number ?? 0
        state.withLock { _ = $0.steps.insert([before, after]) }
    }

    /// How many different steps were taken; `nil` when somebody was cancelled, who may have begun another one.
    var stepsTaken: Int? { state.withLock { $0.cancellations == 0 ? $0.steps.count : nil } }
}
