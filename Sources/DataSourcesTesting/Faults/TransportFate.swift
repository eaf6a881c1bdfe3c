internal import DataSources

/// What happens to one frame: the pure part of the faults of a ``LossyTransport``.
///
/// The fate of the *n*-th frame follows from seed, faults and *n* alone. For every frame the same number of random
/// numbers is drawn, whatever comes of them: so a change of one rate does not move the faults of the others, and a higher
/// rate only adds.
package struct TransportFate: Hashable, Sendable {
    /// How one copy of the frame travels.
    package struct Transit: Hashable, Sendable {
        /// How long it is on its way.
        package let delay: Duration
        /// How long it is held back besides, out of the order; `nil` when it keeps to the order.
        package let holdBack: Duration?
    }

    package let isDropped: Bool
    /// Where the end is cut off, as a part of the whole in 2^64ths; `nil` when it arrives whole.
    package let truncation: UInt64?
    package let first: Transit
    /// How the duplicate travels, if there is one.
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

    /// Whether something of this probability happens; draws once.
    fileprivate static func happens(_ rate: Double, _ generator: inout SeededGenerator) -> Bool {
        // 53 bits are what a Double holds: below 1 for every draw, so that rate 1 always happens and rate 0 never.
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

    /// From nothing up to `duration`, in whole nanoseconds unless it is all of it.
    private static func part(of duration: Duration, _ random: UInt64) -> Duration {
        let nanoseconds = duration / Duration.nanoseconds(1)
        let drawn = UInt64(Double(random >> 11) * 0x1p-53 * (nanoseconds + 1))
        return min(duration, .nanoseconds(Int64(clamping: drawn)))
    }
}
