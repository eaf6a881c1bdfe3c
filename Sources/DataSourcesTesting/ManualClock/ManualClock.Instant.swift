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

        /// Returns the instant that is `duration` later.
        public func advanced(by duration: Duration) -> Instant {
            Instant(sinceStart: sinceStart + duration)
        }

        /// Returns how much later `other` is.
        public func duration(to other: Instant) -> Duration {
            other.sinceStart - sinceStart
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
