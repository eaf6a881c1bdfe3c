import Synchronization

extension SeededExecutor {
    /// Runs a scenario that failed again and again, to find the shortest order in which it fails in the same way.
    struct Search {
        let body: @Sendable (SeededExecutor) async throws -> Void
        /// The kind of failure that is looked for.
        let kind: String
        let escapes: EscapePolicy
        /// How many steps the first failing run took.
        let steps: Int
        let fileID: String
        let line: Int

        /// What came of a search.
        struct Result {
            var best: ScheduleShrinker.Trial
            var isReproducible: Bool
            var isMinimal: Bool
            var reruns: Int
        }

        /// Runs `schedule` again, and if it fails once more, shrinks it.
        func shortest(from schedule: Schedule, failure: String, reruns: Int) -> Result {
            let first = ScheduleShrinker.Trial(schedule: schedule, steps: steps, widths: [], failure: failure)
            if reruns <= 0 {
                return Result(best: first, isReproducible: true, isMinimal: schedule.deviations.isEmpty, reruns: 0)
            }
            let again = trial(of: schedule)
            guard again.fails, again.schedule == schedule, again.steps == steps else {
                return Result(best: first, isReproducible: false, isMinimal: false, reruns: 1)
            }
            let shrinker = ScheduleShrinker(shrinking: again, budget: reruns - 1, attempt: trial)
            return Result(
                best: shrinker.best,
                isReproducible: true,
                isMinimal: shrinker.isMinimal,
                reruns: shrinker.trials + 1
            )
        }

        /// Runs it with no patience, since nothing came back from outside the first time either, and no further than where
        /// the first run had been over long ago.
        private func trial(of schedule: Schedule) -> ScheduleShrinker.Trial {
            let executor = SeededExecutor(
                order: .schedule(schedule),
                escapes: escapes,
                patience: .zero,
                stepLimit: 10 * steps + 10_000,
                recordsWidths: true
            )
            let failure = executor.failure(of: body, fileID: fileID, line: line)
            return executor.state.withLock { state in
                ScheduleShrinker.Trial(
                    schedule: state.ready.schedule,
                    steps: state.ready.steps,
                    widths: state.ready.widths ?? [],
                    failure: failure?.kind == kind ? failure?.text : nil
                )
            }
        }
    }
}
