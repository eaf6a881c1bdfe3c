internal import DataSources
internal import Synchronization

/// The states that a relay's replica has confirmed, with the positions that its source gave them.
///
/// A replica notes every state here before it publishes it. Relays of one source send different states to their clients,
/// but all have had each state of the frames that they follow; so with all of these in the history, a client of one relay
/// finds its state at any other.
///
/// **Lives.** States of one life follow one another. Another epoch begins another life; so does a whole state that is not
/// ahead of the last one, and one that was loaded because the last one was not right. Then the history is empty, and the
/// streams of clients end.
final class ConfirmedStates<Snapshot: WireSnapshot>: Sendable {
    private struct State {
        var history: FeedHistory<Snapshot>
        /// The number of lives before the present one.
        var life = 0
        /// The versions of the present epoch up to this one may be other states at clients than here.
        var doubtful: UInt64 = 0
    }

    /// Which commands are in them, as the frames of the source said.
    let log = CommandLog()
    /// The newest state, and the feed that waits for the next one.
    let news = FeedRelay()
    /// Notes the replica's state if nothing was noted yet.
    let catchUp: @Sendable (ConfirmedStates) async -> Void
    private let elapsed: @Sendable () -> Duration
    /// Guards everything.
    private let state: Mutex<State>

    init(
        _ bounds: HistoryBounds, elapsed: @escaping @Sendable () -> Duration,
        catchUp: @escaping @Sendable (ConfirmedStates) async -> Void
    ) {
        state = Mutex(State(history: FeedHistory(bounds)))
        self.elapsed = elapsed
        self.catchUp = catchUp
        _ = news.begin(at: nil)
    }

    /// The newest state; `nil` before the first one.
    var newest: FeedStep? { news.newest }

    /// See ``FeedStep/life``.
    var life: Int { state.withLock { $0.life } }

    /// The number of states in the history.
    var count: Int { state.withLock { $0.history.count } }

    /// The state with a number, if it is kept and of this life.
    func kept(_ number: UInt64, in life: Int) -> Snapshot? {
        state.withLock { $0.life == life ? $0.history.snapshot(number) : nil }
    }

    /// Whether a client's state of a version may be another one than that which this relay had.
    func isDoubtful(_ number: UInt64) -> Bool { state.withLock { number <= $0.doubtful } }

    // MARK: The replica

    /// How a replica came to a state.
    enum Origin: Sendable {
        /// By a step from the version before.
        case step(WireChanges)
        /// As a whole state.
        case whole
        /// As a whole state, because the one before was not right.
        case mended
    }

    /// The replica has another state; called by the replica only, for one state after another.
    func confirmed(_ snapshot: Snapshot, at position: FeedPosition, by origin: Origin) {
        let version = Version(epoch: position.epoch, number: position.number)
        let snapshot = snapshot.committed(as: version)
        let (last, time) = (news.newest, elapsed())
        var (isMended, bytes, commands) = (false, 0, WireCommands.unknown)
        switch origin {
        case .step(let changes): (commands, bytes) = (changes.commands, changes.estimatedSize)
        case .whole: break
        case .mended: isMended = true
        }
        let isNext = last?.version.map { $0.epoch == version.epoch && $0.number < version.number } ?? true
        let (life, former, dropped) = state.withLock { state in
            var former: FeedHistory<Snapshot>?
            if let last = last?.version, !isNext || isMended {
                former = state.history
                state.history = FeedHistory(state.history.bounds)
                state.life += 1
                state.doubtful = last.epoch == version.epoch ? max(state.doubtful, last.number) : 0
            }
            let dropped = state.history.stateSent(snapshot, version.number, at: time, bytes: bytes)
            return (state.life, former, dropped)
        }
        // Released outside of the lock.
        withExtendedLifetime((former, dropped)) {}
        if let last = last?.version {
            log.stepArrived(after: last, to: version, containing: commands)
        }
        news.publish(FeedStep(snapshot, life: life))
    }

    /// There will be no more states.
    func finished() {
        news.end(.finished)
    }

    // MARK: Streams

    /// Waits for a state from which a client with a position can go on, or until the feed ends.
    ///
    /// A relay that is slower than the one where the client was has to come so far first.
    func first(reaching position: FeedPosition?, unlessEnds feed: FeedRelay) async -> FeedRelay.Wake {
        if news.newest == nil { await catchUp(self) }
        while true {
            let newest = news.newest
            var number: UInt64?
            if let newest {
                guard let position, position.epoch == newest.version?.epoch, position.number > newest.number else {
                    return .changed(newest)
                }
                number = position.number - 1
            }
            let wake = await next(after: number, in: newest?.life ?? 0) { await feed.end() }
            switch wake {
            // Each new state wakes it.
            case .changed, .replaced: continue
            // The client has a state that the source has not had.
            case .ended(.finished): return newest.map { .changed($0) } ?? wake
            default: return wake
            }
        }
    }

    /// Waits for a state after a client's, as long as the feed does not run; `direct` if it runs or has ended.
    func next(after number: UInt64, in life: Int, whileDirect feed: FeedRelay) async -> FeedRelay.Wake {
        await next(after: number, in: life) {
            await feed.waitForEnd(of: .direct)
            return .direct
        }
    }

    private func next(
        after number: UInt64?, in life: Int, or other: @escaping @Sendable () async -> FeedRelay.Wake
    ) async -> FeedRelay.Wake {
        await withTaskGroup(of: FeedRelay.Wake.self) { @Sendable [news] group in
            group.addTask { await news.next(after: number, in: life) }
            group.addTask { await other() }
            let wake = await group.next()
            group.cancelAll()
            return wake ?? .cancelled
        }
    }
}

/// What a replica keeps of a relay's states: a feed that is gone costs nothing.
struct RelayedStates<Snapshot: WireSnapshot>: Sendable {
    weak let states: ConfirmedStates<Snapshot>?
}
