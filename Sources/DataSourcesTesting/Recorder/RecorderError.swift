public import DataSources

/// Why a recording did not come to what was awaited.
///
/// The description says what was awaited and how far the recording got.
public struct RecorderError: Error, Sendable {
    /// What went wrong.
    public enum Code: String, Hashable, Sendable {
        /// The sequence ended first.
        case ended
        /// The sequence threw first; see ``RecorderError/underlyingError``.
        case failed
        /// The task was cancelled first.
        case cancelled
        /// The version belongs to another source than the one that is recorded.
        case foreignVersion
        /// A sequence that is no subscription cannot tell whether there is anything newer.
        case notASubscription
    }

    /// What went wrong.
    public let code: Code
    /// What was awaited, in words.
    public let awaited: String
    /// How many updates had been recorded, in all.
    public let recordedCount: Int
    /// The commit up to which everything had been seen; `nil` when nothing had, or its source gives no versions.
    public let lastVersion: Version?
    /// What the sequence threw.
    public let underlyingError: (any Error)?
}

extension RecorderError: CustomStringConvertible {
    /// What was awaited, what happened instead, and how far the recording got.
    public var description: String {
        let cause =
            switch code {
            case .ended: "the sequence ended"
            case .failed: "the sequence threw \(underlyingError.map { "\($0)" } ?? "an error")"
            case .cancelled: "the task was cancelled"
            case .foreignVersion: "that version belongs to another source"
            case .notASubscription: "a sequence that is no subscription does not say whether there is more"
            }
        let last = lastVersion.map { ", the last seen commit is \($0)" } ?? ""
        return "Awaited \(awaited), but \(cause) (recorded in all: \(recordedCount)\(last))"
    }
}
