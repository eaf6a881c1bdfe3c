/// Why an update could not be applied or composed.
public struct UpdateError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error: stable, for programs to switch over.
    public enum Code: String, Hashable, Sendable, Codable {
        /// What the update was to be applied to is not what it starts from.
        case baseMismatch
        /// The second of two updates does not start where the first one ends.
        case gap
        /// The parts of an update do not fit one another; only what was decoded can be like that.
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
