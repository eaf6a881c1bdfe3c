/// Why there is no connection to NATS.
public struct NatsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error.
    public enum Code: String, Hashable, Sendable {
        /// No server answers; trying again can help.
        case unreachable
        /// The servers do not take these credentials, or there is no trust; trying again does not help.
        case refused
        /// A setting is wrong, or a file cannot be read.
        case settings
    }

    /// The kind of error; stable.
    public let code: Code
    /// What is wrong, where, and what to do; for people.
    public let message: String

    init(_ code: Code, _ message: String) {
        (self.code, self.message) = (code, message)
    }

    /// The kind and the message.
    public var description: String { "NatsError.\(code.rawValue): \(message)" }
}
