internal import DataSources
internal import Synchronization

/// A stream that is open; one task reads it at a time.
final class OpenStream<Source: DataSource>: Sendable where Source.Snapshot: WireSnapshot {
    /// The stream; `nil` while a task reads it.
    private let stream: Mutex<FeedStream<Source>?>
    private let counters: FeedCounters

    init(_ stream: FeedStream<Source>) {
        counters = stream.feed.counters
        self.stream = Mutex(stream)
        counters.streamBegan()
    }

    deinit {
        counters.streamEnded()
    }

    /// The next frame.
    ///
    /// The work is not done on the caller's actor.
    @concurrent
    func next() async throws(WireError) -> EncodedFrame? {
        guard var stream = self.stream.withLock({ $0.take() }) else {
            throw WireError(.unexpected, "another task reads the stream")
        }
        defer { self.stream.withLock { $0 = stream } }
        return try await stream.next()
    }
}
