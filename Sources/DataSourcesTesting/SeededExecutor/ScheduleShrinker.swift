/// Finds the shortest schedule that fails like a given one: pure except for the trials, which the caller provides.
///
/// Fewer deviations are better; then those that pass over fewer jobs; then fewer steps. It truncates the list, and
/// removes, lowers, delays and merges single deviations until that no longer helps (delta debugging: A. Zeller and R.
/// Hildebrandt, "Simplifying and isolating failure-inducing input", 2002). Last it tries all schedules with fewer
/// deviations, the fewest first, within the budget.
package struct ScheduleShrinker {
    /// The result of following a schedule.
    package struct Trial: Sendable {
        /// The choices as they were made.
        package var schedule: SeededExecutor.Schedule
        package var steps: Int
        /// The number of ready jobs at each step.
        package var widths: [Int]
        /// The failure, if it is of the kind to find.
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

    /// The best failing trial.
    package private(set) var best: Trial
    /// The number of schedules tried.
    package private(set) var trials = 0
    /// Whether all schedules with fewer deviations than the best are known not to fail.
    package private(set) var isMinimal = false

    private let budget: Int
    private let attempt: (SeededExecutor.Schedule) -> Trial
    private var known: Set<SeededExecutor.Schedule> = []

    /// Shrinks `trial`, which fails.
    ///
    /// - Parameters:
    ///   - trial: The start.
    ///   - budget: The maximal number of schedules to try.
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

    /// Follows a schedule, unless it was tried before or the budget is spent, and keeps it if it is better.
    private mutating func follow(_ deviations: [Deviation]) -> Trial? {
        let schedule = SeededExecutor.Schedule(deviations: deviations)
        guard trials < budget, known.insert(schedule).inserted else { return nil }
        trials += 1
        let trial = attempt(schedule)
        if trial.fails, trial.isBetter(than: best) { best = trial }
        return trial
    }

    /// Whether the schedule fails and is better than the best so far; then it becomes the best.
    private mutating func improves(_ deviations: [Deviation]) -> Bool {
        let old = best.schedule
        return follow(deviations)?.fails == true && best.schedule != old
    }

    // MARK: Delta debugging

    /// Finds a short failing prefix of the deviations, by bisection.
    private mutating func cut() {
        let all = best.schedule.deviations
        var (passing, failing) = (0, all.count)
        while failing - passing > 1 {
            let middle = passing + (failing - passing) / 2
            if improves(Array(all[..<middle])) { failing = middle } else { passing = middle }
        }
    }

    /// Removes runs of deviations, long ones first, until all are necessary.
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

    /// Chooses older jobs where that fails too.
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

    /// Swaps a job that overtakes others with the next one to run, so that it passes over one fewer.
    ///
    /// If the two are independent, everything after them is unchanged.
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

    /// Makes one deviation pass over as many jobs as two did, and removes the other.
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

    /// Tries all schedules with one deviation, then all with two, and so on, up to fewer than the best has.
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
