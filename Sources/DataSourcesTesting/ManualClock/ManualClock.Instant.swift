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
            return Instant(sinceStart: overflows ? Self.limit(sum) : sinceStart + duration)
        }

        /// Returns how much later `other` is; the longest duration there is instead of a longer one.
        public func duration(to other: Instant) -> Duration {
            let (difference, overflows) = other.sinceStart.attoseconds.subtractingReportingOverflow(
                sinceStart.attoseconds)
            return overflows ? Self.limit(difference) : other.sinceStart - sinceStart
        }

        /// What counts instead of a sum that overflows, and so has the other sign: the longest duration, or the shortest.
        ///
        /// A call of an initializer of `Duration` would make optimized builds of this module fail: looking for it, the
        /// compiler finds another `timespec` than that of the C library.
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
    /// The time since the beginning, such as `1.5 seconds`.
    public var description: String { sinceStart.description }
}
