/// What a ``PagedSource`` is about: what a list's last row would show.
public enum PagePhase: Equatable, Sendable {
    /// There is more to be shown, or to be asked for, and nobody does.
    case idle
    /// A page is being fetched.
    case loading
    /// The last page that was asked for could not be fetched; it can be tried again.
    case failed(PageFailure)
    /// All there is is shown.
    case atEnd
}

/// Why a page could not be fetched.
///
/// Two of them are equal when they tell of the same attempt.
public struct PageFailure: Equatable, Sendable, CustomStringConvertible {
    /// What was thrown.
    public let error: any Error
    /// How many attempts had been made by then, this one among them.
    public let attempt: Int

    /// Creates a failure.
    package init(_ error: any Error, attempt: Int) {
        self.error = error
        self.attempt = attempt
    }

    /// Whether both tell of the same attempt.
    public static func == (left: PageFailure, right: PageFailure) -> Bool { left.attempt == right.attempt }

    /// The attempt and its error.
    public var description: String { "attempt \(attempt): \(error)" }
}
