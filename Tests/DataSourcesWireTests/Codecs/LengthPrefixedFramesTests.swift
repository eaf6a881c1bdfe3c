import DataSourcesTesting
import DataSourcesWire
import TestKit
import Testing

/// What a sequence of frames does when the connection fails, or its task is cancelled.
struct LengthPrefixedFramesTests {
    private struct ConnectionLost: Error {}

    @Test func `an error of the connection comes out after the frames before it`() async throws {
        let chunks: [[UInt8]] = [[0, 0, 0, 1, 7, 0, 0], [0, 1, 8, 0, 0]]
        let bytes = FailingSequence(chunks, failingAt: 2, with: ConnectionLost())
        var iterator = bytes.lengthPrefixedFrames().makeAsyncIterator()
        #expect(try await iterator.next() == [7])
        #expect(try await iterator.next() == [8])
        await #expect(throws: ConnectionLost.self) { try await iterator.next() }
        #expect(try await iterator.next() == nil)
    }

    @Test(arguments: 0..<30 as Range<UInt64>)
    func `a cancelled task gets no more frames, also within one`(seed: UInt64) throws {
        try SeededExecutor.run(seed: seed) { executor in
            let (bytes, continuation) = AsyncStream.makeStream(of: [UInt8].self)
            continuation.yield([0, 0, 0, 2, 1, 2, 0, 0, 0, 2, 3])
            let reader = executor.start(name: "reader") {
                var frames: [[UInt8]] = []
                for try await frame in bytes.lengthPrefixedFrames() { frames.append(frame) }
                return frames
            }
            await executor.settle()
            reader.cancel()
            let frames = try await reader.value
            #expect(frames == [[1, 2]])
        }
    }

    @Test func `the connection is let go at the end and after an error, not when the iterator goes`() async throws {
        for bytes in [[0, 0, 0, 1, 7], [0, 0, 0, 1, 7, 0xFF, 0, 0, 0, 1], [0, 0, 0, 1, 7, 0]] as [[UInt8]] {
            let connection = Connection(bytes)
            var iterator = connection.lengthPrefixedFrames().makeAsyncIterator()
            #expect(try await iterator.next() == [7])
            #expect(connection.isOpen)
            _ = try? await iterator.next()
            #expect(!connection.isOpen)
            #expect(try await iterator.next() == nil)
        }
    }

    /// A sequence with a single chunk that knows whether it is read.
    private struct Connection: AsyncSequence {
        final class Socket: Sendable {}

        struct AsyncIterator: AsyncIteratorProtocol {
            let socket: Socket
            var bytes: [UInt8]?

            mutating func next() async -> [UInt8]? { bytes.take() }
        }

        private let bytes: [UInt8]
        private let sockets = Sockets()

        final class Sockets {
            weak var last: Socket?
        }

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        var isOpen: Bool { sockets.last != nil }

        func makeAsyncIterator() -> AsyncIterator {
            let socket = Socket()
            sockets.last = socket
            return AsyncIterator(socket: socket, bytes: bytes)
        }
    }
}
