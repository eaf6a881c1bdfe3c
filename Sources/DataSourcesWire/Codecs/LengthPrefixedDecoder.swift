/// Splits a stream of bytes into frames that are each behind their length: ``Framing/lengthPrefixed``.
///
/// A socket, a pipe or a body of HTTP has no frames. It gives chunks of bytes, cut anywhere: a chunk can have a piece of a
/// frame, or many frames. This value puts them together, for pipelines that push bytes. For a sequence of chunks, use
/// ``LengthPrefixedFrames``, which do the same.
///
/// ```swift
/// var decoder = LengthPrefixedDecoder()
/// func received(_ chunk: [UInt8]) throws {
///     decoder.append(chunk)
///     while let frame = try decoder.next() { receive(frame) }
/// }
/// ```
///
/// - **Cuts do not matter.** The frames, and the error after them, depend on the bytes only.
/// - **Bounded.** A length above the limit is refused as soon as its four bytes are there. The memory for a frame grows
///   with the bytes that have arrived, never beyond its length. One chunk is held besides.
/// - **Empty frames.** A length of 0 is a frame without bytes, which no ``FrameFormat`` of this library has.
public struct LengthPrefixedDecoder: Sendable {
    /// The greatest length that is accepted.
    private let limit: Int
    /// What has been appended; bytes from `position` on have not been read.
    private var chunk: [UInt8] = []
    private var position = 0
    /// The length of the frame that is read, of which so many bytes are there: four when it is known.
    private var (length, lengthBytes): (UInt32, Int) = (0, 0)
    /// The part of the frame that is there; empty until its length is known.
    private var frame: [UInt8] = []
    private var fault: WireError?
    /// How much memory is kept for the next chunk.
    private static let keptCapacity = 1 << 16

    /// Creates a decoder for a stream that has not begun.
    ///
    /// - Parameter limits: What is accepted; only ``WireLimits/bytes`` matters.
    public init(limits: WireLimits = WireLimits()) {
        limit = limits.bytes
    }

    /// Adds the next bytes of the stream; then take frames with ``next()`` until there is none.
    ///
    /// After an error, bytes are ignored.
    ///
    /// - Complexity: O(*bytes*), amortized: bytes are copied once here, and once or, in a frame of many chunks, up to three
    ///   times in ``next()``.
    public mutating func append(_ bytes: some Sequence<UInt8>) {
        if fault != nil { return }
        let unread = chunk.count - position
        if unread == 0 {
            chunk.removeAll(keepingCapacity: chunk.capacity <= Self.keptCapacity)
            position = 0
        } else if position >= unread {
            // Moving no more bytes than were read costs each byte a constant.
            chunk.removeSubrange(..<position)
            position = 0
        }
        chunk.append(contentsOf: bytes)
    }

    /// The next whole frame, without its length; `nil` if more bytes are needed.
    ///
    /// - Throws: ``WireError``, now and from then on: `tooLarge` if a length exceeds the limit, `misframed` if four bytes in
    ///   the place of a length are text.
    public mutating func next() throws(WireError) -> [UInt8]? {
        if let fault { throw fault }
        while lengthBytes < 4, position < chunk.count {
            length = length << 8 | UInt32(chunk[position])
            (lengthBytes, position) = (lengthBytes + 1, position + 1)
        }
        guard lengthBytes == 4 else { return nil }
        guard let count = Int(exactly: length), count <= limit else { throw refused() }
        let missing = count - frame.count
        let end = position + min(missing, chunk.count - position)
        if frame.isEmpty, end - position == missing {
            frame = Array(chunk[position..<end])
        } else {
            let size = frame.count + end - position
            // Not more than the frame needs, and not for bytes that may never come.
            if frame.capacity < size { frame.reserveCapacity(min(count, max(size, 2 * frame.capacity))) }
            frame += chunk[position..<end]
        }
        position = end
        guard frame.count == count else { return nil }
        defer { (length, lengthBytes, frame) = (0, 0, []) }
        return frame
    }

    /// The stream has ended.
    ///
    /// - Throws: ``WireError`` `disconnected` if it ended within a frame; the error of ``next()`` if there is one.
    public func finish() throws(WireError) {
        // Frames that were not taken are whole.
        var rest = self
        while try rest.next() != nil {}
        switch rest.lengthBytes {
        case 0: return
        case 4:
            throw WireError(
                .disconnected, "the stream has ended within a frame, after \(rest.frame.count) of \(rest.length) bytes")
        default:
            throw WireError(
                .disconnected, "the stream has ended within the length of a frame, after \(rest.lengthBytes) of 4 bytes"
            )
        }
    }

    /// How many bytes of memory are held.
    package var capacity: Int { chunk.capacity + frame.capacity }

    private mutating func refused() -> WireError {
        (chunk, position) = ([], 0)
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: length >> (24 - 8 * UInt32($0))) }
        let error =
            if bytes.allSatisfy({ (0x20...0x7E).contains($0) }) {
                WireError(
                    .misframed,
                    """
                    the text "\(String(decoding: bytes, as: UTF8.self))" is in the place of a length: the stream has no \
                    lengths. The server has to send frames with the framing `.lengthPrefixed`
                    """)
            } else {
                WireError(
                    .tooLarge,
                    """
                    a frame of \(length) bytes exceeds the limit of \(limit). Raise `bytes` of the `WireLimits` of this \
                    end, or lower `bytesPerFrame` of the feed; if no frame is so long, the stream has no lengths: the \
                    server has to send frames with the framing `.lengthPrefixed`
                    """)
            }
        fault = error
        return error
    }
}
