extension SeededExecutor {
    /// Which job runs next: the pure part of the executor, which knows no thread, task or lock.
    package struct Schedule<Job: Sendable>: Sendable {
        /// The jobs that could run now, in no meaningful order.
        private var ready: [Job] = []
        private var generator: SeededGenerator

        /// How many jobs were chosen so far.
        package private(set) var steps = 0

        /// A hash of all choices so far, each with the number of jobs there were to choose from.
        package private(set) var trace: UInt64 = 0xCBF2_9CE4_8422_2325

        package init(seed: UInt64) {
            generator = SeededGenerator(seed: seed)
        }

        /// Takes note that `job` can run.
        ///
        /// - Complexity: O(1), amortized
        package mutating func jobArrived(_ job: Job) {
            ready.append(job)
        }

        /// Chooses the job that runs now, or returns `nil` if none is ready.
        ///
        /// The last job takes the place of the chosen one, so the order of the ready jobs changes, but in the same way
        /// for the same seed.
        ///
        /// - Complexity: O(1)
        package mutating func threadBecameFree() -> Job? {
            guard !ready.isEmpty else { return nil }
            let choice = generator.next(below: ready.count)
            record(UInt64(choice))
            record(UInt64(ready.count))
            steps += 1
            ready.swapAt(choice, ready.count - 1)
            return ready.removeLast()
        }

        /// Mixes `value` into the trace (FNV-1a, a word at a time).
        private mutating func record(_ value: UInt64) {
            trace = (trace ^ value) &* 0x100_0000_01B3
        }
    }
}
