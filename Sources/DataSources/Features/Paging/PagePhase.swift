/// The phase of a ``PagedSource``: what the last row of a list would show.
public enum PagePhase: Equatable, Sendable {
    /// There is more to show or to fetch, and no load is running.
    case idle
    /// A page is being fetched.
    case loading
    /// The last fetch failed; it can be retried.
    case failed(PageFailure)
    /// Everything is shown.
    case atEnd
}

/// The error of a fetch.
///
/// Two failures are equal if they belong to the same attempt.
public struct PageFailure: Equatable, Sendable, CustomStringConvertible {
    /// The error thrown.
    public let error: any Error
    /// The number of attempts so far, including this one.
    public let attempt: Int

    /// Creates a failure.
    package init(_ error: any Error, attempt: Int) {
        self.error = error
        self.attempt = attempt
    }

    /// Whether both belong to the same attempt.
    public static func == (left: PageFailure, right: PageFailure) -> Bool { left.attempt == right.attempt }

    /// The attempt and its error.
    public var description: String { "attempt \(attempt): \(error)" }
}
