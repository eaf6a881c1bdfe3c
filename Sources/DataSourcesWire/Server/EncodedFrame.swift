/// A frame as bytes, shared by all clients that are sent it.
public struct EncodedFrame: Sendable {
    /// The bytes, in the feed's format and framing.
    public let bytes: [UInt8]
    /// The state that a client has after this frame; `nil` if it is in the middle of a whole state, or has none.
    public let position: FeedPosition?
    /// The kind of frame.
    public let kind: Kind
    /// Where the next part of the whole state begins.
    var cursor: WireCursor?

    /// The kind of a frame.
    public enum Kind: String, Hashable, Sendable {
        /// See ``WireFrame``.
        case hello, reset, shapes, part, changes, heartbeat, end
    }
}

/// What surrounds a frame on a connection.
public enum Framing: String, Hashable, Sendable {
    /// Nothing: the transport has messages of its own.
    case none
    /// A server-sent event; for JSON only. Its id is the position of the client.
    case eventStream
    /// The length in four bytes, big-endian, before each frame, for sockets and other streams of bytes.
    ///
    /// Read it with ``LengthPrefixedFrames`` or ``LengthPrefixedDecoder``.
    case lengthPrefixed

    /// The bytes of a frame with what surrounds it on a connection.
    ///
    /// A ``Feed`` does so itself. This is for what else you send: frames of a ``FrameEncoder``, or your own messages.
    ///
    /// - Parameters:
    ///   - bytes: A frame; less than 4 GiB.
    ///   - position: The id of the event in an event stream.
    /// - Returns: The bytes to send.
    public func framed(_ bytes: [UInt8], position: FeedPosition? = nil) -> [UInt8] {
        switch self {
        case .none: return bytes
        case .eventStream: return EventStream.event(bytes, id: position)
        case .lengthPrefixed:
            let count = UInt32(truncatingIfNeeded: bytes.count)
            return (0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * UInt32($0))) } + bytes
        }
    }
}
