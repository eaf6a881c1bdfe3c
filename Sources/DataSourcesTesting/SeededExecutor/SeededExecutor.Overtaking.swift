import DataSources

extension SeededExecutor {
    /// A step of a schedule that ran another job than the oldest.
    public struct Overtaking: Hashable, Sendable {
        /// The number of the step, as in ``Schedule/Deviation/step``.
        public let step: Int

        /// The task that ran.
        ///
        /// It is the name given to `SeededExecutor.start(name:_:)`, or the location
        /// of that call. Other tasks are described by the one that made them.
        public let task: String

        /// The first tasks that it passed over, oldest first: at most four.
        public let passed: [String]
    }
}

extension SeededExecutor.Overtaking: CustomStringConvertible {
    /// The step in one line.
    public var description: String {
        "step \(step): \(task) runs before \(passed.joined(separator: ", "))"
    }
}

extension SeededExecutor.State {
    /// Adds a job to the ready ones; in runs that record steps, it notes the job's task.
    mutating func jobArrived(_ job: SeededExecutor.ReadyJob) {
        var job = job
        if ready.widths != nil, let task = DefaultExecutorHook.taskNumber(of: job.job) {
            job.task = task
            if taskNames[task] == nil {
                // A new task was made by the one that runs now.
                let maker = Simulation.current.flatMap { participants.name(of: $0.participant) }
                taskNames[task] = maker.map { "a task of \($0)" } ?? "a task"
            }
        }
        ready.jobArrived(job)
    }

    /// Learns the number of a participant's task, whose first job has just arrived.
    mutating func participantArrived(_ number: Int) {
        guard ready.widths != nil, let task = ready.youngest?.task else { return }
        taskNames[task] = participants.name(of: number)
    }

    /// The steps that ran another job than the oldest, with names.
    var namedOvertakings: [SeededExecutor.Overtaking] {
        func name(_ job: SeededExecutor.ReadyJob) -> String {
            job.task.map { taskNames[$0] ?? "a task" } ?? "the work of an actor"
        }
        return ready.overtakings.map { overtaking in
            SeededExecutor.Overtaking(
                step: overtaking.step,
                task: name(overtaking.job),
                passed: overtaking.passed.map(name)
            )
        }
    }
}
