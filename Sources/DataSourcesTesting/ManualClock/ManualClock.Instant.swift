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

        /// Returns the instant that is `duration` later; the last one there is instead of one beyond it.
        public func advanced(by duration: Duration) -> Instant {
            let (sum, overflows) = sinceStart.attoseconds.addingReportingOverflow(duration.attoseconds)
            return Instant(sinceStart: Self.limited(sum, overflows))
        }

        /// Returns how much later `other` is; the longest duration there is instead of a longer one.
        public func duration(to other: Instant) -> Duration {
            let (difference, overflows) = other.sinceStart.attoseconds.subtractingReportingOverflow(
                sinceStart.attoseconds)
            return Self.limited(difference, overflows)
        }

        /// A duration of which the sign has changed when it overflows.
        private static func limited(_ attoseconds: Int128, _ overflows: Bool) -> Duration {
            Duration(attoseconds: !overflows ? attoseconds : attoseconds < 0 ? .max : .min)
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
