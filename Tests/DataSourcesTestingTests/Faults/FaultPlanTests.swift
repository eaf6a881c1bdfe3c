import DataSourcesTesting
import Testing

struct `Fault plan` {
    private func steps(_ count: Int, _ faults: SubscriberFault...) -> [FaultPlan.Step] {
        var plan = FaultPlan(faults)
        return [plan.stepAtStart] + (0..<count).map { _ in plan.updateReceived() }
    }

    @Test func `without faults there is nothing to do but to ask`() {
        #expect(steps(2).map(\.stalls) == [[], [], []])
        #expect(steps(2).allSatisfy { !$0.cancelsItself && !$0.callsForCancellation && $0.resubscription == nil })
    }

    @Test func `pauses come after updates only`() {
        #expect(steps(2).map(\.pauses) == [false, true, true])
    }

    @Test func `each fault has its place, and those that come at the same update come together`() {
        let steps = steps(
            4, .stalled(after: 2), .cancelled(afterUpdates: 4), .stalled(after: 2), .cancelled(whileAskingAfter: 0),
            .resubscribing(every: 2, from: .newestState)
        )
        #expect(steps.map(\.stalls) == [[], [], [0, 2], [], []])
        #expect(steps.map(\.cancelsItself) == [false, false, false, false, true])
        #expect(steps.map(\.callsForCancellation) == [true, false, false, false, false])
        #expect(steps.map(\.resubscription) == [nil, nil, .newestState, nil, .newestState])
    }
}
