internal import DataSources

extension Feed {
    /// Creates a feed that passes on the states of a replica under the positions that its source gave them.
    ///
    /// A relay is a process that follows a source and serves it to clients of its own. With this feed, all relays of one
    /// source and the source's own feed are alike: a client that comes to another one goes on from the state that it has.
    ///
    /// ```swift
    /// let replica = Replica<ListSnapshot<Card>>()
    /// let feed = Feed(relaying: replica)
    /// ```
    ///
    /// A feed *of* a replica instead serves what the replica shows, under versions of its own: a client that goes elsewhere
    /// loads a whole state.
    ///
    /// - **Confirmed states.** Edits that the replica shows and its source has not confirmed are not served.
    /// - **Before the first state** of the replica, streams wait, without a frame. So does the stream of a client whose
    ///   state is ahead of the replica's: another relay was faster.
    /// - **Commands** are named as the source named them.
    /// - **Another life.** If the source begins another epoch, or the replica has to load a state that is not ahead of its
    ///   own, all streams end with ``EndReason/shutdown``. Clients come back, and load the new state.
    /// - **Until it is made**, the replica keeps no history. It keeps one for each such feed, as long as that exists.
    ///
    /// - Parameters:
    ///   - replica: The replica; it is kept alive. Something else lets it follow its source.
    ///   - history: How many states of the replica are kept for clients that come back: all that it has, not only those
    ///     that were sent.
    ///   - itemsPerPart: How many items of a whole state are in one frame at most; 1,000 by default.
    ///   - bytesPerFrame: How many bytes of a state or a step are in one frame at most, without framing; 4 MiB by default.
    ///   - digests: Whether heartbeats have a digest of the state.
    ///   - clock: The clock that measures the age of states.
    public convenience init<Snapshot, C: Clock<Duration>>(
        relaying replica: Replica<Snapshot>, history: HistoryBounds = HistoryBounds(), itemsPerPart: Int = 1_000,
        bytesPerFrame: Int = 4 << 20, digests: Bool = false, clock: C = ContinuousClock()
    ) where Source == Replica<Snapshot> {
        let start = clock.now
        let elapsed: @Sendable () -> Duration = { start.duration(to: clock.now) }
        let states = ConfirmedStates<Snapshot>(history, elapsed: elapsed) { states in
            await replica.catchUp(states)
        }
        replica.relay(to: states)
        self.init(
            replica, states: states, history: HistoryBounds(count: 0), itemsPerPart: itemsPerPart,
            bytesPerFrame: bytesPerFrame, log: states.log, digests: digests, elapsed: elapsed)
    }
}

extension ConfirmedStates {
    /// What follows a state that a feed has passed on; waits for it.
    func next(after last: FeedStep?) async -> FeedNews {
        switch await news.next(after: last?.number, in: last?.life ?? 0) {
        case .changed(let newest): .step(newest)
        case .replaced: newest.map { .step($0) } ?? .cancelled
        case .ended: .end(nil)
        case .heartbeat, .direct, .cancelled: .cancelled
        }
    }
}
