extension SeededExecutor {
    /// The order in which an executor runs its jobs.
    public enum Order: Hashable, Sendable {
        /// Every choice is random, from this seed.
        case seed(UInt64)
        /// The oldest job first, except for the deviations of the schedule.
        case schedule(Schedule)
    }
}

extension SeededExecutor.Order: CustomStringConvertible {
    /// The call that runs a scenario in this order, in one line to paste into a test.
    public var description: String {
        "SeededExecutor.run(\(argument)) { executor in ... }"
    }

    /// The argument that says so.
    var argument: String {
        switch self {
        case .seed(let seed): "seed: \(seed)"
        case .schedule(let schedule): "schedule: \"\(schedule)\""
        }
    }
}
