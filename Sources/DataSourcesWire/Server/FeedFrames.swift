public import DataSources

/// The frames for one client; see ``Feed/frames(since:as:framing:)``.
public struct FeedFrames<Source: DataSource>: AsyncSequence, Sendable where Source.Snapshot: WireSnapshot {
    /// A frame, shared with other clients.
    public typealias Element = EncodedFrame
    /// An item cannot be encoded, or is larger than a frame may be.
    public typealias Failure = WireError

    let feed: Feed<Source>
    let position: FeedPosition?
    let format: FrameFormat
    let framing: Framing

    /// A new stream.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(stream: OpenStream(FeedStream(feed: feed, position: position, format: format, framing: framing)))
    }

    /// One stream of frames, read by one task at a time.
    public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
        let stream: OpenStream<Source>

        /// Waits for the next frame.
        ///
        /// `nil` after the last one, and if the task is cancelled.
        ///
        /// - Throws: ``WireError`` after a frame that tells the client: `unencodable` if an item cannot be encoded,
        ///   `tooLarge` if it is larger than a frame may be. `unexpected` while another task waits for a frame.
        public mutating func next() async throws(WireError) -> EncodedFrame? {
            try await stream.next()
        }

        /// Waits for the next frame; see ``next()``.
        ///
        /// The work is done off the actor.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(WireError) -> EncodedFrame? {
            try await stream.next()
        }
    }
}
