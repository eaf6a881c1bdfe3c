internal import DataSources

/// The fate of one frame: the pure part of the faults of a ``LossyTransport``.
///
/// The fate of the *n*-th frame depends on seed, faults and *n* only. Every frame draws the same number of random
/// numbers, whether or not they are used: so a change of one rate does not move the other faults, and a higher rate
/// only adds faults.
package struct TransportFate: Hashable, Sendable {
    /// The transit of one copy of the frame.
    package struct Transit: Hashable, Sendable {
        /// The transit time.
        package let delay: Duration
        /// The additional time out of order; `nil` if the copy keeps its order.
        package let holdBack: Duration?
    }

    package let isDropped: Bool
    /// The fraction to keep, in 2^64ths; `nil` if the frame is not truncated.
    package let truncation: UInt64?
    package let first: Transit
    /// The transit of the duplicate, if there is one.
    package let duplicate: Transit?

    /// Draws the fate of the next frame.
    package init(_ faults: TransportFaults, using generator: inout SeededGenerator) {
        isDropped = Self.happens(faults.drop, &generator)
        let isDuplicated = Self.happens(faults.duplicate, &generator)
        let isTruncated = Self.happens(faults.truncate, &generator)
        let length = generator.next()
        truncation = isTruncated ? length : nil
        first = Transit(faults, &generator)
        let second = Transit(faults, &generator)
        duplicate = isDuplicated ? second : nil
    }

    /// Whether an event of this probability happens; draws once.
    fileprivate static func happens(_ rate: Double, _ generator: inout SeededGenerator) -> Bool {
        // 53 bits fit a Double: below 1 for every draw, so that rate 1 always happens and rate 0 never.
        Double(generator.next() >> 11) * 0x1p-53 < rate
    }
}

extension TransportFate.Transit {
    fileprivate init(_ faults: TransportFaults, _ generator: inout SeededGenerator) {
        let (start, end) = (faults.delay.lowerBound.bounded, faults.delay.upperBound.bounded)
        delay = start + Self.part(of: end - start, generator.next())
        let isHeldBack = TransportFate.happens(faults.reorder, &generator)
        let wait = Self.part(of: faults.reorderDelay.bounded, generator.next())
        holdBack = isHeldBack ? wait : nil
    }

    /// A part of `duration`, in whole nanoseconds unless it is all of it.
    private static func part(of duration: Duration, _ random: UInt64) -> Duration {
        let nanoseconds = duration / Duration.nanoseconds(1)
        let drawn = UInt64(Double(random >> 11) * 0x1p-53 * (nanoseconds + 1))
        return min(duration, .nanoseconds(Int64(clamping: drawn)))
    }
}
