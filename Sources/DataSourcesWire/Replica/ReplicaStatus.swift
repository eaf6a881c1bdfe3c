/// How a replica is connected to its source.
public enum ReplicaStatus: Hashable, Sendable {
    /// No stream yet, and no state.
    case idle
    /// It connects; what it has, if anything, may be out of date.
    case connecting
    /// It receives a whole state.
    case catchingUp
    /// It shows the newest state that the source has sent.
    case live
    /// The connection is lost; it shows the state of this position, and will connect again.
    case stale(since: FeedPosition?, failures: Int)
    /// It was refused, and will not connect again by itself.
    case refused(WireError)
    /// The source has finished.
    case finished
}
