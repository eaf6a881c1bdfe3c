internal import Synchronization

extension HubCore {
    /// How often something upstream of a derived hub has changed.
    var rings: Int { state.withLock { $0.machine.rings } }

    /// Whether a deadline has passed that nobody who follows the hub has been told of.
    var isDue: Bool { alarm?.isDue ?? false }

    /// The step from one of this hub's stages to another; shared when the latter is the newest.
    ///
    /// Whoever takes it keeps the stage that it starts from.
    func step(from before: HubStage, to after: HubStage) -> DifferenceStep {
        state.withLock { state in
            after === state.newest
                ? sharedStep(from: before, &state)
                : DifferenceStep(before: before, after: after, comparisons: comparisons)
        }
    }
}
