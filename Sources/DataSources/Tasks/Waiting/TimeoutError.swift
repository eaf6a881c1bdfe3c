/// The error when no state satisfied a condition in time; see ``DataSource/first(within:clock:isolation:where:)``.
public struct TimeoutError: Error, Hashable, Sendable, CustomStringConvertible {
    /// How long was waited.
    public let timeout: Duration
    /// How many states did not satisfy the condition.
    public let statesSeen: Int
    /// What was waited for, how long, and the last state, shortened to 1,000 characters.
    public let description: String

    init(after timeout: Duration, _ states: Int, last: String) {
        (self.timeout, statesSeen) = (timeout, states)
        description =
            "no state satisfied the condition within \(timeout); \(states) did not, the last one was \(last.prefix(1_000))"
    }
}
