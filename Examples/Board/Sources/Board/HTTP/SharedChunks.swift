import DataSourcesWire
import NIOCore
import Synchronization

/// The last events of a view as chunks: made once, and shared by all connections that are sent them.
final class SharedChunks: Sendable {
    private struct Entry {
        /// Keeps the array, so that no other one has its address.
        let bytes: [UInt8]
        let chunk: ByteBuffer
    }

    private let capacity = 16
    /// The last ones, the newest first.
    private let entries = Mutex([Entry]())

    /// The chunk of a frame.
    func chunk(_ frame: EncodedFrame) -> ByteBuffer {
        // Clients that take the same step are given the same array.
        let address = frame.bytes.withUnsafeBufferPointer(\.baseAddress)
        let known = entries.withLock { entries in
            entries.first { $0.bytes.withUnsafeBufferPointer(\.baseAddress) == address }?.chunk
        }
        if let known { return known }
        let chunk = ChunkWriter.chunk(frame.bytes)
        entries.withLock { entries in
            if entries.count == capacity { entries.removeLast() }
            entries.insert(Entry(bytes: frame.bytes, chunk: chunk), at: 0)
        }
        return chunk
    }
}
