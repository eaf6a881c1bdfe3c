extension SeededExecutor {
    /// An order in which to run jobs: where it deviates from first-in first-out, and how.
    ///
    /// As text it is a list of `step:choice`. `"12:2 15:1"` lets the twelfth job to run be the one that has two older
    /// ones before it, the fifteenth the one that has one, and at all other steps the oldest. The jobs that were passed
    /// over keep their places. The empty schedule is first-in first-out.
    ///
    /// Where there are fewer jobs to choose from than a deviation names, it means the youngest; one whose step is never
    /// reached means nothing.
    ///
    /// ```swift
    /// try SeededExecutor.run(schedule: "12:2 15:1") { executor in ... }
    /// ```
    public struct Schedule: Hashable, Sendable {
        /// A step at which another job than the oldest runs.
        public struct Deviation: Hashable, Sendable {
            /// 40 bits for the step, 24 for the choice: one word, since a long run records millions.
            private let packed: UInt64

            /// Creates the deviation that at `step`, counted from 1, runs the job with `choice` older ones before it.
            ///
            /// Less than 1 counts as 1; a step beyond 2^40 - 1 counts as that one, a choice beyond 2^24 - 1 as that one.
            public init(step: Int, choice: Int) {
                packed = UInt64(min(max(1, step), 1 << 40 - 1)) << 24 | UInt64(min(max(1, choice), 1 << 24 - 1))
            }

            /// The number of the job, counted from 1 in the order in which jobs run.
            public var step: Int { Int(packed >> 24) }

            /// How many older jobs are passed over.
            public var choice: Int { Int(packed & (1 << 24 - 1)) }
        }

        /// The deviations from first-in first-out, by step.
        public let deviations: [Deviation]

        /// The order in which the jobs came.
        public static let firstInFirstOut = Schedule(deviations: [])

        /// Creates the schedule with these deviations.
        ///
        /// - Parameter deviations: In any order; of several for the same step the first one counts.
        public init(deviations: [Deviation]) {
            if Self.ascend(deviations) {
                self.deviations = deviations
            } else {
                let byStep = Dictionary(deviations.map { ($0.step, $0) }) { first, _ in first }
                self.deviations = byStep.values.sorted { $0.step < $1.step }
            }
        }

        private static func ascend(_ deviations: [Deviation]) -> Bool {
            var last = 0
            for deviation in deviations {
                if deviation.step <= last { return false }
                last = deviation.step
            }
            return true
        }
    }
}

extension SeededExecutor.Schedule: LosslessStringConvertible, ExpressibleByStringLiteral {
    /// The deviations as `step:choice`, separated by spaces.
    public var description: String {
        deviations.map { "\($0.step):\($0.choice)" }.joined(separator: " ")
    }

    /// Reads a schedule from its description; `nil` if this is none.
    public init?(_ description: String) {
        var deviations: [Deviation] = []
        for word in description.split(separator: " ") {
            let numbers = word.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
            guard numbers.count == 2, let step = numbers[0], let choice = numbers[1],
                step > 0, step < 1 << 40, choice > 0
            else { return nil }
            deviations.append(Deviation(step: step, choice: choice))
        }
        guard Self.ascend(deviations) else { return nil }
        self.deviations = deviations
    }

    /// Reads a schedule from a literal; one that cannot be read is a programming error and traps.
    public init(stringLiteral text: String) {
        guard let schedule = Self(text) else {
            preconditionFailure("\"\(text)\" is not a schedule like \"12:2 15:1\".")
        }
        self = schedule
    }
}
