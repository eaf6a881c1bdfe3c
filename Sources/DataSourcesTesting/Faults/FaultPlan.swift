/// Decides what a subscriber does and when: the pure part of ``FaultySubscriber``, without tasks, clocks or
/// subscriptions.
package struct FaultPlan: Sendable {
    /// What a subscriber does before it asks for the next update.
    package struct Step: Hashable, Sendable {
        /// Cancels its own task.
        package var cancelsItself = false
        /// Signals another task to cancel it.
        package var callsForCancellation = false
        /// Sleeps; never at the start.
        package var pauses = false
        /// The indexes of the faults that stall now, in order.
        package var stalls: [Int] = []
        /// Drops its subscription and subscribes again.
        package var resubscription: SubscriberFault.Resubscription?
    }

    private let faults: [SubscriberFault]
    /// The number of updates received.
    package private(set) var updates = 0

    package init(_ faults: [SubscriberFault]) {
        self.faults = faults
    }

    /// The step before the first update.
    package var stepAtStart: Step { step() }

    /// Records that the subscriber has received an update.
    package mutating func updateReceived() -> Step {
        updates += 1
        return step()
    }

    private func step() -> Step {
        var step = Step()
        step.pauses = updates > 0
        for (place, fault) in faults.enumerated() {
            switch fault.kind {
            case .slow: break
            case .stalled(let after, _): if updates == after { step.stalls.append(place) }
            case .cancelled(let after, false): if updates == after { step.cancelsItself = true }
            case .cancelled(let after, true): if updates == after { step.callsForCancellation = true }
            case .resubscribing(let every, let start):
                if updates > 0, updates.isMultiple(of: every) { step.resubscription = start }
            }
        }
        return step
    }
}
