import Synchronization

extension SeededExecutor {
    /// Reruns a failing scenario, to find the shortest order in which it fails in the same way.
    struct Search {
        let body: @Sendable (SeededExecutor) async throws -> Void
        /// The kind of failure to find.
        let kind: String
        let escapes: EscapePolicy
        let patience: Duration
        /// The caller of the exploration.
        let caller: RunCaller
        /// The number of steps of the first failing run.
        let steps: Int
        let fileID: String
        let line: Int

        /// The result of a search.
        struct Result {
            var best: ScheduleShrinker.Trial
            var isReproducible: Bool
            var isMinimal: Bool
            var reruns: Int
            /// The steps of the best order that ran another job than the oldest, with the names of tasks.
            var overtakings: [Overtaking] = []
        }

        /// Runs `schedule` again, and if it fails again, shrinks it; the result is verified by one more run.
        func shortest(from schedule: Schedule, failure: String, reruns: Int) -> Result {
            let first = ScheduleShrinker.Trial(schedule: schedule, steps: steps, widths: [], failure: failure)
            if reruns <= 0 {
                return Result(best: first, isReproducible: true, isMinimal: schedule.deviations.isEmpty, reruns: 0)
            }
            let (again, overtakings) = namedTrial(of: schedule, patience: trialPatience)
            guard again.fails, again.schedule == schedule, again.steps == steps else {
                return Result(best: first, isReproducible: false, isMinimal: false, reruns: 1)
            }
            let shrinker = ScheduleShrinker(shrinking: again, budget: reruns - 2) { schedule in
                trial(of: schedule, patience: trialPatience)
            }
            var result = Result(
                best: shrinker.best,
                isReproducible: true,
                isMinimal: shrinker.isMinimal,
                reruns: shrinker.trials + 1,
                overtakings: overtakings
            )
            if result.best.schedule == schedule { return result }
            // As whoever pastes the line will run it.
            let (last, shrunkOvertakings) = namedTrial(of: result.best.schedule, patience: patience)
            result.reruns += 1
            if last.fails, last.schedule == result.best.schedule {
                result.best = last
                result.overtakings = shrunkOvertakings
            } else {
                result = Result(best: first, isReproducible: false, isMinimal: false, reruns: result.reruns)
            }
            return result
        }

        /// None, since nothing came back from outside the first time either; but where things may leave, an order in which
        /// they have not come back yet has not failed.
        private var trialPatience: Duration { escapes == .allowed ? patience : .zero }

        /// Runs it no further than where the first run had been over long ago.
        private func trial(of schedule: Schedule, patience: Duration) -> ScheduleShrinker.Trial {
            run(schedule, patience: patience).trial
        }

        /// The same, with the steps that ran another job than the oldest.
        private func namedTrial(
            of schedule: Schedule, patience: Duration
        ) -> (trial: ScheduleShrinker.Trial, overtakings: [Overtaking]) {
            let (trial, executor) = run(schedule, patience: patience)
            return (trial, executor.state.withLock { $0.namedOvertakings })
        }

        private func run(
            _ schedule: Schedule, patience: Duration
        ) -> (trial: ScheduleShrinker.Trial, executor: SeededExecutor) {
            let executor = SeededExecutor(
                order: .schedule(schedule),
                escapes: escapes,
                patience: patience,
                stepLimit: 10 * steps + 10_000,
                recordsWidths: true
            )
            let failure = executor.failure(of: body, fileID: fileID, line: line, for: caller)
            let trial = executor.state.withLock { state in
                ScheduleShrinker.Trial(
                    schedule: state.ready.schedule,
                    steps: state.ready.steps,
                    widths: state.ready.widths ?? [],
                    failure: failure?.kind == kind ? failure?.text : nil
                )
            }
            return (trial, executor)
        }
    }
}
