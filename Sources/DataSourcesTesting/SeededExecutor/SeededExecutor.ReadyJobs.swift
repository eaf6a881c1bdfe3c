extension SeededExecutor {
    /// The ready jobs and the choice of the next: the pure part of the executor, without tasks or locks.
    ///
    /// Jobs are kept in their order of arrival, so choice 0 is the oldest, and the other jobs keep their places.
    ///
    /// ```
    /// jobs:  . . . A B C D      choice 2: C      . . . . A B D
    ///              ▲ head                              ▲ head
    /// ```
    package struct ReadyJobs<Job: Sendable>: Sendable {
        /// Draws the choices, unless a schedule gives them.
        private var generator: SeededGenerator?
        /// The given choices, and how many of them have been made.
        private let script: [Schedule.Deviation]
        private var passed = 0

        /// The chosen jobs, then the ready ones by arrival.
        private var jobs: [Job] = []
        private var head = 0

        /// The choices made so far that were not the oldest job.
        private var deviations: [Schedule.Deviation] = []

        /// The number of jobs chosen so far.
        package private(set) var steps = 0

        /// A hash (FNV-1a, by words) of all choices so far, each with the number of ready jobs.
        package private(set) var trace: UInt64 = 0xCBF2_9CE4_8422_2325

        /// The number of ready jobs at each step, if recorded.
        package private(set) var widths: [Int]?

        /// The jobs that a step passed over.
        package struct Overtaking: Sendable {
            package let step: Int
            package let job: Job
            /// The first few of them.
            package let passed: [Job]
        }

        /// The steps that did not run the oldest job, if recorded.
        package private(set) var overtakings: [Overtaking] = []

        package init(order: Order, recordsWidths: Bool = false) {
            switch order {
            case .seed(let seed):
                generator = SeededGenerator(seed: seed)
                script = []
            case .schedule(let schedule):
                script = schedule.deviations
            }
            widths = recordsWidths ? [] : nil
        }

        package var isEmpty: Bool { head == jobs.count }

        /// The ready job that arrived last.
        package var youngest: Job? { isEmpty ? nil : jobs.last }

        /// The choices made so far; following them makes the same choices again.
        package var schedule: Schedule { Schedule(deviations: deviations) }

        /// Adds `job` to the ready jobs.
        ///
        /// - Complexity: O(1), amortized
        package mutating func jobArrived(_ job: Job) {
            jobs.append(job)
        }

        /// Chooses the job that runs now, or returns `nil` if none is ready.
        ///
        /// - Complexity: O(1) amortized for the oldest, else moving as many pointers as there are to the nearer end.
        package mutating func threadBecameFree() -> Job? {
            let count = jobs.count - head
            if count == 0 { return nil }
            steps += 1
            let choice = nextChoice(below: count)
            if choice > 0 { deviations.append(Schedule.Deviation(step: steps, choice: choice)) }
            widths?.append(count)
            if choice > 0, widths != nil {
                let passed = Array(jobs[head..<head + min(choice, 4)])
                overtakings.append(Overtaking(step: steps, job: jobs[head + choice], passed: passed))
            }
            trace = (trace ^ UInt64(choice)) &* 0x100_0000_01B3
            trace = (trace ^ UInt64(count)) &* 0x100_0000_01B3
            return take(choice, of: count)
        }

        private mutating func nextChoice(below count: Int) -> Int {
            if generator != nil { return count == 1 ? 0 : generator!.next(below: count) }
            guard passed < script.count, script[passed].step == steps else { return 0 }
            passed += 1
            return min(script[passed - 1].choice, count - 1)
        }

        private mutating func take(_ choice: Int, of count: Int) -> Job {
            if choice > count / 2 { return jobs.remove(at: head + choice) }
            let job = jobs[head + choice]
            if choice > 0 {
                // `head + choice` is the index of a job, so `choice` jobs from `head` on can move up by one.
                unsafe jobs.withUnsafeMutableBufferPointer { jobs in
                    let first = unsafe jobs.baseAddress! + head
                    unsafe (first + 1).update(from: first, count: choice)
                }
            }
            head += 1
            dropServed()
            return job
        }

        /// Removes the chosen jobs from the array once they are half of it, and enough to matter.
        private mutating func dropServed() {
            if head == jobs.count {
                jobs.removeAll(keepingCapacity: true)
                head = 0
            } else if head >= 64, head * 2 >= jobs.count {
                jobs.removeFirst(head)
                head = 0
            }
        }
    }
}
