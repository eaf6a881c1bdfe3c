internal import DataSources

/// The frames of a source in a log, as one stream: from a replica's position on, or a whole state and what follows.
///
/// A whole state can come again in the stream, if the replica is too slow for the steps that the reader keeps.
struct LogFrames<Log: FrameLog>: AsyncSequence, Sendable {
    typealias Element = [UInt8]

    let reader: LogReader<Log>
    let source: TextID
    /// Who follows it.
    let follower: Int
    let kind: WireKind
    let position: FeedPosition?
    /// The state after which the frames end.
    var end: FeedPosition?

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(frames: self, position: position) }

    struct AsyncIterator: AsyncIteratorProtocol {
        let frames: LogFrames
        /// The state that the replica has after the frames that were delivered and those that are ready.
        var position: FeedPosition?
        private var hasBegun = false
        private var hasShapes = false
        /// Frames to deliver, the next one last.
        private var ready: [[UInt8]] = []
        /// The messages of a whole state that are left to read, the next one last.
        private var parts: [UInt64] = []

        init(frames: LogFrames, position: FeedPosition?) {
            (self.frames, self.position) = (frames, position)
        }

        mutating func next() async throws -> [UInt8]? {
            while true {
                if let frame = ready.popLast() { return frame }
                if Task.isCancelled { return nil }
                if let part = parts.popLast() {
                    try await read(part)
                    continue
                }
                if let end = frames.end, position == end { return nil }
                if !hasBegun, let position, position == frames.reader.position(of: frames.source.text) {
                    ready = [try hello(position)]
                    continue
                }
                let next = try await frames.reader.next(
                    of: frames.source, for: frames.follower, after: position, hasBegun: hasBegun,
                    hasShapes: hasShapes)
                switch next {
                case .step(let step, let shapes):
                    ready = step.frames.reversed()
                    if let shapes { ready.append(shapes) }
                    if !hasBegun, let position { ready.append(try hello(position)) }
                    hasShapes = true
                    position = position.map { FeedPosition(epoch: $0.epoch, number: step.version) }
                case .state(let state):
                    // Its frames begin with a hello.
                    (hasBegun, hasShapes) = (true, true)
                    parts = state.sequences.reversed()
                    position = state.position
                case .none?: continue
                case nil: return nil
                }
            }
        }

        private mutating func hello(_ position: FeedPosition) throws -> [UInt8] {
            hasBegun = true
            let hello = WireHello(epoch: position.epoch, kind: frames.kind, version: position.number)
            return try FrameFormat.binary.encode(.hello(hello))
        }

        /// Reads a message of a whole state.
        private mutating func read(_ sequence: UInt64) async throws {
            let reading = try await frames.reader.log.message(at: sequence)
            guard let message = reading.message else {
                throw FrameLogError(
                    .unavailable,
                    "the state of \(frames.source.text) at \(sequence) was removed: a later one is in the log")
            }
            guard case .records(let records, _) = try LogBatch(message.bytes).content else { return }
            for record in records.reversed() where record.source == frames.source {
                ready += record.frames.reversed()
            }
        }
    }
}
