/// The demands at a hub, and what has been published: versions and numbers only.
///
/// A **demand** is one consumer's outstanding request for an update. It either *works* (its task runs) or *waits* (its
/// task is suspended until something is published). An idle subscriber is not recorded here at all: a commit costs
/// O(waiting demands), and a stalled subscriber costs nothing.
///
/// ```
///            began                  parked                    woken: published, finished, cancelled
/// (nothing) ──────▶ working(cursor) ──────▶ waiting(cursor) ──────▶ working ──▶ … ended ──▶ (nothing)
///                        │  ▲
///                        └──┘ advanced: the step was a net no-op, the cursor moves on
/// ```
///
/// A waiting demand has received everything, so its cursor is the newest commit. Of working demands the machine only
/// counts the cursors; each demand knows its own.
///
/// The machine knows no task, lock, clock or continuation; the shell decides the type of waiters. Inputs are past-tense
/// methods; the shell performs what they return after it has released its lock. Each input costs O(log *n*) plus what
/// it returns, amortized. A publication hands over its waiters without visiting them.
package struct HubMachine<Waiter> {
    /// The number of a demand that waits or has waited.
    package typealias DemandID = Int

    /// The next action of a demand.
    package enum Next: Equatable {
        /// There is nothing newer: suspend.
        case wait
        /// There is something newer: take the step to it.
        case step
        /// The hub has finished and the consumer has seen everything: return `nil`.
        case end
    }

    /// The number of the newest commit.
    package private(set) var committed: UInt64
    /// The number of the newest commit that subscribers may see.
    package private(set) var published: UInt64
    package private(set) var isFinished = false
    package private(set) var suspensions = 0

    /// The waiting demands.
    private var waiting = WaiterQueue<Waiter>()
    /// The capacity to reserve for waiting demands: the number woken last, up to a limit.
    private var room = 0
    /// The cursors of the working demands.
    private var working = CursorCounts()
    private var settlements = Settlements()
    /// At a derived hub, the demands that lead.
    private var leaders = Leaders<DemandID>()
    /// How often the hub has been invalidated; a demand may park only if it has seen the current count.
    package private(set) var invalidations = 0

    package init(committed: UInt64) {
        self.committed = committed
        published = committed
    }

    // MARK: The source

    /// The result of a commit.
    package enum Publication {
        /// Publishing is suspended: hold the snapshot, it may be published later.
        case held
        /// The snapshot is the newest: wake these demands, in this order.
        case published(wake: WaiterQueue<Waiter>, settled: [SettlementID])
        /// The hub has finished: drop the snapshot.
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

    /// Returns `.held` if another suspension is active or there is nothing to publish.
    package mutating func publishingResumed() -> Publication {
        if suspensions > 0 { suspensions -= 1 }
        if suspensions > 0 || published == committed { return .held }
        return publish()
    }

    /// Publishes what is held back, as the last publication.
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

    /// The derived hub was invalidated; returns the demands to wake, which refresh.
    ///
    /// One per executor refreshes for all. If that changes the hub's state, its publication wakes the others.
    package mutating func upstreamChanged() -> [Waiter] {
        invalidations += 1
        let woken = leaders.changed { [waiting] in waiting.contains($0) }
        return woken.compactMap { wake($0) }
    }

    /// A demand of a derived hub is about to end; if it led and has not refreshed, returns the demand to wake in its
    /// place.
    package mutating func demandLeaves(_ id: DemandID, as waiter: WaiterClass) -> Waiter? {
        return leaders.left(id, as: waiter) { [waiting] in waiting.contains($0) }.flatMap { wake($0) }
    }

    private mutating func wake(_ id: DemandID) -> Waiter? {
        guard let waiter = waiting.remove(id) else { return nil }
        working.add(1, at: published)
        return waiter
    }

    // MARK: The subscribers

    /// The next action of a demand whose consumer has received `cursor`; `wait` only takes effect with
    /// ``demandParked(_:hadBegun:as:in:)``, called under the same lock.
    package func next(after cursor: UInt64) -> Next {
        if cursor < published { return .step }
        return isFinished ? .end : .wait
    }

    /// A demand of a consumer that has received `cursor` began, and works.
    package mutating func demandBegan(cursor: UInt64) {
        working.add(1, at: cursor)
    }

    /// The task of a demand that must ``Next/wait`` is suspended.
    ///
    /// - Parameters:
    ///   - waiter: The waiter to wake.
    ///   - hadBegun: Whether the demand had begun to work before.
    ///   - id: The number under which it waited before, or -1.
    ///   - task: At a derived hub, the class of the task.
    /// - Returns: The demand's new number.
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

    /// The task of a demand was cancelled; returns the waiter to wake if the demand was waiting.
    package mutating func demandCancelled(_ id: DemandID) -> Waiter? {
        guard let waiter = waiting.remove(id) else { return nil }
        working.add(1, at: published)
        return waiter
    }

    /// A step was a net no-op: the consumer is at `cursor`, and its demand goes on.
    ///
    /// Returns the settled callers.
    package mutating func demandAdvanced(from old: UInt64, to cursor: UInt64) -> [SettlementID] {
        working.removeOne(at: old)
        working.add(1, at: cursor)
        return takeSettled()
    }

    /// A working demand at `cursor` was fulfilled or abandoned.
    ///
    /// Returns the settled callers.
    package mutating func demandEnded(cursor: UInt64) -> [SettlementID] {
        working.removeOne(at: cursor)
        return takeSettled()
    }

    // MARK: Settlement

    /// A caller waits until every demand has received `version`; returns `nil` if that is already true.
    package mutating func settlementRequested(at version: UInt64) -> SettlementID? {
        version <= settledVersion ? nil : settlements.requested(at: version)
    }

    /// A caller no longer waits; returns `true` if its version was not settled.
    package mutating func settlementCancelled(_ id: SettlementID) -> Bool {
        settlements.cancelled(id)
    }

    /// Whether a caller still waits.
    package func isOpen(_ id: SettlementID) -> Bool {
        settlements.isOpen(id)
    }

    /// The number of demands, working and waiting.
    package var demandCount: Int { working.total + waiting.count }

    /// The number of demands there is room for: for tests.
    package var capacity: Int { waiting.capacity + working.capacity }

    // MARK: Inside

    /// The newest version that every demand has received; waiting demands have received everything.
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
