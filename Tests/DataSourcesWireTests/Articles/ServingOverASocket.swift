import DataSources
import DataSourcesWire

/// What the article "Serving a source" shows of sockets.
struct ServingOverASocket {
    typealias Column = ServingASource.Column
    typealias Card = ServingASource.Card

    /// Serves a client until it leaves.
    func serve(_ socket: Socket, from feed: Feed<SectionedSource<Column, Card>>) async throws {
        var messages = socket.reads.lengthPrefixedFrames(limits: WireLimits(bytes: 64)).makeAsyncIterator()
        guard let first = try await messages.next() else { return }
        let position = FeedPosition(String(decoding: first, as: UTF8.self))
        for try await frame in feed.frames(since: position, as: .binary, framing: .lengthPrefixed) {
            try await socket.write(frame.bytes)
        }
    }

    /// Follows the source until it has finished.
    func follow(_ replica: Replica<SectionedSnapshot<Column, Card>>, at path: String) async throws {
        try await replica.run(as: .binary) { position in
            let socket = try await Socket.connect(to: path)
            let first = Array((position?.description ?? "").utf8)
            try await socket.write(Framing.lengthPrefixed.framed(first))
            return socket.reads.lengthPrefixedFrames()
        }
    }

    /// Gets bytes from a pipeline.
    struct Receiver {
        var decoder = LengthPrefixedDecoder()
        let frames: AsyncStream<[UInt8]>.Continuation

        mutating func received(_ bytes: some Sequence<UInt8>) throws {
            decoder.append(bytes)
            while let frame = try decoder.next() { frames.yield(frame) }
        }
    }
}
