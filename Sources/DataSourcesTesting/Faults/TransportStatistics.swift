/// What a ``LossyTransport`` has done so far.
///
/// `sent + duplicated == delivered + dropped + lost + inFlight`, at every moment.
public struct TransportStatistics: Hashable, Sendable {
    /// How many frames were sent.
    public package(set) var sent = 0
    /// How many frames and duplicates were received.
    public package(set) var delivered = 0
    /// How many frames were dropped on the way.
    public package(set) var dropped = 0
    /// How many duplicates were put on the way.
    public package(set) var duplicated = 0
    /// How many frames and duplicates were held back, so that others could overtake them.
    public package(set) var heldBack = 0
    /// How many frames and duplicates were received after a frame that was sent later.
    public package(set) var outOfOrder = 0
    /// How many frames and duplicates were put on the way without their end.
    public package(set) var truncated = 0
    /// How many frames and duplicates were on the way when the connection was cut.
    public package(set) var lost = 0
    /// How many frames and duplicates are on the way.
    public package(set) var inFlight = 0
}
