extension SeededExecutor {
    /// What decides the order in which an executor runs its jobs.
    public enum Order: Hashable, Sendable {
        /// Every choice is drawn at random, from this seed.
        case seed(UInt64)
        /// The oldest job first, but for the deviations that are named.
        case schedule(Schedule)
    }
}

extension SeededExecutor.Order: CustomStringConvertible {
    /// The call that runs a scenario in this order, in one line to paste into a test.
    public var description: String {
        switch self {
        case .seed(let seed): "SeededExecutor.run(seed: \(seed)) { executor in ... }"
        case .schedule(let schedule): "SeededExecutor.run(schedule: \"\(schedule)\") { executor in ... }"
        }
    }
}
