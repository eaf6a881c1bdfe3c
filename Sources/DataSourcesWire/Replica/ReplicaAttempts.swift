/// Counts the attempts of a replica to connect, and decides whether another one makes sense.
///
/// A connection that is lost says nothing about the next one. A frame that is refused does: from the same state the server
/// most likely sends it again. So a replica that refuses frames a few times without progress in between gives up.
struct ReplicaAttempts: Sendable {
    /// How many refused frames without progress are final: of frames whose content is at fault, which the next connection
    /// does not mend; and of others with the same error, because a line may lose, repeat or cut some.
    static let (maximalContentFaults, maximalRepeats) = (3, 20)

    /// How many attempts in a row have failed, for the delay before the next one.
    private(set) var failures = 0
    /// How many frames were refused since the last progress, and how many of the last ones with the same other error.
    private var contentFaults = 0, repeats = 0
    private var lastError: WireError?
    /// The state at the last progress; a replica that has lost its state still shows it.
    private var shown: FeedPosition?

    /// Attempts of a replica that shows a state.
    init(showing position: FeedPosition?) {
        shown = position
    }

    /// An attempt has ended, and the replica shows a state; returns the error with which the replica gives up, if it does.
    ///
    /// The error is that of a refused frame, or `nil` if the connection failed.
    mutating func ended(showing position: FeedPosition?, _ error: WireError?) -> WireError? {
        failures += 1
        if position != shown { (shown, failures, contentFaults, repeats) = (position, 1, 0, 0) }
        guard let error else { return nil }
        switch error.code {
        // A replica asks for a whole state a few times for its digest, and then never again.
        case .disconnected, .different: return nil
        case .unsupportedVersion, .unsendable, .misframed: return error
        case .tooLarge, .inconsistent, .undecodable, .unencodable: contentFaults += 1
        case .malformed, .gap, .repeated, .foreignEpoch, .unexpected:
            repeats = error == lastError ? repeats + 1 : 1
            lastError = error
        }
        if contentFaults < Self.maximalContentFaults, repeats < Self.maximalRepeats { return nil }
        return WireError(error.code, "\(error.message); again and again without progress in between")
    }
}
