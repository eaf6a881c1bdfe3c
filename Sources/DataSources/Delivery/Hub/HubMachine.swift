/// Who asks a hub, who waits, and what has been published: versions and numbers, nothing else.
///
/// An **demand** is one consumer's request for more, from the cut it is made to the cut it is answered. It either
/// *works* (its task runs) or *waits* (its task is suspended until something is published). A subscriber that does not
/// ask is not in here at all: that is why a commit costs what waits, and a stalled subscriber costs nothing.
///
/// ```
///            began                  parked                    woken: published, finished, cancelled
/// (nothing) ──────▶ working(cursor) ──────▶ waiting(cursor) ──────▶ working ──▶ … ended ──▶ (nothing)
///                        │  ▲
///                        └──┘ advanced: a step came to nothing, the cursor moves on
/// ```
///
/// A demand that waits has been given everything, so its cursor is the newest commit. Of those that work only their
/// cursors are counted; each demand itself knows its own.
///
/// The machine knows no task, lock, clock or continuation: what waits is of whatever type the shell says. Inputs are in
/// the past tense; what they return is to be done by the shell, after it has let go of its lock. No input costs more than
/// O(log *n*) and what it returns, all amortized; a publication hands its waiters over without looking at them.
package struct HubMachine<Waiter> {
    /// A demand that waits, or has waited last under this number.
    package typealias DemandID = Int

    /// What a demand is to do next.
    package enum Next: Equatable {
        /// There is nothing newer: suspend.
        case wait
        /// There is something newer: take the step to it.
        case step
        /// The hub has finished and everything has been given: answer `nil`.
        case end
    }

    /// The number of the newest commit.
    package private(set) var committed: UInt64
    /// The number of the newest commit that subscribers may see.
    package private(set) var published: UInt64
    package private(set) var isFinished = false
    package private(set) var suspensions = 0

    /// The demands that wait.
    private var waiting = WaiterQueue<Waiter>()
    /// For how many there is room at first: as many as were woken last, but not very many.
    private var room = 0
    /// The cursors of the demands that work.
    private var working = CursorCounts()
    private var settlements = Settlements()
    /// Of a derived hub, who looks upstream.
    private var leaders = Leaders<DemandID>()
    /// How often something upstream has changed: whoever is about to wait has to have seen them all.
    package private(set) var invalidations = 0

    package init(committed: UInt64) {
        self.committed = committed
        published = committed
    }

    // MARK: The source

    /// What a commit calls for.
    package enum Publication {
        /// Publishing is suspended: keep the snapshot, it may become the newest later.
        case held
        /// The snapshot is the newest now: these demands are to be woken, in this order.
        case published(wake: WaiterQueue<Waiter>, settled: [SettlementID])
        /// The hub has finished: the snapshot is not to be seen.
        case refused
    }

    package mutating func snapshotCommitted() -> Publication {
        if isFinished { return .refused }
        committed += 1
        if suspensions > 0 { return .held }
        return publish()
    }

    package mutating func publishingSuspended() {
        suspensions += 1
    }

    /// Answers `.held` while other suspensions last, or when there was nothing to publish.
    package mutating func publishingResumed() -> Publication {
        if suspensions > 0 { suspensions -= 1 }
        if suspensions > 0 || published == committed { return .held }
        return publish()
    }

    /// What was held back is published; then nothing more comes.
    package mutating func sourceFinished() -> Publication {
        if isFinished { return .held }
        isFinished = true
        return publish()
    }

    private mutating func publish() -> Publication {
        working.add(waiting.count, at: published)
        room = min(waiting.count, 1024)
        published = committed
        return .published(wake: takeWaiting(), settled: takeSettled())
    }

    // MARK: Upstream

    /// Something upstream of a derived hub has changed; the demands to be woken, so that they look.
    ///
    /// One on each executor looks for all: if what it finds makes a difference here it is published, and that wakes the
    /// others.
    package mutating func upstreamChanged() -> [Waiter] {
        invalidations += 1
        let woken = leaders.changed { [waiting] in waiting.contains($0) }
        return woken.compactMap { wake($0) }
    }

    /// A demand of a derived hub is about to end; if it was to look upstream and has not, the demand to be woken in its place.
    package mutating func demandLeaves(_ id: DemandID, as waiter: WaiterClass) -> Waiter? {
        return leaders.left(id, as: waiter) { [waiting] in waiting.contains($0) }.flatMap { wake($0) }
    }

    private mutating func wake(_ id: DemandID) -> Waiter? {
        guard let waiter = waiting.remove(id) else { return nil }
        working.add(1, at: published)
        return waiter
    }

    // MARK: The subscribers

    /// What a demand is to do whose consumer has been given `cursor`; `wait` only counts once ``demandParked(_:hadBegun:as:)``
    /// has been told, under the same lock.
    package func next(after cursor: UInt64) -> Next {
        if cursor < published { return .step }
        return isFinished ? .end : .wait
    }

    /// A consumer that has been given `cursor` asked for more, and works.
    package mutating func demandBegan(cursor: UInt64) {
        working.add(1, at: cursor)
    }

    /// The task of a demand that is to ``Next/wait`` is suspended.
    ///
    /// - Parameters:
    ///   - waiter: What is to be woken.
    ///   - hadBegun: Whether the demand had begun to work before.
    ///   - id: The number under which it has waited before, or -1.
    ///   - task: At a derived hub, the class of the task.
    /// - Returns: The demand's number from now on.
    package mutating func demandParked(
        _ waiter: Waiter, hadBegun: Bool, as id: DemandID = -1, in task: WaiterClass? = nil
    ) -> DemandID {
        if hadBegun { working.removeOne(at: published) }
        if let task { leaders.returned(id, as: task) }
        waiting.reserve(room)
        let new = waiting.append(waiter)
        if let task { leaders.waited(new, as: task) { [waiting] in waiting.contains($0) } }
        return new
    }

    /// The task of a demand was cancelled; what is to be woken if it was waiting.
    package mutating func demandCancelled(_ id: DemandID) -> Waiter? {
        guard let waiter = waiting.remove(id) else { return nil }
        working.add(1, at: published)
        return waiter
    }

    /// A step came to nothing: the consumer is at `cursor` and still asks.
    ///
    /// Returns what is settled by that.
    package mutating func demandAdvanced(from old: UInt64, to cursor: UInt64) -> [SettlementID] {
        working.removeOne(at: old)
        working.add(1, at: cursor)
        return takeSettled()
    }

    /// A demand that works, from `cursor`, was answered or given up.
    ///
    /// Returns what is settled by that.
    package mutating func demandEnded(cursor: UInt64) -> [SettlementID] {
        working.removeOne(at: cursor)
        return takeSettled()
    }

    // MARK: Settlement

    /// Somebody wants to know when every demand has been given `version`; `nil` when that is so already.
    package mutating func settlementRequested(at version: UInt64) -> SettlementID? {
        version <= settledVersion ? nil : settlements.requested(at: version)
    }

    /// Nobody wants to know any more; `true` when it had not been settled.
    package mutating func settlementCancelled(_ id: SettlementID) -> Bool {
        settlements.cancelled(id)
    }

    /// Whether a settlement is still waited for.
    package func isOpen(_ id: SettlementID) -> Bool {
        settlements.isOpen(id)
    }

    /// The number of asks, working and waiting.
    package var demandCount: Int { working.total + waiting.count }

    /// For how many demands there is room: for tests.
    package var capacity: Int { waiting.capacity + working.capacity }

    // MARK: Inside

    /// The newest version that every demand has been given; demands that wait have been given everything.
    private var settledVersion: UInt64 {
        mutating get {
            let lowest = working.lowest ?? .max
            return isFinished ? lowest : min(lowest, published)
        }
    }

    private mutating func takeWaiting() -> WaiterQueue<Waiter> {
        leaders.allWoken()
        return waiting.takeAll()
    }

    private mutating func takeSettled() -> [SettlementID] {
        if settlements.isEmpty { return [] }
        return settlements.settled(upTo: settledVersion)
    }
}

extension HubMachine.Publication: Equatable where Waiter: Equatable {}
