import DataSources
import DataSourcesTesting
import Synchronization

/// Which steps subscribers share that are each at a pace of its own, and what the differences cost.
///
/// They take from half a millisecond to fifty for an element, and there is a commit every millisecond. Simulated in
/// virtual time under a seed, so that the counts are the same in every run. The differences are then computed once more,
/// to be timed.
struct MixedSpeedsBenchmark {
    let items: Int
    let subscribers: Int
    let commits: Int

    static func measure(into report: inout Report, quick: Bool) async throws {
        for items in quick ? [10_000] : [100, 100_000] {
            for subscribers in [10, 100, 1_000] {
                let benchmark = MixedSpeedsBenchmark(items: items, subscribers: subscribers, commits: 1_000)
                try benchmark.measure(into: &report)
            }
        }
    }

    private typealias Snapshot = ListSnapshot<Employee>

    private struct Step: Hashable {
        var from: UInt64
        var to: UInt64
    }

    /// What happened: the states in the order of their versions, and how often each step was delivered.
    private struct History: Sendable {
        var states: [UInt64: Snapshot] = [:]
        var deliveries: [Step: Int] = [:]
        var computed = 0
        var endedAtLast = 0
    }

    private func measure(into report: inout Report) throws {
        let history = try simulate()
        let delivered = Double(history.deliveries.values.reduce(0, +))
        let steps = history.deliveries.keys.sorted { ($0.to, $0.from) < ($1.to, $1.from) }
        let single = (1...UInt64(commits)).map { Step(from: $0, to: $0 + 1) }
        var (work, singleWork) = (Sample(), Sample())
        var changes = 0
        for _ in 0..<5 {
            changes = 0
            work.values.append(cost { changes = Self.changes(steps, history) })
            singleWork.values.append(cost { consume(Self.changes(single, history)) })
        }
        let perStep = work.minimum / Double(steps.count) / 1_000
        let perSingle = singleWork.minimum / Double(commits) / 1_000
        let group = "Mixed speeds, 0.5 to 50 ms an element, a commit a ms, \(items) items"
        if history.endedAtLast != subscribers { print("    some did not end with the newest state") }

        func add(
            _ name: String, _ value: Double, _ unit: String, _ against: String? = nil, _ ratio: Double? = nil,
            bar: Double? = nil
        ) {
            report.add(
                Row(
                    group: group, name: name, size: subscribers, value: value, unit: unit, against: against,
                    ratio: ratio, bar: bar,
                    work: "mixed speeds, \(Report.size(items)) items, \(name), \(Report.size(subscribers))"))
        }
        let computed = Double(history.computed)
        add(
            "deliveries per difference", delivered / computed, "", "(differences per delivery)", computed / delivered,
            bar: subscribers == 1_000 ? 1 / 3 : nil)
        add("differences per commit", computed / Double(commits), "")
        add("differences computed", computed, "", "distinct steps", computed / Double(steps.count), bar: 1)
        add("changes in a difference", Double(changes) / Double(steps.count), "")
        add(
            "work for a difference", perStep, "µs", "one fast subscriber's", perStep / perSingle,
            bar: subscribers == 1_000 ? 2 : nil)
        add(
            "  for a change in it", work.minimum / Double(changes), "ns", "one fast subscriber's",
            work.minimum / Double(changes) / (perSingle * 1_000))
        add(
            "work for a commit", work.minimum / 1_000 / Double(commits), "µs", "one fast subscriber's",
            work.minimum / Double(commits) / 1_000 / perSingle)
    }

    @inline(never)
    private static func changes(_ steps: [Step], _ history: History) -> Int {
        var count = 0
        for step in steps {
            guard let before = history.states[step.from], let after = history.states[step.to] else { continue }
            count += after.changes(from: before).count
        }
        return count
    }

    private func simulate() throws -> History {
        try SeededExecutor.run(seed: 7) { [items, subscribers, commits] executor in
            let source = try ListSource((0..<items).map { Employee($0) })
            let log = Log()
            log.committed(source.snapshot)
            try await withThrowingTaskGroup(of: Void.self) { group in
                var generator = Generator(seed: 5)
                for _ in 0..<subscribers {
                    let pause = Duration.microseconds(500 + generator.below(49_500))
                    let subscription = source.subscribe()
                    group.addTask {
                        for await update in subscription {
                            log.delivered(update)
                            try await executor.clock.sleep(for: pause)
                        }
                        log.ended(subscription.snapshot == source.snapshot)
                    }
                }
                for commit in 1...commits {
                    try await executor.clock.sleep(for: .milliseconds(1))
                    let id = generator.below(items)
                    try await source.update(id: id) { $0.salary = -commit }
                    log.committed(source.snapshot)
                }
                await source.finish()
                try await group.waitForAll()
            }
            return log.history(computed: source.hub.differencesComputed)
        }
    }

    private final class Log: Sendable {
        private let state = Mutex(History())

        func committed(_ snapshot: Snapshot) {
            state.withLock { $0.states[snapshot.version?.number ?? 0] = snapshot }
        }

        func delivered(_ update: Update<Snapshot>) {
            let step = Step(from: update.before.version?.number ?? 0, to: update.after.version?.number ?? 0)
            state.withLock { $0.deliveries[step, default: 0] += 1 }
        }

        func ended(_ hasNewest: Bool) {
            if hasNewest { state.withLock { $0.endedAtLast += 1 } }
        }

        func history(computed: Int) -> History {
            var history = state.withLock { $0 }
            history.computed = computed
            return history
        }
    }
}
