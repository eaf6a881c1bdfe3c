/// Why bytes, a frame or a stream of frames was refused.
public struct WireError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of fault.
    public enum Code: String, Hashable, Sendable, Codable {
        /// The bytes are not a frame of the format.
        case malformed
        /// The bytes of a stream are not framed as the reader expects, so that no frame of it can be read: see
        /// ``Framing``.
        case misframed
        /// A frame exceeds one of the ``WireLimits``.
        case tooLarge
        /// The frame's format version is newer than this library.
        case unsupportedVersion
        /// A frame does not start at the replica's version: frames are missing.
        case gap
        /// A frame ends at or before the replica's version: it came twice or late.
        case repeated
        /// A frame belongs to another epoch than the stream.
        case foreignEpoch
        /// A frame is not allowed at this point of the stream.
        case unexpected
        /// A frame refers to positions, ids or fields that the state does not have, or leads to another count.
        case inconsistent
        /// The digest of the replica's state is not that of the source's.
        case different
        /// An item cannot be decoded as the replica's type.
        case undecodable
        /// An item cannot be encoded.
        case unencodable
        /// The server has told that it cannot send the state; see ``EndReason/unsendable``.
        case unsendable
        /// The stream ended before the source did.
        case disconnected
    }

    /// The kind of fault; stable.
    public let code: Code
    /// What is wrong and where; for people.
    public let message: String

    /// Creates an error.
    public init(_ code: Code, _ message: String) {
        (self.code, self.message) = (code, message)
    }

    /// The kind and the message.
    public var description: String { "WireError.\(code.rawValue): \(message)" }
}
