public import DataSourcesWire

/// The messages of a ``NatsLog``; see `FrameLog`.
///
/// An iteration has a consumer of its own on the server, without a copy on other servers. It ends by an error when the
/// connection is lost, when the server of the consumer ends, and when nothing came for 5 seconds, not even a sign of life.
public struct NatsEntries: AsyncSequence, Sendable {
    let log: NatsLog
    let after: UInt64

    /// A new iteration, which begins with its first element.
    public func makeAsyncIterator() -> Iterator { Iterator(follower: Follower(log, after: after)) }

    /// One iteration.
    ///
    /// Nothing stays when it is released.
    public struct Iterator: AsyncIteratorProtocol {
        let follower: Follower

        /// The next message; waits for it.
        public mutating func next() async throws -> LogEntry? { try await follower.next() }

        /// The next message; waits for it.
        ///
        /// - Throws: `FrameLogError`: `refused` if the stream does not exist any more.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(FrameLogError) -> LogEntry? {
            try await follower.next()
        }
    }
}
