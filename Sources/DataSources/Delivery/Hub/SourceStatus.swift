/// How a source is connected to the store or server that it follows; see ``FollowedList/status``, and
/// ``DerivableSource/upstreamStatus`` for what is derived from it.
public enum SourceStatus: Equatable, Sendable {
    /// It receives a whole state, and has received this part of it: from 0 to 1, or `nil` if the store does not say.
    ///
    /// It shows the state before, or nothing if this is the first one.
    case loading(Double?)
    /// It shows the newest state that the store has sent.
    case ready
    /// The connection is lost, or there was none yet; it shows its last state, if any, and will connect again.
    case stale(FollowFailure)
    /// It has given up, and shows its last state; another call of `run` can try again.
    case failed(FollowFailure)
    /// The store has ended; the state is the last one.
    case finished

    /// The error of the connection that is lost, or with which it has given up; `nil` while there is none.
    public var error: (any Error)? {
        switch self {
        case .stale(let failure), .failed(let failure): failure.error
        case .loading, .ready, .finished: nil
        }
    }
}

/// Why a connection to a store was lost, or not made.
///
/// Two failures are equal if they have the same number and description.
public struct FollowFailure: Error, Equatable, Sendable, CustomStringConvertible {
    /// The error thrown.
    public let error: any Error
    /// How many attempts in a row have failed.
    public let attempts: Int

    /// Creates a failure.
    public init(_ error: any Error, attempts: Int) {
        (self.error, self.attempts) = (error, attempts)
    }

    /// Whether both have the same number and description.
    public static func == (left: FollowFailure, right: FollowFailure) -> Bool {
        left.attempts == right.attempts && "\(left.error)" == "\(right.error)"
    }

    /// The number of attempts and the error.
    public var description: String { "\(attempts) in a row failed: \(error)" }
}
