public import DataSources

/// The reason why a recording did not reach its condition.
///
/// The description contains the condition and how far the recording got.
public struct RecorderError: Error, Sendable {
    /// The kind of failure.
    public enum Code: String, Hashable, Sendable {
        /// The sequence ended first.
        case ended
        /// The sequence threw first; see ``RecorderError/underlyingError``.
        case failed
        /// The task was cancelled first.
        case cancelled
        /// The version belongs neither to the recorded source nor to one that it is derived from.
        case foreignVersion
        /// A sequence that is not a subscription cannot tell whether there is anything newer.
        case notASubscription
        /// A recording of no updates asserts nothing.
        case emptyCount
    }

    /// The kind of failure.
    public let code: Code
    /// A description of the condition.
    public let awaited: String
    /// The total number of updates recorded.
    public let recordedCount: Int
    /// The commit up to which everything was seen; `nil` if there is none, or the source has no versions.
    public let lastVersion: Version?
    /// The error that the sequence threw.
    public let underlyingError: (any Error)?
}

extension RecorderError: CustomStringConvertible {
    /// The condition, what happened instead, and how far the recording got.
    public var description: String {
        let cause =
            switch code {
            case .ended: "the sequence ended"
            case .failed: "the sequence threw \(underlyingError.map { "\($0)" } ?? "an error")"
            case .cancelled: "the task was cancelled"
            case .foreignVersion:
                "that version belongs to another source, which the recorded one does not follow; "
                    + "use the receipt of an edit that it follows, or record until .settled"
            case .emptyCount:
                "that asserts nothing, since it is there at once; to show that nothing has come, record until .settled"
            case .notASubscription: "a sequence that is no subscription does not say whether there is more"
            }
        let last = lastVersion.map { ", the last seen commit is \($0)" } ?? ""
        return "Awaited \(awaited), but \(cause) (recorded in all: \(recordedCount)\(last))"
    }
}
