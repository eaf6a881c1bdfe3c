/// Reads the frames of one stream in their order: what the binary form says once for a stream is kept.
///
/// ```swift
/// var decoder = FrameDecoder(.binary)
/// for try await bytes in connection { receive(try decoder.decode(bytes)) }
/// ```
public struct FrameDecoder: Sendable {
    private let format: FrameFormat
    private let limits: WireLimits
    private var shapes = FrameShapes()

    /// Creates a decoder for a stream that has not begun.
    public init(_ format: FrameFormat, limits: WireLimits = WireLimits()) {
        (self.format, self.limits) = (format, limits)
    }

    /// The next frame.
    ///
    /// - Throws: ``WireError`` if the bytes are no frame, exceed the limits, or refer to shapes that were not received.
    public mutating func decode(_ bytes: [UInt8]) throws(WireError) -> WireFrame {
        let frame = try format.decode(bytes, limits: limits, shapes: shapes)
        switch frame {
        case .hello: shapes = FrameShapes()
        case .shapes(let list): shapes = try FrameShapes(list)
        default: break
        }
        return frame
    }
}

/// Writes the frames of one stream in their order, for transports without a ``Feed``.
///
/// In the binary form it sends the shapes of items once, before the next frame that refers to them.
public struct FrameEncoder: Sendable {
    private let format: FrameFormat
    private var known = FrameShapes(), sent = 0

    /// Creates an encoder for a stream that has not begun.
    public init(_ format: FrameFormat) {
        self.format = format
    }

    /// The bytes of a frame, after those of a frame with shapes if there are new ones; none of frames with shapes, which the
    /// encoder makes itself.
    ///
    /// - Throws: ``WireError`` if the frame cannot be expressed.
    public mutating func encode(_ frame: WireFrame) throws(WireError) -> [[UInt8]] {
        if case .shapes = frame { return [] }
        if case .hello = frame { (known, sent) = (FrameShapes(), 0) }
        var chunks: [[UInt8]] = []
        if case .changes = frame, known.count > sent {
            chunks.append(try format.encode(.shapes(known.list)))
            sent = known.count
        }
        let (bytes, shapes) = try format.encode(frame, shapes: known.prefix(sent))
        for shape in shapes { _ = known.notice(shape) }
        return chunks + [bytes]
    }
}
