/// The fault rates of a ``LossyTransport``: probabilities from 0 to 1; a frame may suffer several faults.
///
/// ```swift
/// let faults = TransportFaults(drop: 0.1, duplicate: 0.05, reorder: 0.2, delay: .zero ... .milliseconds(20))
/// ```
public struct TransportFaults: Hashable, Sendable {
    /// The probability that a frame is lost.
    public var drop: Double
    /// The probability that a frame that is not lost arrives twice.
    public var duplicate: Double
    /// The probability that a frame, or its duplicate, is held back while later ones overtake it.
    public var reorder: Double
    /// The maximal time a frame is held back; frames sent within that time may overtake it.
    public var reorderDelay: Duration
    /// The probability that a frame is truncated.
    public var truncate: Double
    /// The transit time of a frame; without ``reorder``, it changes no order.
    public var delay: ClosedRange<Duration>

    /// A transport without faults.
    public static let none = TransportFaults()

    /// Creates a set of faults; omitted ones do not happen.
    ///
    /// A rate below 0 or NaN counts as 0, one above 1 as 1; a negative delay counts as zero, one of more than 100 years
    /// as 100 years.
    public init(
        drop: Double = 0,
        duplicate: Double = 0,
        reorder: Double = 0,
        reorderDelay: Duration = .milliseconds(10),
        truncate: Double = 0,
        delay: ClosedRange<Duration> = .zero ... .zero
    ) {
        self.drop = drop
        self.duplicate = duplicate
        self.reorder = reorder
        self.reorderDelay = reorderDelay
        self.truncate = truncate
        self.delay = delay
    }
}
