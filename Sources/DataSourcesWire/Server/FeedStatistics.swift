internal import Synchronization

/// What a feed has done so far.
public struct FeedStatistics: Hashable, Sendable {
    /// The number of streams that are open.
    public let clients: Int
    /// The number of frames handed to streams, and of their bytes.
    public let framesSent, bytesSent: Int
    /// The number of frames encoded; the others were shared.
    public let framesEncoded: Int
    /// The number of times that a client was sent a whole state.
    public let wholeStatesSent: Int
    /// The number of states in the history.
    public let statesKept: Int
}

/// Counts what streams do.
final class FeedCounters: Sendable {
    private let clients = Atomic(0)
    private let frames = Atomic(0)
    private let bytes = Atomic(0)
    private let states = Atomic(0)

    func streamBegan() { clients.add(1, ordering: .relaxed) }
    func streamEnded() { clients.subtract(1, ordering: .relaxed) }
    func stateSent() { states.add(1, ordering: .relaxed) }
    func frameSent(bytes count: Int) {
        frames.add(1, ordering: .relaxed)
        bytes.add(count, ordering: .relaxed)
    }

    func statistics(encoded: Int, kept: Int) -> FeedStatistics {
        FeedStatistics(
            clients: clients.load(ordering: .relaxed), framesSent: frames.load(ordering: .relaxed),
            bytesSent: bytes.load(ordering: .relaxed), framesEncoded: encoded,
            wholeStatesSent: states.load(ordering: .relaxed), statesKept: kept)
    }
}
