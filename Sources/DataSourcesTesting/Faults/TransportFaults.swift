/// How bad a ``LossyTransport`` is; all rates are probabilities from 0 to 1, and a frame may meet several faults.
///
/// ```swift
/// let faults = TransportFaults(drop: 0.1, duplicate: 0.05, reorder: 0.2, delay: .zero ... .milliseconds(20))
/// ```
public struct TransportFaults: Hashable, Sendable {
    /// How often a frame gets lost.
    public var drop: Double
    /// How often a frame that is not lost arrives twice.
    public var duplicate: Double
    /// How often a frame, or its duplicate, is held back while those behind overtake it.
    public var reorder: Double
    /// How long a frame is held back at most; later ones that are sent within that time may overtake it.
    public var reorderDelay: Duration
    /// How often a frame loses its end.
    public var truncate: Double
    /// How long a frame is on its way; without ``reorder``, frames do not overtake one another by it.
    public var delay: ClosedRange<Duration>

    /// A transport without faults.
    public static let none = TransportFaults()

    /// Creates a set of faults; those that are not named do not happen.
    ///
    /// A rate below 0, or that is no number, counts as 0, and one above 1 as 1; a delay below zero as zero, and one of more
    /// than 100 years as 100 years.
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
