public import DataSources

/// A state that a client has: a version of a source's lifetime, as text `epoch-number`.
///
/// Clients keep it and present it when they connect again. It is a receipt and proves nothing.
public struct FeedPosition: Hashable, Sendable {
    /// The lifetime of the source.
    public let epoch: UInt64
    /// The number of the version.
    public let number: UInt64

    /// Creates a position.
    public init(epoch: UInt64, number: UInt64) {
        (self.epoch, self.number) = (epoch, number)
    }

    /// The position of a version.
    public init(_ version: Version) {
        self.init(epoch: version.epoch, number: version.number)
    }
}

extension FeedPosition: LosslessStringConvertible {
    /// Reads `epoch-number`; `nil` for any other text.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let epoch = UInt64(parts[0]), let number = UInt64(parts[1]) else { return nil }
        self.init(epoch: epoch, number: number)
    }

    /// `epoch-number`.
    public var description: String { "\(epoch)-\(number)" }
}

/// The text: numbers of 64 bits do not fit into JavaScript's.
extension FeedPosition: Codable {
    /// Writes the text.
    ///
    /// - Throws: Any error that the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    /// Reads the text.
    ///
    /// - Throws: `DecodingError` if it is no position; any error that the decoder throws.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let position = FeedPosition(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "a position is epoch-number")
        }
        self = position
    }
}
