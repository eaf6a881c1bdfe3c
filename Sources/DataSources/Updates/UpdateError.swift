/// The reason why an update could not be applied or composed.
public struct UpdateError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error: stable, for programs to switch over.
    public enum Code: String, Hashable, Sendable, Codable {
        /// The content is not the state before the update.
        case baseMismatch
        /// The second of two updates does not start where the first one ends.
        case gap
        /// The parts of a decoded update are inconsistent.
        case inconsistent
    }

    /// The kind of error.
    public let code: Code
    /// A description of what was wrong and where.
    public let message: String

    /// Creates an error.
    public init(code: Code, message: String) {
        self.code = code
        self.message = message
    }

    /// The code and the message.
    public var description: String { "UpdateError.\(code.rawValue): \(message)" }
}
