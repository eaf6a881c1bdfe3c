import DataSourcesWire
import Hummingbird
import NIOCore

/// Writes the events of one stream; each is written when the connection has taken the one before.
///
/// Its methods are concurrent, as Hummingbird's writer is: they run on the executor of the connection.
struct EventWriter {
    /// Where chunks are written.
    private let chunks: NIOLoopBound<ChunkWriter>
    /// Where everything else is written.
    private var writer: any ResponseBodyWriter

    init(_ chunks: NIOLoopBound<ChunkWriter>, _ writer: any ResponseBodyWriter) {
        (self.chunks, self.writer) = (chunks, writer)
    }

    /// Writes a frame of a view.
    ///
    /// - Throws: `CancellationError` if the connection is closed; any error of Hummingbird's writer.
    @concurrent
    mutating func write(_ frame: EncodedFrame, _ shared: SharedChunks) async throws {
        if chunks.value.isChunked {
            try await write(chunk: shared.chunk(frame))
        } else {
            try await writer.write(ByteBuffer(bytes: frame.bytes))
        }
    }

    /// Writes an event of this stream alone.
    ///
    /// - Throws: `CancellationError` if the connection is closed; any error of Hummingbird's writer.
    @concurrent
    mutating func write(_ event: [UInt8]) async throws {
        if chunks.value.isChunked {
            try await write(chunk: ChunkWriter.chunk(event))
        } else {
            try await writer.write(ByteBuffer(bytes: event))
        }
    }

    private func write(chunk: ByteBuffer) async throws {
        if chunks.value.write(chunk) { return }
        guard await ChunkWriter.waitUntilWritable(chunks) else { throw CancellationError() }
    }
}
