/// The frames in flight and their arrivals: the pure part of a ``LossyTransport``, without clocks, tasks or locks.
///
/// ```
/// in flight:   (at 0 ms, #4)  (at 0 ms, #5)  (at 7 ms, #3)      by arrival, then in the order sent
///                                            └ was held back: #4 and #5 overtake it
/// ```
package struct TransportLine<Frame: Sendable>: Sendable {
    /// The answer to a receiver that asks for a frame.
    package enum Answer: Sendable {
        /// This frame has arrived; truncated according to ``TransportFate/truncation``.
        case frame(Frame, truncation: UInt64?)
        /// Nothing arrives before this time, unless a frame sent later overtakes.
        case sleep(until: Duration)
        /// Nothing is in flight.
        case wait
        /// No more frames will come.
        case end
    }

    private struct Copy: Sendable {
        let frame: Frame
        let truncation: UInt64?
        let arrival: Duration
        /// The number of the frame; both copies have the same.
        let number: Int
    }

    private let faults: TransportFaults
    private var generator: SeededGenerator
    private var inFlight: [Copy] = []
    /// The last arrival of the frames that keep their order.
    private var lastArrival = Duration.zero
    private var lastDelivered = -1
    private var isFinished = false
    package private(set) var statistics = TransportStatistics()

    package init(seed: UInt64, faults: TransportFaults) {
        self.faults = faults
        generator = SeededGenerator(seed: seed)
    }

    /// A frame was sent, and meets its fate; after the end it is refused.
    ///
    /// - Returns: Whether the line accepted it.
    /// - Complexity: O(frames in flight)
    package mutating func frameSent(_ frame: Frame, at now: Duration) -> Bool {
        if isFinished { return false }
        let fate = TransportFate(faults, using: &generator)
        let number = statistics.sent
        statistics.sent += 1
        if fate.isDropped {
            statistics.dropped += 1
            return true
        }
        if fate.duplicate != nil { statistics.duplicated += 1 }
        for transit in [fate.first, fate.duplicate] {
            guard let transit else { continue }
            var arrival = now + transit.delay
            if let holdBack = transit.holdBack {
                arrival += holdBack
                statistics.heldBack += 1
            } else {
                lastArrival = max(lastArrival, arrival)
                arrival = lastArrival
            }
            if fate.truncation != nil { statistics.truncated += 1 }
            insert(Copy(frame: frame, truncation: fate.truncation, arrival: arrival, number: number))
        }
        return true
    }

    /// A receiver asked for a frame.
    package mutating func receiverAsked(at now: Duration) -> Answer {
        guard let first = inFlight.first else { return isFinished ? .end : .wait }
        if first.arrival > now { return .sleep(until: first.arrival) }
        inFlight.removeFirst()
        statistics.inFlight -= 1
        statistics.delivered += 1
        if first.number < lastDelivered { statistics.outOfOrder += 1 }
        lastDelivered = max(lastDelivered, first.number)
        return .frame(first.frame, truncation: first.truncation)
    }

    /// The sender has finished; frames in flight still arrive.
    package mutating func senderFinished() {
        isFinished = true
    }

    /// The connection broke.
    ///
    /// - Returns: The frames in flight, for the caller to release.
    package mutating func connectionCut() -> [Frame] {
        isFinished = true
        statistics.lost += inFlight.count
        statistics.inFlight = 0
        defer { inFlight = [] }
        return inFlight.map(\.frame)
    }

    /// Inserts a copy after all that arrive no later; the place is nearly always close to the end.
    private mutating func insert(_ copy: Copy) {
        let behind = inFlight.reversed().prefix { $0.arrival > copy.arrival }.count
        inFlight.insert(copy, at: inFlight.count - behind)
        statistics.inFlight += 1
    }
}
