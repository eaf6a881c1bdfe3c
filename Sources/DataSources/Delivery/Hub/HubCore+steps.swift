internal import Synchronization

extension HubCore {
    /// Whether a deadline has passed that has not been published.
    var isDue: Bool { timer?.isDue ?? false }

    /// The step from one of this hub's commits to another; shared if the latter is the newest.
    ///
    /// The caller retains the commit that it starts from.
    func step(from before: HubCommit, to after: HubCommit) -> DifferenceStep {
        state.withLock { state in
            after === state.newest
                ? sharedStep(from: before, &state)
                : DifferenceStep(before: before, after: after, comparisons: comparisons)
        }
    }
}
