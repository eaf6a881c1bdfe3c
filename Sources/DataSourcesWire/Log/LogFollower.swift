internal import DataSources

/// Somebody who follows a source in a log.
struct LogFollower: Sendable {
    /// The state that it has, or would have next.
    private var position: FeedPosition?
    /// Whether that was removed from the log.
    private(set) var isEnded = false
    /// Waits for what comes next.
    var waiting: CheckedContinuation<Void, Never>?

    /// It has a state, and the log another one, or either none.
    init(at position: FeedPosition?, newest: FeedPosition?) {
        // It expects what the log has, unless it is ahead of that.
        if let position, let newest, position.epoch == newest.epoch {
            self.position = FeedPosition(epoch: newest.epoch, number: max(position.number, newest.number))
        } else {
            self.position = newest ?? position
        }
    }

    /// It gets a state.
    mutating func reached(_ position: FeedPosition) { self.position = position }

    /// The source was removed in a state.
    ///
    /// A follower without a state waits for what comes. One with a state of another epoch, or behind this one, has it from a
    /// later life of the source: this removal is older.
    mutating func removed(at last: FeedPosition) {
        if let position, position.epoch == last.epoch, position.number <= last.number { isEnded = true }
    }
}
