/// Looks for the shortest schedule that fails as a given one does: pure but for the trials, which it is handed.
///
/// Fewer deviations are better; with equally many, those that pass over fewer jobs, and then fewer steps. It cuts the list
/// at the end, drops, lowers, delays and merges single deviations until that leads no further (delta debugging), and last
/// tries all schedules with fewer deviations than are left, the fewest first, as far as the budget goes.
package struct ScheduleShrinker {
    /// What came of following a schedule.
    package struct Trial: Sendable {
        /// The choices as they were made.
        package var schedule: SeededExecutor.Schedule
        package var steps: Int
        /// How many jobs there were to choose from at each step.
        package var widths: [Int]
        /// What went wrong, if it failed in the way that is looked for.
        package var failure: String?

        package var fails: Bool { failure != nil }

        package init(schedule: SeededExecutor.Schedule, steps: Int, widths: [Int], failure: String?) {
            self.schedule = schedule
            self.steps = steps
            self.widths = widths
            self.failure = failure
        }
    }

    private typealias Deviation = SeededExecutor.Schedule.Deviation

    /// The best one that fails.
    package private(set) var best: Trial
    /// How many schedules were tried.
    package private(set) var trials = 0
    /// Whether all schedules with fewer deviations than the best are known not to fail.
    package private(set) var isMinimal = false

    private let budget: Int
    private let attempt: (SeededExecutor.Schedule) -> Trial
    private var known: Set<SeededExecutor.Schedule> = []

    /// Shrinks `trial`, which fails.
    ///
    /// - Parameters:
    ///   - trial: Where to begin.
    ///   - budget: How many schedules may be tried.
    ///   - attempt: Follows a schedule.
    package init(shrinking trial: Trial, budget: Int, attempt: @escaping (SeededExecutor.Schedule) -> Trial) {
        best = trial
        self.budget = budget
        self.attempt = attempt
        guard let inOrder = follow([]) else { return }
        if inOrder.fails {
            isMinimal = true
            return
        }
        cut()
        var last: SeededExecutor.Schedule?
        while best.schedule != last {
            last = best.schedule
            drop()
            lower()
            delay()
            merge()
        }
        searchFewer(from: inOrder)
    }

    // MARK: Trying

    /// Follows a schedule, unless that was done before or the budget is spent, and keeps it if it is better.
    private mutating func follow(_ deviations: [Deviation]) -> Trial? {
        let schedule = SeededExecutor.Schedule(deviations: deviations)
        guard trials < budget, known.insert(schedule).inserted else { return nil }
        trials += 1
        let trial = attempt(schedule)
        if trial.fails, trial.isBetter(than: best) { best = trial }
        return trial
    }

    /// Whether the schedule fails and is better than the best so far, which it then is.
    private mutating func improves(_ deviations: [Deviation]) -> Bool {
        let old = best.schedule
        return follow(deviations)?.fails == true && best.schedule != old
    }

    // MARK: Delta debugging

    /// Finds a short beginning of the deviations that fails, by halving.
    private mutating func cut() {
        let all = best.schedule.deviations
        var (passing, failing) = (0, all.count)
        while failing - passing > 1 {
            let middle = passing + (failing - passing) / 2
            if improves(Array(all[..<middle])) { failing = middle } else { passing = middle }
        }
    }

    /// Leaves out runs of deviations, long ones first, until none can be spared.
    private mutating func drop() {
        var length = max(1, best.schedule.deviations.count / 2)
        while true {
            var end = best.schedule.deviations.count
            var hasDropped = false
            while end > 0 {
                var deviations = best.schedule.deviations
                end = min(end, deviations.count)
                let start = max(0, end - length)
                deviations.removeSubrange(start..<end)
                if improves(deviations) { hasDropped = true }
                end = start
            }
            if length == 1, !hasDropped || trials >= budget { return }
            length = max(1, length / 2)
        }
    }

    /// Takes older jobs where that does as well.
    private mutating func lower() {
        var place = 0
        while place < best.schedule.deviations.count {
            let deviation = best.schedule.deviations[place]
            let isLower = [1, deviation.choice / 2, deviation.choice - 1].contains { choice in
                guard choice > 0, choice < deviation.choice, place < best.schedule.deviations.count else {
                    return false
                }
                var deviations = best.schedule.deviations
                deviations[place] = Deviation(step: deviation.step, choice: choice)
                return improves(deviations)
            }
            if !isLower { place += 1 }
        }
    }

    /// Lets a job that overtakes others, and the next one to run, change places: one is passed over less.
    ///
    /// Where the two have nothing to do with one another, all that comes after stays as it was.
    private mutating func delay() {
        var place = 0
        while place < best.schedule.deviations.count {
            var choices = Dictionary(uniqueKeysWithValues: best.schedule.deviations.map { ($0.step, $0.choice) })
            let deviation = best.schedule.deviations[place]
            let next = choices[deviation.step + 1] ?? 0
            if next >= deviation.choice {
                place += 1
                continue
            }
            choices[deviation.step] = next
            choices[deviation.step + 1] = deviation.choice - 1
            if !improves(choices) { place += 1 }
        }
    }

    /// Lets one deviation pass over as many jobs as two did, and leaves out the other.
    private mutating func merge() {
        var first = 0
        while first < best.schedule.deviations.count {
            let deviations = best.schedule.deviations
            let hasMerged = deviations.indices.dropFirst(first + 1).contains { second in
                let (one, other) = (deviations[first], deviations[second])
                return [(one, other), (other, one)].contains { kept, left in
                    var choices = Dictionary(uniqueKeysWithValues: deviations.map { ($0.step, $0.choice) })
                    choices[kept.step] = one.choice + other.choice
                    choices[left.step] = 0
                    return improves(choices)
                }
            }
            if !hasMerged { first += 1 }
        }
    }

    private mutating func improves(_ choices: [Int: Int]) -> Bool {
        improves(
            choices.filter { $0.value > 0 }.sorted { $0.key < $1.key }.map { Deviation(step: $0.key, choice: $0.value) }
        )
    }

    // MARK: Searching

    /// Tries all schedules with one deviation, then all with two, and so on, as long as that is fewer than there are.
    private mutating func searchFewer(from inOrder: Trial) {
        var level = [inOrder]
        var count = 1
        while count < best.schedule.deviations.count {
            var next: [Trial] = []
            for parent in level {
                let deviations = parent.schedule.deviations
                let first = (deviations.last?.step ?? 0) + 1
                for step in stride(from: first, through: parent.widths.count, by: 1) {
                    for choice in stride(from: 1, to: parent.widths[step - 1], by: 1) {
                        if trials >= budget { return }
                        guard let trial = follow(deviations + [Deviation(step: step, choice: choice)]) else { continue }
                        if trial.fails, best.schedule.deviations.count <= count {
                            isMinimal = true
                            return
                        }
                        if !trial.fails { next.append(trial) }
                    }
                }
            }
            level = next
            count += 1
        }
        isMinimal = true
    }
}

extension ScheduleShrinker.Trial {
    fileprivate func isBetter(than other: Self) -> Bool {
        weight < other.weight
    }

    private var weight: (deviations: Int, choices: Int, steps: Int) {
        (schedule.deviations.count, schedule.deviations.reduce(0) { $0 + $1.choice }, steps)
    }
}
