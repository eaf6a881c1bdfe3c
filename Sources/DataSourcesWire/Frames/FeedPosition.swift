public import DataSources

/// A state that a client has: a version of a source's lifetime, as text `epoch-number`.
///
/// Clients keep it and present it when they connect again. It is a receipt and proves nothing.
public struct FeedPosition: Hashable, Sendable, Codable {
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
