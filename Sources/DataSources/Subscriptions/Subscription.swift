internal import Synchronization

/// A consumer's place in the history of a source: the last snapshot it has been given, and nothing else.
///
/// Whenever the consumer asks for more it is given **one update**: the net difference from ``snapshot`` to the newest
/// state, never empty. If there is nothing newer, it waits. What follows from that:
///
/// - **Conflation.** A consumer that does not ask holds one snapshot and no queue, however many commits pass.
/// - **Chain.** Each update starts where the one before ended; the first where the subscription started. No gap, no
///   repeat.
/// - **Sharing.** Subscribers that take the same step share one difference; with nobody asking there is none.
/// - **Lag.** ``lag`` says how many commits the consumer is behind.
/// - **Off the main task.** The difference is computed in the consuming task, but never on its actor: a consumer on the
///   main actor or another one hops off it for the work.
///
/// ```swift
/// let subscription = staff.subscribe()
/// render(subscription.snapshot)
/// for await update in subscription { render(update) }
/// ```
///
/// It ends when the source has finished and what was left has been delivered. Cancelling the consuming task ends its
/// loop at once. Dropping a subscription is enough to be rid of it; `break`ing out of a loop loses nothing: a later loop,
/// in whatever task, goes on where that one stopped.
///
/// ## Several tasks
///
/// Several tasks may ask one subscription at once. They are served one after the other in the order in which they asked;
/// every update goes to exactly one of them, and together they see one chain. Cancelling one of them only ends its own
/// call. To give every task all updates, give each a subscription of its own.
public final class Subscription<Snapshot: SnapshotProtocol>: AsyncSequence, Sendable {
    /// What the sequence delivers.
    public typealias Element = Update<Snapshot>
    /// The sequence does not throw.
    public typealias Failure = Never

    /// Everything is guarded by the mutex; cursor and given are only set by the call whose turn it is.
    private struct State {
        /// The commit the consumer knows everything up to.
        var cursor: Stage<Snapshot>
        /// The snapshot it has been given last.
        ///
        /// It is equal to the cursor's, and an older commit when what came after it came to nothing.
        var given: Snapshot
        var turns = TurnMachine()
        var continuations: [Int: UnsafeContinuation<Void, Never>] = [:]
    }

    private let core: HubCore
    private let statistics: HubStatistics
    private let pacer: (any Pacer)?
    private let state: Mutex<State>
    /// What steps from the starting snapshot are found by, if it is no commit of this source.
    private let foreignKey: UInt64

    init(
        core: HubCore,
        statistics: HubStatistics,
        cursor: Stage<Snapshot>,
        foreignKey: UInt64 = 0,
        pacer: (any Pacer)? = nil
    ) {
        self.core = core
        self.statistics = statistics
        self.foreignKey = foreignKey
        self.pacer = pacer
        state = Mutex(State(cursor: cursor, given: cursor.snapshot))
    }

    /// The last snapshot the consumer has been given: where the subscription started, then each update's `after`.
    public var snapshot: Snapshot { state.withLock { $0.given } }

    /// How many commits the consumer is behind; 0 when it has seen everything.
    public var lag: Int {
        // The cursor first: it may move on meanwhile, but not beyond what is read after it.
        let seen = cursor.number
        let newest = core.newest.number
        return newest > seen ? Int(clamping: newest - seen) : 0
    }

    /// The updates as an `AsyncStream`.
    ///
    /// It asks this very subscription, so that the stream and the sequence share one place in the history. Cancelling a
    /// task that iterates a stream ends that stream, as with every `AsyncStream`; so give each task one of its own.
    /// Iterating the subscription itself costs fewer hops between executors.
    public var updates: AsyncStream<Update<Snapshot>> {
        AsyncStream { await self.take() }
    }

    /// A subscription that starts where this one is and delivers at most one update per `interval`.
    ///
    /// The first update comes at once; the next ones no earlier than `interval` after the one before, each with
    /// everything that was committed meanwhile. Nothing runs between updates: the consuming task sleeps on `clock`.
    public func coalesced(
        within interval: Duration,
        clock: some Clock<Duration>
    ) -> Subscription {
        Subscription(
            core: core,
            statistics: statistics,
            cursor: cursor,
            foreignKey: foreignKey,
            pacer: ClockPacer(interval: interval, clock: clock)
        )
    }

    /// A subscription to the same source that starts with `snapshot`, which its consumer has already.
    ///
    /// The snapshot may be any; see ``SnapshotHub/subscribe(since:)``.
    public func moved(to snapshot: Snapshot) -> Subscription {
        let isOfThisSource = snapshot.version?.epoch == core.epoch
        let number = isOfThisSource ? snapshot.version?.number ?? 0 : 0
        return Subscription(
            core: core,
            statistics: statistics,
            cursor: Stage(number: number, snapshot: snapshot),
            foreignKey: snapshot.isIdentical(to: Snapshot()) ? 0 : HubCore.firstUnsharedKey | Lineage.unique().number,
            pacer: pacer?.restarted
        )
    }

    /// An iterator that asks this subscription.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(subscription: self)
    }

    /// Asks a subscription for one update after the other.
    public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
        let subscription: Subscription

        /// The next update; `nil` once the subscription has ended or the task is cancelled.
        public mutating func next() async -> Update<Snapshot>? {
            await subscription.next(isolation: #isolation)
        }

        /// The next update; `nil` once the subscription has ended or the task is cancelled.
        ///
        /// - Parameter actor: The actor of the caller, which is left only to wait or to compute.
        /// - Returns: The update; `nil` once the subscription has ended or the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Update<Snapshot>? {
            await subscription.next(isolation: actor)
        }
    }

    /// Waits for the net difference from ``snapshot`` to the newest state, and moves on to it.
    ///
    /// - Parameter actor: The actor of the caller, which is left only to wait or to compute.
    /// - Returns: The update; `nil` once the subscription has ended or the task is cancelled.
    public func next(isolation actor: isolated (any Actor)? = #isolation) async -> Update<Snapshot>? {
        if actor == nil { return await take() }
        #if DATASOURCES_MUTANTS
        if Mutation.isActive(.comparesOnTheConsumersActor) { return await take() }
        #endif
        if pacer == nil, let update = takeWhatIsKnown() { return update }
        return await takeOffActor()
    }
}

// MARK: - Taking a step

extension Subscription {
    private var cursor: Stage<Snapshot> { state.withLock { $0.cursor } }

    private func key(of cursor: Stage<Snapshot>) -> UInt64 {
        cursor.number == 0 ? foreignKey : cursor.number
    }

    /// Moves on to a stage, by an update or because there is no difference; the update as the consumer is to see it.
    ///
    /// It starts from the very snapshot that the consumer has, whatever came to nothing in between.
    private func move(to stage: Stage<Snapshot>, by update: Update<Snapshot>?) -> Update<Snapshot>? {
        // The old ones are handed out, so that they go once the lock is open.
        let (_, given) = state.withLock { state in
            let old = (state.cursor, state.given)
            state.cursor = stage
            if let update { state.given = update.after }
            return old
        }
        #if DATASOURCES_MUTANTS
        if Mutation.isActive(.startsFromTheCommitBefore) { return update }
        if Mutation.isActive(.deliversEmptyUpdates), update == nil {
            return stage.snapshot.changes(from: given, isCancelled: nil).map {
                Update(before: given, after: stage.snapshot, changes: $0)
            }
        }
        #endif
        return update.map { Update(before: given, after: $0.after, changes: $0.changes) }
    }

    @concurrent
    private func takeOffActor() async -> Update<Snapshot>? {
        await take()
    }

    /// The step to the newest state if somebody has computed it already, without waiting for anything.
    private func takeWhatIsKnown() -> Update<Snapshot>? {
        if Task.isCancelled { return nil }
        guard state.withLock({ $0.turns.turnTriedFor() }) else { return nil }
        defer { passTurn() }
        guard let step = core.knownStep(from: key(of: cursor)).map(Self.step), case .update(let update?) = step.known
        else { return nil }
        return move(to: step.after, by: update)
    }

    /// The next update; `nil` at the end, and if it `returnsFromNothing`, also after a step that came to nothing.
    private func take(returnsFromNothing: Bool = false) async -> Update<Snapshot>? {
        if Task.isCancelled { return nil }
        guard await turn() else { return nil }
        var cursor = cursor
        let ask = core.beginAsk(cursor: cursor.number)
        defer {
            core.endAsk(ask)
            passTurn()
        }
        while true {
            let next = core.next(for: ask, from: key(of: cursor)) { newest in
                DifferenceStep(before: cursor, after: Self.stage(newest), statistics: statistics)
            }
            switch next {
            case .end: return nil
            case .wait:
                let wait = Simulation.current?.waitBegan { [number = cursor.number] in
                    "the next update of \(Snapshot.self) after version \(number)"
                }
                await core.park(ask)
                wait?.ended()
            case .step(let step):
                if let pacer, await pacer.pause() { break }
                switch await Self.step(step).take() {
                case .cancelled: break
                case .update(let update):
                    if Task.isCancelled { break }
                    cursor = Self.step(step).after
                    #if DATASOURCES_MUTANTS
                    if Mutation.isActive(.claimsTheNewestAfterTheDifference) { cursor = Self.stage(core.newest) }
                    #endif
                    if let delivered = move(to: cursor, by: update) {
                        pacer?.delivered()
                        return delivered
                    }
                    core.advance(ask, to: cursor.number)
                    if returnsFromNothing { return nil }
                }
            }
            if Task.isCancelled { return nil }
        }
    }

    /// The hub of a `Subscription<Snapshot>` holds stages and steps of this very type.
    private static func stage(_ stage: any HubStage) -> Stage<Snapshot> {
        unsafeDowncast(stage, to: Stage<Snapshot>.self)
    }

    private static func step(_ step: any HubStep) -> DifferenceStep<Snapshot> {
        unsafeDowncast(step, to: DifferenceStep<Snapshot>.self)
    }
}

// MARK: - Recording

extension Subscription {
    /// The commit the consumer knows everything up to, which may be later than that of ``snapshot``: for recorders.
    package var seen: Version { Version(epoch: core.epoch, number: cursor.number) }

    /// The newest commit that subscribers may see: for recorders.
    package var newest: Version { Version(epoch: core.epoch, number: core.newest.number) }

    /// Whether the source has finished and everything has been delivered: for recorders.
    package var hasEnded: Bool { core.isFinished && lag == 0 }

    /// As ``next(isolation:)``, but `nil` also when what is newer comes to nothing, and only ``seen`` has moved on.
    @concurrent
    package func advance() async -> Update<Snapshot>? {
        await take(returnsFromNothing: true)
    }
}

// MARK: - Taking turns

extension Subscription {
    /// Waits for this call's turn; `false` when its task was cancelled.
    private func turn() async -> Bool {
        guard case .queue(let id) = state.withLock({ $0.turns.turnRequested() }) else { return true }
        let wait = Simulation.current?.waitBegan { "its turn at a subscription of \(Snapshot.self)" }
        await queue(id)
        wait?.ended()
        if !Task.isCancelled { return true }
        // The turn may have come at the same moment: then it is the next one's.
        if !state.withLock({ $0.turns.queuedCallCancelled(id) }) { passTurn() }
        return false
    }

    private func queue(_ id: Int) async {
        await withTaskCancellationHandler {
            await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
                let waits = state.withLock { state -> Bool in
                    guard !Task.isCancelled, state.turns.isQueued(id) else { return false }
                    state.continuations[id] = continuation
                    return true
                }
                if !waits { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.continuations.removeValue(forKey: id) }?.resume()
        }
    }

    private func passTurn() {
        let next = state.withLock { state in
            state.turns.turnPassed().flatMap { state.continuations.removeValue(forKey: $0) }
        }
        next?.resume()
    }
}
