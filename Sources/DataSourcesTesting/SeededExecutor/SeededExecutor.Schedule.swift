extension SeededExecutor {
    /// An order of jobs, as deviations from first-in first-out.
    ///
    /// Its text is a list of `step:choice`. `"12:2 15:1"` makes the twelfth job the one with two older ones before it,
    /// the fifteenth the one with one, and all others the oldest. Jobs that are passed over keep their places. The
    /// empty schedule is first-in first-out.
    ///
    /// A choice beyond the number of ready jobs means the youngest; a step that is never reached has no effect.
    ///
    /// ```swift
    /// try SeededExecutor.run(schedule: "12:2 15:1") { executor in ... }
    /// ```
    public struct Schedule: Hashable, Sendable {
        /// A step that runs another job than the oldest.
        public struct Deviation: Hashable, Sendable {
            /// 40 bits for the step, 24 for the choice: one word, since a long run records millions.
            private let packed: UInt64

            /// Creates the deviation that at `step`, counted from 1, runs the job with `choice` older ones before it.
            ///
            /// Values are clamped: a step to 1...2^40 - 1, a choice to 1...2^24 - 1.
            public init(step: Int, choice: Int) {
                packed = UInt64(min(max(1, step), 1 << 40 - 1)) << 24 | UInt64(min(max(1, choice), 1 << 24 - 1))
            }

            /// The number of the job, counted from 1 in the order in which jobs run.
            public var step: Int { Int(packed >> 24) }

            /// The number of older jobs passed over.
            public var choice: Int { Int(packed & (1 << 24 - 1)) }
        }

        /// The deviations from first-in first-out, by step.
        public let deviations: [Deviation]

        /// The order in which the jobs became ready.
        public static let firstInFirstOut = Schedule(deviations: [])

        /// Creates a schedule from deviations.
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

    /// Parses the description of a schedule; `nil` if it is invalid.
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

    /// Parses a literal; an invalid one traps.
    public init(stringLiteral text: String) {
        guard let schedule = Self(text) else {
            preconditionFailure("\"\(text)\" is not a schedule like \"12:2 15:1\".")
        }
        self = schedule
    }
}
