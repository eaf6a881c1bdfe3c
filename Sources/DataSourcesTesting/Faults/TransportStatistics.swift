/// The statistics of a ``LossyTransport`` so far.
///
/// At all times, `sent + duplicated == delivered + dropped + lost + inFlight`.
public struct TransportStatistics: Hashable, Sendable {
    /// The number of frames sent.
    public package(set) var sent = 0
    /// The number of frames and duplicates received.
    public package(set) var delivered = 0
    /// The number of frames dropped in transit.
    public package(set) var dropped = 0
    /// The number of duplicates sent.
    public package(set) var duplicated = 0
    /// The number of frames and duplicates held back for others to overtake.
    public package(set) var heldBack = 0
    /// The number of frames and duplicates received after a frame that was sent later.
    public package(set) var outOfOrder = 0
    /// The number of frames and duplicates truncated when sent.
    public package(set) var truncated = 0
    /// The number of frames and duplicates in flight when the connection was cut.
    public package(set) var lost = 0
    /// The number of frames and duplicates in flight.
    public package(set) var inFlight = 0
}
