internal import DataSources

/// How the stream of a client begins.
enum FeedBeginning<Snapshot: Sendable>: Sendable {
    /// The feed has the client's state: differences follow.
    case kept(Snapshot)
    /// A whole state follows.
    case reset(ResetReason)
}

extension Feed {
    /// How the stream of a client with a position begins, if the source has a state of a life.
    func beginning(at position: FeedPosition?, _ newest: Snapshot, in life: Int) -> FeedBeginning<Snapshot> {
        guard let position else { return .reset(.first) }
        guard let version = newest.version, version.epoch == position.epoch else { return .reset(.foreignEpoch) }
        if position.number > version.number { return .reset(.clientAhead) }
        if let states, states.isDoubtful(position.number) { return .reset(.historyExceeded) }
        if position.number == version.number { return .kept(newest) }
        guard let state = kept(position.number, in: life) else { return .reset(.historyExceeded) }
        return .kept(state)
    }
}
