internal import Synchronization

extension HubCore {
    /// Whether a deadline has passed that nobody who follows the hub has been told of.
    var isDue: Bool { timer?.isDue ?? false }

    /// The step from one of this hub's commits to another; shared when the latter is the newest.
    ///
    /// Whoever takes it keeps the commit that it starts from.
    func step(from before: HubCommit, to after: HubCommit) -> DifferenceStep {
        state.withLock { state in
            after === state.newest
                ? sharedStep(from: before, &state)
                : DifferenceStep(before: before, after: after, comparisons: comparisons)
        }
    }
}
