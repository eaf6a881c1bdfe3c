internal import DataSourcesWire

/// Why there is no lease.
public struct LeaseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error.
    public enum Code: String, Hashable, Sendable {
        /// The lease has ended: another process has it, or it could not be renewed in its time. Ask for it again.
        case lost
        /// The servers do not answer; trying again can help.
        case unavailable
        /// The bucket has other settings, a permission is missing, or a setting is wrong; trying again does not help.
        case refused
    }

    /// The kind of error; stable.
    public let code: Code
    /// What is wrong, where, and what to do; for people.
    public let message: String

    init(_ code: Code, _ message: String) {
        (self.code, self.message) = (code, message)
    }

    /// An error of the servers; `nil` if another process was faster.
    init?(_ error: FrameLogError) {
        switch error.code {
        case .conflict: return nil
        case .unavailable: self.init(.unavailable, error.message)
        case .refused, .tooLarge: self.init(.refused, error.message)
        }
    }

    /// The kind and the message.
    public var description: String { "LeaseError.\(code.rawValue): \(message)" }
}
