/// Why a private server cannot be started or stopped.
public struct ServerError: Error, Hashable, CustomStringConvertible {
    /// What is wrong, where, and what to do.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
