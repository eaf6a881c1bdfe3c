/// An error of a store that tells whether another attempt can help; errors of other types are tried again.
public protocol RetryableError: Error {
    /// Whether the same may work later; `false` if somebody has to change something first.
    var isRetryable: Bool { get }
}
