/// Why a private cluster cannot be started, or what went wrong with it.
public struct ClusterError: Error, Hashable, CustomStringConvertible {
    /// What is wrong, where, and what to do.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
