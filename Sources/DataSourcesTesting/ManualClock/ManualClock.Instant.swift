extension ManualClock {
    /// A point in time, as the duration since the start of the clock.
    public struct Instant: InstantProtocol, Sendable {
        /// The time since the start.
        public let sinceStart: Duration

        /// The instant at which every clock of this kind starts.
        public static let start = Instant(sinceStart: .zero)

        /// Creates the instant `sinceStart` after the start.
        public init(sinceStart: Duration) {
            self.sinceStart = sinceStart
        }

        /// Returns the instant `duration` later, clamped to the last instant.
        public func advanced(by duration: Duration) -> Instant {
            let (sum, overflows) = sinceStart.attoseconds.addingReportingOverflow(duration.attoseconds)
            return Instant(sinceStart: overflows ? Self.limit(sum) : sinceStart + duration)
        }

        /// Returns how much later `other` is, clamped to the longest duration.
        public func duration(to other: Instant) -> Duration {
            let (difference, overflows) = other.sinceStart.attoseconds.subtractingReportingOverflow(
                sinceStart.attoseconds)
            return overflows ? Self.limit(difference) : other.sinceStart - sinceStart
        }

        /// The limit for a sum that overflowed, and so has the opposite sign: the longest or the shortest duration.
        ///
        /// An initializer of `Duration` would make optimized builds of this module fail: the compiler would find
        /// another `timespec` than that of the C library.
        private static func limit(_ attoseconds: Int128) -> Duration {
            .nanoseconds(1) / 1_000_000_000 * (attoseconds < 0 ? Int128.max : Int128.min)
        }

        /// Whether `left` is earlier than `right`.
        public static func < (left: Instant, right: Instant) -> Bool {
            left.sinceStart < right.sinceStart
        }
    }
}

extension ManualClock.Instant: CustomStringConvertible {
    /// The time since the start, such as `1.5 seconds`.
    public var description: String { sinceStart.description }
}
