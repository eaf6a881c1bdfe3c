/// A position in the server's write-ahead log: an LSN, such as `0/16B3748`.
///
/// The position of a state is where the log goes on after the last transaction that the state contains.
public struct LogPosition: Comparable, Hashable, Sendable, CustomStringConvertible {
    /// The number of bytes before the position.
    public let rawValue: UInt64

    /// Creates a position from its number.
    public init(_ rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// Reads a position as PostgreSQL writes it; `nil` if the text is none.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let high = UInt32(parts[0], radix: 16), let low = UInt32(parts[1], radix: 16) else {
            return nil
        }
        rawValue = UInt64(high) << 32 | UInt64(low)
    }

    /// Whether a position comes before another one.
    public static func < (left: LogPosition, right: LogPosition) -> Bool {
        left.rawValue < right.rawValue
    }

    /// The position as PostgreSQL writes it.
    public var description: String {
        let (high, low) = (rawValue >> 32, rawValue & 0xFFFF_FFFF)
        return String(high, radix: 16, uppercase: true) + "/" + String(low, radix: 16, uppercase: true)
    }
}
