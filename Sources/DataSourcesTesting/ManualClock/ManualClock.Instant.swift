extension ManualClock {
    /// A point in time, as the distance from the instant at which the clock began.
    public struct Instant: InstantProtocol, Sendable {
        /// How much time has passed since the beginning.
        public let sinceStart: Duration

        /// The instant at which every clock of this kind begins.
        public static let start = Instant(sinceStart: .zero)

        /// Creates the instant that is `sinceStart` after the beginning.
        public init(sinceStart: Duration) {
            self.sinceStart = sinceStart
        }

        /// Returns the instant that is `duration` later; 2⁶³ seconds after or before the start when that cannot be told.
        public func advanced(by duration: Duration) -> Instant {
            let (sum, overflows) = sinceStart.attoseconds.addingReportingOverflow(duration.attoseconds)
            return Instant(sinceStart: overflows ? Self.limit(sum) : sinceStart + duration)
        }

        /// Returns how much later `other` is; 2⁶³ seconds, or as many less than none, when that cannot be told.
        public func duration(to other: Instant) -> Duration {
            let (difference, overflows) = other.sinceStart.attoseconds.subtractingReportingOverflow(
                sinceStart.attoseconds)
            return overflows ? Self.limit(difference) : other.sinceStart - sinceStart
        }

        /// What counts instead of a sum that overflows, and so has the other sign.
        private static func limit(_ attoseconds: Int128) -> Duration {
            .seconds(attoseconds < 0 ? Int64.max : Int64.min)
        }

        /// Whether `left` is earlier than `right`.
        public static func < (left: Instant, right: Instant) -> Bool {
            left.sinceStart < right.sinceStart
        }
    }
}

extension ManualClock.Instant: CustomStringConvertible {
    /// The time since the beginning, such as `1.5 seconds`.
    public var description: String { sinceStart.description }
}
